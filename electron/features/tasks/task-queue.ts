/** Changes of tasks as rows of the outbox: each replaces a waiting one of its subject, with a toast and an undo. */
import type { ToastView } from '../../../shared/contract/index.ts';
import { ValidationError } from '../../../shared/errors/app-error.ts';
import { messages } from '../../../shared/i18n/generated/main.ts';
import type { Outbox } from '../../outbox/outbox.ts';
import { UNDO_PASSED_MS, type Undo } from '../../outbox/undo.ts';
import type { OutboxItem } from '../../outbox/write-kind.ts';
import { type Database, transaction } from '../../store/database.ts';

/** `subject`: what it changes. */
export interface NewTaskWrite {
  kind: string;
  subject: string;
  payload: { taskId: string; [field: string]: unknown };
}

export interface TaskQueueOptions {
  database: Database;
  outbox: Outbox;
  now: () => number;
  undo: Pick<Undo, 'offer'>;
  /** `taskId`: the task to open from the toast. */
  showToast: (text: string, undo: NonNullable<ToastView['undo']>, taskId?: string) => void;
  /** Called after every change, to publish it. */
  onChange: () => void;
}

export type TaskQueue = ReturnType<typeof createTaskQueue>;

export function createTaskQueue({ database, outbox, now, undo, showToast, onChange }: TaskQueueOptions) {
  /** Runs the work in one transaction, then sends and publishes it. */
  function commit(work: () => void): void {
    transaction(database, work);
    outbox.wake();
    onChange();
  }

  /** Inside a transaction. `after`: the subject to send first, by default the task's own creation. */
  function put(accountId: string, { kind, subject, payload }: NewTaskWrite, after = payload.taskId): void {
    if (outbox.replace(subject, payload, () => undefined, accountId)) return;
    outbox.add({ accountId, kind, subject, payload, after }, now());
  }

  /** Removes an unsent write; false if it was sent. */
  function takeBackUnsent(accountId: string, subject: string): boolean {
    const isOpen = outbox.openOf(subject, accountId).length > 0;
    const isTakenBack = isOpen && transaction(database, () => outbox.takeBack(subject, accountId)) === 'absent';
    if (isTakenBack) onChange();
    return isTakenBack;
  }

  return {
    commit,
    put,
    write: (accountId: string, write: NewTaskWrite, after?: string): void => commit(() => put(accountId, write, after)),
    /** For a write that must not be repeated: it is sent after the last moment to undo. */
    writeLate: (accountId: string, { kind, subject, payload }: NewTaskWrite, after = payload.taskId): void =>
      commit(() => outbox.add({ accountId, kind, subject, payload, after }, now() + UNDO_PASSED_MS)),

    /** The open writes of a subject, oldest first. */
    open: (accountId: string, subject: string): OutboxItem[] => outbox.openOf(subject, accountId),
    waiting: (accountId: string, subject: string): OutboxItem | undefined =>
      outbox.openOf(subject, accountId).find(({ state }) => state === 'waiting'),
    takeBackUnsent,
    /** Throws ValidationError while the write is being sent, and after that. */
    takeBack(accountId: string, subject: string): void {
      if (!takeBackUnsent(accountId, subject)) throw new ValidationError(messages.tasks.onItsWay);
    },

    /** Shows a toast with an undo; returns the id of the undo. */
    showWithUndo(accountId: string, text: string, undoChange: () => void, taskId?: string): number {
      const label = messages.tasks.undo;
      const undoAndPublish = () => {
        undoChange();
        onChange();
      };
      const offer = undo.offer({ accountId, label, undo: undoAndPublish });
      showToast(text, offer, taskId);
      // For new tasks this is the only event.
      onChange();
      return offer.undoId;
    },
  };
}
