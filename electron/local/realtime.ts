/** Realtime events (docs/service.md#realtime). They name the changed record, not the change. */
import type { Change } from './change-events.ts';

type ProjectEventType =
  | 'TASK_CREATED'
  | 'TASK_UPDATED'
  | 'TASK_DELETED'
  | 'TASK_MOVED'
  | 'TASK_RELATION_UPDATED'
  | 'TASK_LABEL_UPDATED'
  | 'COMMENT_UPDATED';

export type LocalEvent =
  /** For all subscribers of the project. */
  | { type: ProjectEventType; projectId: string; taskId: string }
  /** For one person. */
  | { type: 'NOTIFICATION_CREATED'; userId: string };

/** A change of status also emits a relation event with an empty `taskId`. */
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
