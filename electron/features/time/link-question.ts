/**
 * Asks the person before a deep link starts or stops a timer, because any web page can contain such a link, and which task it means if
 * several accounts have one of that name.
 */
import { isSameTask } from '../../../shared/accounts.ts';
import type { LinkQuestion } from '../../../shared/contract/time-view.ts';
import type { TaskRef } from '../../../shared/time/entry.ts';
import type { Entries } from './entry-store.ts';
import type { Timer } from './timer.ts';

export interface LinkQuestionsOptions {
  entries: Pick<Entries, 'running'>;
  timer: Pick<Timer, 'start' | 'stop'>;
  onChange: () => void;
}

/** An unanswered question expires (ms). */
const EXPIRES_AFTER_MS = 120_000;

interface Question extends LinkQuestion {
  /** Of a task that does not name its account. */
  accountId: string;
  /** Throws AppError if that is not possible any more. */
  run: (task: TaskRef, accountId: string) => void;
}

/** One question at a time; a newer link replaces an older one. */
export function createLinkQuestions({ entries, timer, onChange }: LinkQuestionsOptions) {
  let question: Question | null = null;
  let lastId = 0;
  let expiry: NodeJS.Timeout | undefined;

  function setQuestion(next: Question | null): void {
    clearTimeout(expiry);
    question = next;
    if (next !== null) expiry = setTimeout(setQuestion, EXPIRES_AFTER_MS, null);
    expiry?.unref?.();
    onChange();
  }

  function ask(asked: Omit<Question, 'id'>): void {
    lastId += 1;
    setQuestion({ id: lastId, ...asked });
  }

  return {
    view(): LinkQuestion | null {
      if (question === null) return null;
      const { id, does, tasks } = question;
      return { id, does, tasks };
    },

    askStart(accountId: string, tasks: TaskRef[]): void {
      ask({ accountId, does: 'start', tasks, run: (task, owner) => timer.start(owner, task) });
    },

    askWhichToOpen(accountId: string, tasks: TaskRef[], open: (task: TaskRef) => void): void {
      ask({ accountId, does: 'open', tasks, run: open });
    },

    /** False if no timer runs. */
    askStop(accountId: string): boolean {
      const running = entries.running(accountId);
      if (running === undefined) return false;
      // The running timer may have changed when the question is answered.
      const run = (task: TaskRef, owner: string) => {
        const now = entries.running(owner)?.task;
        if (now !== undefined && isSameTask(now, task)) timer.stop(owner);
      };
      ask({ accountId, does: 'stop', tasks: [running.task], run });
      return true;
    },

    /**
     * `openIds`: the open accounts. `choice`: an index of the tasks; undefined for none. Throws AppError if the timer cannot be
     * started or stopped any more.
     */
    answer(openIds: readonly string[], id: number, choice: number | undefined): void {
      if (question?.id !== id) return;
      const { tasks, run, accountId } = question;
      setQuestion(null);
      const task = choice === undefined ? undefined : tasks[choice];
      const owner = task?.accountId ?? accountId;
      if (task !== undefined && openIds.includes(owner)) run(task, owner);
    },
  };
}
