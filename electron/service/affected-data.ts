/** Which data a realtime event or a write makes stale. Only that data is read again. Pure. */
import type { RealtimeEvent } from './realtime.ts';

/**
 * `task`: the record itself. `others`: its links, read only if the record did not change: servers send the same event for a change
 * of links and of the record.
 */
export type TaskPart = 'task' | 'labels' | 'relations' | 'links' | 'entries' | 'comments' | 'activity' | 'others';

export type AffectedData =
  | { of: 'task'; taskId: string; projectId: string | undefined; parts: readonly TaskPart[] }
  /** A project; the event does not name the part. */
  | { of: 'project'; projectId: string }
  /** The numbers of completed subtasks in a project. */
  | { of: 'progress'; projectId: string }
  /** An own time entry. */
  | { of: 'entry'; entryId: string }
  /** The workspace's projects, labels or columns. */
  | { of: 'workspace' }
  /** The service's notifications. */
  | { of: 'notifications' };

/** docs/service.md#realtime */
const EVENT_PARTS: Readonly<Record<string, readonly TaskPart[]>> = {
  TASK_CREATED: ['task'],
  TASK_UPDATED: ['task', 'others'],
  TASK_DELETED: ['task'],
  // The labels move with the task and get other ids.
  TASK_MOVED: ['task', 'labels'],
  TASK_LABEL_UPDATED: ['labels'],
  TASK_RELATION_UPDATED: ['relations'],
  COMMENT_UPDATED: ['comments'],
};

export function affectedByEvent({ type, projectId, taskId }: RealtimeEvent): AffectedData[] {
  if (!projectId || type.startsWith('NOTIFICATION')) return [{ of: 'notifications' }];
  const parts = EVENT_PARTS[type];
  if (parts !== undefined && taskId) return [{ of: 'task', taskId, projectId, parts }];
  return [{ of: type === 'TASK_RELATION_UPDATED' ? 'progress' : 'project', projectId }];
}

// What a write affects, for its WriteKind.

export const affectsTask =
  (...parts: readonly TaskPart[]) =>
  ({ taskId, projectId }: { taskId: string; projectId?: string }): AffectedData[] => [
    { of: 'task', taskId, projectId, parts },
  ];

/** The subject is the time entry. */
export const affectsEntry = (_: unknown, { subject }: { subject: string }): AffectedData[] => [
  { of: 'entry', entryId: subject },
];

export const affectsWorkspace = (): AffectedData[] => [{ of: 'workspace' }];

/** Only the page of the change shows the data, and that page reads it again itself. */
export const affectsNothing = (): AffectedData[] => [];
