/** Changes of the workspace, emitted after the commit to notifications, webhook deliveries and realtime. */
import type { User } from '../service/records.ts';
import type { TaskRow } from './task-rows.ts';

/** Fields of a task whose changes are emitted, one event per field, in this order. */
export const CHANGED_FIELDS = [
  'title',
  'description',
  'status',
  'priority',
  'startDate',
  'dueDate',
  'userId',
  'position',
] as const;
export type ChangedField = (typeof CHANGED_FIELDS)[number];

export type Change =
  | { kind: 'task-created' | 'task-deleted'; task: TaskRow; actor: User }
  | { kind: 'task-changed'; field: ChangedField; before: TaskRow; task: TaskRow; actor: User }
  /** Moved to another project. */
  | { kind: 'task-moved'; before: TaskRow; task: TaskRow; actor: User }
  | { kind: 'label-changed' | 'link-changed'; task: TaskRow }
  | { kind: 'relation-changed'; source: TaskRow; target: TaskRow }
  | { kind: 'comment-created'; task: TaskRow; comment: string; actor: User }
  /** A comment was changed or deleted. */
  | { kind: 'comment-changed'; task: TaskRow }
  | { kind: 'notified'; userId: string }
  /** A webhook was set, changed or removed, or the columns of a project changed. */
  | { kind: 'settings-changed'; projectId: string };

export type Changes = ReturnType<typeof createChanges>;

export function createChanges() {
  const listeners = new Set<(change: Change) => void>();
  return {
    emit(changes: Change[]): void {
      for (const change of changes) for (const listener of listeners) listener(change);
    },
    /** Returns a function that unsubscribes. */
    listen(listener: (change: Change) => void): () => void {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
