/** Which data a write or an event makes stale. Only that data is read again. Pure. */

import { z } from 'zod';
import type { OutboxItem } from '../../outbox/write-kind.ts';
import type { RealtimeEvent } from '../../service/realtime.ts';
import { ISSUES_IMPORT } from '../projects/index.ts';
import { COMMENT_ADD, COMMENT_DELETE, COMMENT_EDIT } from './comment-writes.ts';
import { LABEL_ATTACH, LABEL_REMOVE } from './label-writes.ts';
import { LINK_ADD, LINK_REMOVE, RELATION_ADD, RELATION_REMOVE } from './relation-writes.ts';
import { CreatedTask, TASK_CREATE } from './task-create-write.ts';

import { TASKS_MOVE, TasksMovePayload } from './task-writes.ts';

/**
 * `task`: the record itself. `others`: its links, read only if the record did not change: servers send the same event for a change
 * of links and of the record.
 */
export type TaskPart = 'task' | 'labels' | 'relations' | 'links' | 'entries' | 'comments' | 'activity' | 'others';

export type AffectedData =
  | { of: 'task'; taskId: string; projectId: string | undefined; parts: readonly TaskPart[] }
  /** Something in a project; the event does not say what. */
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

const WRITE_PARTS: Readonly<Record<string, readonly TaskPart[]>> = {
  [LABEL_ATTACH]: ['labels'],
  [LABEL_REMOVE]: ['labels'],
  [RELATION_ADD]: ['relations'],
  [RELATION_REMOVE]: ['relations'],
  [LINK_ADD]: ['links'],
  [LINK_REMOVE]: ['links'],
  [COMMENT_ADD]: ['comments'],
  [COMMENT_EDIT]: ['comments'],
  [COMMENT_DELETE]: ['comments'],
};

const AboutProject = z.object({ projectId: z.string() });

export function affectedByEvent({ type, projectId, taskId }: RealtimeEvent): AffectedData[] {
  if (!projectId || type.startsWith('NOTIFICATION')) return [{ of: 'notifications' }];
  const parts = EVENT_PARTS[type];
  if (parts !== undefined && taskId) return [{ of: 'task', taskId, projectId, parts }];
  return [{ of: type === 'TASK_RELATION_UPDATED' ? 'progress' : 'project', projectId }];
}

/** `value`: the answer of the service. */
export function affectedByWrite(
  item: Pick<OutboxItem, 'kind' | 'subject' | 'payload'>,
  value: unknown,
): AffectedData[] {
  const { kind, subject, payload } = item;
  const [family = ''] = kind.split('.');
  if (kind === TASKS_MOVE) {
    const { taskIds } = TasksMovePayload.parse(payload);
    return taskIds.map((taskId) => ({ of: 'task', taskId, projectId: undefined, parts: ['task'] }));
  }
  if (family === 'time-entry') return [{ of: 'entry', entryId: subject }];
  const projectId = AboutProject.safeParse(payload).data?.projectId;
  if (kind === ISSUES_IMPORT && projectId !== undefined) return [{ of: 'project', projectId }];
  // The pages of these features read them.
  if (['notification', 'webhook', 'calendar', 'code-host'].includes(family)) return [];
  const taskId = taskOfWrite(item, value);
  if (taskId === undefined) return [{ of: 'workspace' }];
  return [{ of: 'task', taskId, projectId, parts: WRITE_PARTS[kind] ?? ['task'] }];
}

export const TaskReference = z.object({ taskId: z.string() });

/** `value`: the answer of the service. undefined if the write is not about one task. */
export function taskOfWrite(
  { kind, payload }: Pick<OutboxItem, 'kind' | 'payload'>,
  value: unknown,
): string | undefined {
  if (kind === TASK_CREATE) return CreatedTask.safeParse(value).data?.id;
  return TaskReference.safeParse(payload).data?.taskId;
}
