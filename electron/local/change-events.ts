/** What has just changed, told to whoever listens: notifications, webhook deliveries, realtime. Told after the commit. */
import type { User } from '../service/records.ts';
import type { TaskRow } from './task-rows.ts';

/** The fields of a task whose change is told, one change a field. */
export type ChangedField =
  | 'title'
  | 'description'
  | 'status'
  | 'priority'
  | 'startDate'
  | 'dueDate'
  | 'userId'
  | 'position';

export type Change =
  | { kind: 'task-created' | 'task-deleted'; task: TaskRow; actor: User }
  | { kind: 'task-changed'; field: ChangedField; before: TaskRow; task: TaskRow; actor: User }
  /** To another project. */
  | { kind: 'task-moved'; before: TaskRow; task: TaskRow; actor: User }
  | { kind: 'label-changed' | 'link-changed'; task: TaskRow }
  | { kind: 'relation-changed'; source: TaskRow; target: TaskRow }
  | { kind: 'comment-created'; task: TaskRow; comment: string; actor: User }
  /** One was changed or deleted. */
  | { kind: 'comment-changed'; task: TaskRow }
  | { kind: 'notified'; userId: string }
  /** A webhook was set, changed or taken away, or the columns of a project changed. */
  | { kind: 'settings-changed'; projectId: string };

export interface Changes {
  tell(changes: Change[]): void;
  /** Gives back what stops it. */
  listen(listener: (change: Change) => void): () => void;
}

export function createChanges(): Changes {
  const listeners = new Set<(change: Change) => void>();
  return {
    tell(changes) {
      for (const change of changes) for (const listener of listeners) listener(change);
    },
    listen(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
