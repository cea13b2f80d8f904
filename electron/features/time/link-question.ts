/**
 * Asks the person before a deep link starts or stops a timer, because any web page can contain such a link, and which task it means if
 * several accounts have one of that name.
 */
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
  accountId: string;
  /** Throws AppError if that is not possible any more. */
  run: (task: TaskRef) => void;
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
      ask({ accountId, does: 'start', tasks, run: (task) => timer.start(accountId, task) });
    },

    askWhichToOpen(accountId: string, tasks: TaskRef[], open: (task: TaskRef) => void): void {
      ask({ accountId, does: 'open', tasks, run: open });
    },

    /** False if no timer runs. */
    askStop(accountId: string): boolean {
      const running = entries.running(accountId);
      if (running === undefined) return false;
      // The running timer may have changed when the question is answered.
      const isStillRunning = ({ taskId }: TaskRef) => entries.running(accountId)?.task.taskId === taskId;
      const run = (task: TaskRef) => void (isStillRunning(task) && timer.stop(accountId));
      ask({ accountId, does: 'stop', tasks: [running.task], run });
      return true;
    },

    /** `choice`: an index of the tasks; undefined for none. Throws AppError if the timer cannot be started or stopped any more. */
    answer(accountId: string, id: number, choice: number | undefined): void {
      if (question?.id !== id) return;
      const { tasks, run, accountId: questionAccountId } = question;
      setQuestion(null);
      const task = choice === undefined ? undefined : tasks[choice];
      if (task !== undefined && questionAccountId === accountId) run(task);
    },
  };
}
