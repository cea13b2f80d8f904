/** Changes of tasks as rows of the outbox: each replaces a waiting one of its subject, with a toast and an undo. */
import type { ToastView } from '../../../shared/contract/index.ts';
import { ValidationError } from '../../../shared/errors/app-error.ts';
import { messages } from '../../../shared/i18n/generated/main.ts';
import type { Outbox } from '../../outbox/outbox.ts';
import { SEND_AFTER_TOAST_MS, type Undo, type UndoableChange } from '../../outbox/undo.ts';
import type { OutboxItem } from '../../outbox/write-kind.ts';
import { type Database, transaction } from '../../store/database.ts';

/** A change that was made; `redo` makes it again. `subjects`, `obstacle`: as in `UndoableChange`. */
export interface MadeChange extends Omit<UndoableChange, 'accountId' | 'label'> {
  /** The task to open from the toast. */
  taskId?: string;
}

/** A change to be made; `revert` takes it back. */
export interface QueuedChange extends Omit<MadeChange, 'undo' | 'redo'> {
  apply: () => void;
  revert: () => void;
}

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
  undo: Pick<Undo, 'offer' | 'rename'>;
  /** `taskId`: the task to open from the toast. */
  showToast: (text: string, undo: NonNullable<ToastView['undo']>, taskId?: string) => void;
  /** Called after every change, to publish it. */
  onChange: () => void;
}

export type TaskQueue = ReturnType<typeof createTaskQueue>;

export function createTaskQueue({ database, outbox, now, undo, showToast, onChange }: TaskQueueOptions) {
  /** Runs the work in one transaction, then sends and publishes it. Inside another commit it is a part of that. */
  function commit(work: () => void): void {
    if (database.isTransaction) {
      work();
      return;
    }
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
    const takeBack = () => outbox.takeBack(subject, accountId);
    const isTakenBack = isOpen && (database.isTransaction ? takeBack() : transaction(database, takeBack)) === 'absent';
    if (isTakenBack) onChange();
    return isTakenBack;
  }

  /** Shows a toast with an undo; returns the id of the undo. */
  function showWithUndo(accountId: string, { taskId, ...made }: MadeChange): number {
    const offer = undo.offer({
      ...made,
      accountId,
      label: messages.tasks.undo,
      undo(confirmed) {
        made.undo(confirmed);
        onChange();
      },
      redo(confirmed) {
        made.redo(confirmed);
        onChange();
      },
    });
    showToast(made.text, offer, taskId);
    // For new tasks this is the only event.
    onChange();
    return offer.undoId;
  }

  /** Makes a change, and shows a toast with an undo. */
  function change(accountId: string, { apply, revert, ...made }: QueuedChange): void {
    apply();
    showWithUndo(accountId, { ...made, undo: revert, redo: apply });
  }

  return {
    commit,
    put,
    write: (accountId: string, write: NewTaskWrite, after?: string): void => commit(() => put(accountId, write, after)),
    /** For a write that must not be repeated: it is sent after the last moment to undo. */
    writeLate: (accountId: string, { kind, subject, payload }: NewTaskWrite, after = payload.taskId): void =>
      commit(() => outbox.add({ accountId, kind, subject, payload, after }, now() + SEND_AFTER_TOAST_MS)),

    /** The open writes of a subject, oldest first. */
    open: (accountId: string, subject: string): OutboxItem[] => outbox.openOf(subject, accountId),
    waiting: (accountId: string, subject: string): OutboxItem | undefined =>
      outbox.openOf(subject, accountId).find(({ state }) => state === 'waiting'),
    takeBackUnsent,
    /** Throws ValidationError while the write is being sent, and after that. */
    takeBack(accountId: string, subject: string): void {
      if (!takeBackUnsent(accountId, subject)) throw new ValidationError(messages.tasks.onItsWay);
    },

    showWithUndo,

    /** The change has a new text, which a toast says. False if it is forgotten or undone. */
    rename(undoId: number, text: string, taskId: string): boolean {
      const offer = undo.rename(undoId, text);
      if (offer !== null) showToast(text, offer, taskId);
      return offer !== null;
    },

    change,
    /** Makes changes in one transaction, with one toast and one undo. `text`: of several, by default that of the first. */
    changeAll(
      accountId: string,
      changes: readonly QueuedChange[],
      text: (changes: number) => string | undefined,
    ): void {
      const all = (work: 'apply' | 'revert') => () =>
        commit(() => {
          for (const one of changes) one[work]();
        });
      const [first] = changes;
      if (changes.length === 1 && first) change(accountId, first);
      else if (first)
        change(accountId, {
          text: text(changes.length) ?? first.text,
          subjects: changes.flatMap(({ subjects }) => subjects),
          apply: all('apply'),
          revert: all('revert'),
          obstacle: () => changes.map(({ obstacle }) => obstacle?.()).find((why) => why !== undefined),
        });
    },

    /** The obstacle of a change that can only be taken back before it is sent. */
    sentAlready: (accountId: string, subject: string): string | undefined =>
      outbox.openOf(subject, accountId).length > 0 ? undefined : messages.app.sentAlready,
  };
}
