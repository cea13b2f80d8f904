/** A link from outside asks to start or stop a timer. Nothing is done until the person says so: anybody can write a link. */
import type { LinkQuestion } from '../../../shared/contract/time-view.ts';
import type { TaskRef } from '../../../shared/time/entry.ts';
import type { Entries } from './entry-store.ts';
import type { Timer } from './timer.ts';

export interface LinkQuestionsOptions {
  entries: Pick<Entries, 'running'>;
  timer: Pick<Timer, 'start' | 'stop'>;
  onChange: () => void;
}

/** An unanswered question goes by itself: the person looked at it and did nothing (ms). */
const HOLDS_MS = 120_000;

export type LinkQuestions = ReturnType<typeof createLinkQuestions>;

/** One at a time; a newer link takes the place of an older one. */
export function createLinkQuestions({ entries, timer, onChange }: LinkQuestionsOptions) {
  let asked: (LinkQuestion & { accountId: string }) | null = null;
  let lastId = 0;
  let goes: NodeJS.Timeout | undefined;

  function become(next: typeof asked): void {
    clearTimeout(goes);
    asked = next;
    if (next !== null) goes = setTimeout(become, HOLDS_MS, null);
    goes?.unref?.();
    onChange();
  }

  return {
    view(): LinkQuestion | null {
      if (asked === null) return null;
      const { id, does, task } = asked;
      return { id, does, task };
    },

    askStart(accountId: string, task: TaskRef): void {
      lastId += 1;
      become({ id: lastId, accountId, does: 'start', task });
    },

    /** False where nothing runs. */
    askStop(accountId: string): boolean {
      const running = entries.running(accountId);
      if (running === undefined) return false;
      lastId += 1;
      become({ id: lastId, accountId, does: 'stop', task: running.task });
      return true;
    },

    /** Throws AppError where it cannot be done any more. */
    answer(accountId: string, id: number, isMeant: boolean): void {
      if (asked?.id !== id) return;
      const { does, task, accountId: of } = asked;
      become(null);
      if (!isMeant || of !== accountId) return;
      if (does === 'start') timer.start(accountId, task);
      // Another one may run by now; it was not asked about.
      else if (entries.running(accountId)?.task.taskId === task.taskId) timer.stop(accountId);
    },
  };
}
