/** Asks the person before a deep link starts or stops a timer, because any web page can contain such a link. */
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

/** One question at a time; a newer link replaces an older one. */
export function createLinkQuestions({ entries, timer, onChange }: LinkQuestionsOptions) {
  let question: (LinkQuestion & { accountId: string }) | null = null;
  let lastId = 0;
  let expiry: NodeJS.Timeout | undefined;

  function setQuestion(next: typeof question): void {
    clearTimeout(expiry);
    question = next;
    if (next !== null) expiry = setTimeout(setQuestion, EXPIRES_AFTER_MS, null);
    expiry?.unref?.();
    onChange();
  }

  return {
    view(): LinkQuestion | null {
      if (question === null) return null;
      const { id, does, task } = question;
      return { id, does, task };
    },

    askStart(accountId: string, task: TaskRef): void {
      lastId += 1;
      setQuestion({ id: lastId, accountId, does: 'start', task });
    },

    /** False if no timer runs. */
    askStop(accountId: string): boolean {
      const running = entries.running(accountId);
      if (running === undefined) return false;
      lastId += 1;
      setQuestion({ id: lastId, accountId, does: 'stop', task: running.task });
      return true;
    },

    /** Throws AppError if the timer cannot be started or stopped any more. */
    answer(accountId: string, id: number, isMeant: boolean): void {
      if (question?.id !== id) return;
      const { does, task, accountId: questionAccountId } = question;
      setQuestion(null);
      if (!isMeant || questionAccountId !== accountId) return;
      if (does === 'start') timer.start(accountId, task);
      // The running timer may have changed since the question was asked.
      else if (entries.running(accountId)?.task.taskId === task.taskId) timer.stop(accountId);
    },
  };
}
