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
      for (const change of changes) for (const listener of listeners) tell(listener, change);
    },
    /** Returns a function that unsubscribes. */
    listen(listener: (change: Change) => void): () => void {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/** The change is stored by now: an error would make the caller send it again. */
function tell(listener: (change: Change) => void, change: Change): void {
  try {
    listener(change);
  } catch (error) {
    console.error(`The local workspace did not pass on ${change.kind}:`, error);
  }
}

type ProjectEventType =
  | 'TASK_CREATED'
  | 'TASK_UPDATED'
  | 'TASK_DELETED'
  | 'TASK_MOVED'
  | 'TASK_RELATION_UPDATED'
  | 'TASK_LABEL_UPDATED'
  | 'COMMENT_UPDATED';

/** Names the changed record, not the change. */
export type LocalEvent =
  /** For all subscribers of the project. */
  | { type: ProjectEventType; projectId: string; taskId: string }
  /** For one person. */
  | { type: 'NOTIFICATION_CREATED'; userId: string };

/** What subscribers receive (docs/service.md#realtime). A change of status also emits a relation event with an empty `taskId`. */
export function eventsOf(change: Change): LocalEvent[] {
  const about = (type: ProjectEventType, task: { id: string; projectId: string }): LocalEvent => ({
    type,
    projectId: task.projectId,
    taskId: task.id,
  });
  switch (change.kind) {
    case 'task-created':
      return [about('TASK_CREATED', change.task)];
    case 'task-deleted':
      return [about('TASK_DELETED', change.task)];
    case 'task-changed': {
      const updated = about('TASK_UPDATED', change.task);
      if (change.field !== 'status') return [updated];
      return [updated, { type: 'TASK_RELATION_UPDATED', projectId: change.task.projectId, taskId: '' }];
    }
    case 'task-moved':
      return [about('TASK_MOVED', change.before), about('TASK_MOVED', change.task)];
    case 'link-changed':
      return [about('TASK_UPDATED', change.task)];
    case 'label-changed':
      return [about('TASK_LABEL_UPDATED', change.task)];
    case 'relation-changed':
      return [about('TASK_RELATION_UPDATED', change.source), about('TASK_RELATION_UPDATED', change.target)];
    case 'comment-created':
    case 'comment-changed':
      return [about('COMMENT_UPDATED', change.task)];
    case 'notified':
      return [{ type: 'NOTIFICATION_CREATED', userId: change.userId }];
    case 'settings-changed':
      return [];
  }
}
