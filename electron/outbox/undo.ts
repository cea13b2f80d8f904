/** Offers to undo the last change, for ten seconds. The feature provides the undo function. */

import type { ToastView } from '../../shared/contract/index.ts';
import { ValidationError } from '../../shared/errors/app-error.ts';
import { messages } from '../../shared/i18n/generated/main.ts';
import { UNDO_MS } from '../../shared/limits.ts';

/** Delay of a write that must not be sent while it can be undone (ms). */
export const UNDO_PASSED_MS = UNDO_MS + 1_000;

export interface UndoableChange {
  accountId: string;
  /** The text of the button. */
  label: string;
  undo: () => void;
  /** By the monotonic clock (ms). Default: `deadline()`. */
  until?: number;
}

export type Undo = ReturnType<typeof createUndo>;

/** Uses the monotonic clock, so that setting the wall clock does not change the time to undo. */
export function createUndo(monotonic: () => number) {
  let lastId = 0;
  let last: { accountId: string; undoId: number; until: number; undo: () => void } | null = null;

  const deadline = (): number => monotonic() + UNDO_PASSED_MS;

  return {
    deadline,

    /** Replaces the previous offer, because this change may build on that one. Returns the undo part of the toast. */
    offer({ accountId, label, undo, until = deadline() }: UndoableChange): NonNullable<ToastView['undo']> {
      lastId += 1;
      last = { accountId, undoId: lastId, until, undo };
      return { label, undoId: lastId };
    },

    withdraw(undoId: number): void {
      if (last?.undoId === undoId) last = null;
    },

    /** Throws ValidationError if the offer has expired or been replaced, and what its undo function throws. */
    undo(accountId: string, undoId: number): void {
      if (last?.undoId !== undoId || last.accountId !== accountId || monotonic() >= last.until) {
        throw new ValidationError(messages.app.tooLateToUndo);
      }
      const offer = last;
      last = null;
      try {
        offer.undo();
      } catch (error) {
        // The change may just be on its way, so the person can try again.
        last ??= offer;
        throw error;
      }
    },
  };
}
