/**
 * What the person changed and the service does not have yet, laid over what the service last said: the screen shows a change at
 * once, and goes on showing it while the answer to an earlier question comes in. Pure.
 */
import { LABEL_ATTACH, LABEL_REMOVE, LabelAttachPayload, LabelRemovePayload } from '../outbox/label-writes.ts';
import type { OutboxItem } from '../outbox/outbox.ts';
import { LINK_REMOVE, LinkRemovePayload, RELATION_REMOVE, RelationRemovePayload } from '../outbox/relation-writes.ts';
import {
  TASK_ASSIGNEE,
  TASK_DUE_DATE,
  TASK_PRIORITY,
  TASK_STATUS,
  TASK_TITLE,
  TASKS_MOVE,
  TaskAssigneePayload,
  TaskDueDatePayload,
  TaskPriorityPayload,
  TaskStatusPayload,
  TasksMovePayload,
  TaskTitlePayload,
} from '../outbox/task-writes.ts';
import type { Priority } from '../service/records.ts';
import type { TaskDetails } from './details-view.ts';
import type { LabelView, TaskView } from './task-view.ts';

/** Only what is changed is there. */
export interface PendingChange {
  status?: { slug: string; name: string; isFinal: boolean };
  priority?: Priority;
  dueDate?: string | null;
  assignee?: { id: string; name: string } | null;
  title?: string;
  /** Ids of labels, relations and links that are taken away. */
  removed?: string[];
  /** Labels that are put on, and names of those that are taken off. */
  labels?: LabelView[];
  unlabelled?: string[];
}

/** By task id. */
export type PendingChanges = ReadonlyMap<string, PendingChange>;

/** `items`: open writes, the oldest first; those of other kinds are passed over. */
export function pendingChanges(items: readonly OutboxItem[]): PendingChanges {
  const changes = new Map<string, PendingChange>();
  const change = (taskId: string, changed: PendingChange) =>
    changes.set(taskId, { ...changes.get(taskId), ...changed });
  const remove = (taskId: string, id: string) =>
    change(taskId, { removed: [...(changes.get(taskId)?.removed ?? []), id] });
  for (const { kind, payload, state } of items) {
    // What the service refused is not how things are.
    if (state === 'needs-you') continue;
    switch (kind) {
      case TASK_STATUS: {
        const { taskId, status, statusName, isFinal } = TaskStatusPayload.parse(payload);
        change(taskId, { status: { slug: status, name: statusName, isFinal } });
        break;
      }
      case TASKS_MOVE: {
        const { taskIds, status, statusName, isFinal } = TasksMovePayload.parse(payload);
        for (const id of taskIds) change(id, { status: { slug: status, name: statusName, isFinal } });
        break;
      }
      case TASK_PRIORITY: {
        const { taskId, priority } = TaskPriorityPayload.parse(payload);
        change(taskId, { priority });
        break;
      }
      case TASK_DUE_DATE: {
        const { taskId, dueDate } = TaskDueDatePayload.parse(payload);
        change(taskId, { dueDate });
        break;
      }
      case TASK_ASSIGNEE: {
        const { taskId, userId, userName } = TaskAssigneePayload.parse(payload);
        change(taskId, { assignee: userId === null ? null : { id: userId, name: userName } });
        break;
      }
      case LABEL_REMOVE: {
        const { taskId, labelId, name } = LabelRemovePayload.parse(payload);
        remove(taskId, labelId);
        change(taskId, { unlabelled: [...(changes.get(taskId)?.unlabelled ?? []), name] });
        break;
      }
      case RELATION_REMOVE: {
        const { taskId, relationId } = RelationRemovePayload.parse(payload);
        remove(taskId, relationId);
        break;
      }
      case LINK_REMOVE: {
        const { taskId, linkId } = LinkRemovePayload.parse(payload);
        remove(taskId, linkId);
        break;
      }
      case LABEL_ATTACH: {
        const { taskId, name, color } = LabelAttachPayload.parse(payload);
        const { labels = [], unlabelled } = changes.get(taskId) ?? {};
        change(taskId, {
          labels: [...labels, { name, color }],
          // Taken off before, it is on again.
          ...(unlabelled && { unlabelled: unlabelled.filter((other) => other !== name) }),
        });
        break;
      }
      case TASK_TITLE: {
        const { taskId, title } = TaskTitlePayload.parse(payload);
        change(taskId, { title });
        break;
      }
    }
  }
  return changes;
}

/** The task as it is with the change; null where it is in nobody's list then: completed, archived or given to somebody else. */
export function changedTask(task: TaskView, change: PendingChange | undefined, userId: string): TaskView | null {
  if (change === undefined) return task;
  const { status, assignee } = change;
  if (status?.isFinal || status?.slug === 'archived') return null;
  if (assignee !== undefined && assignee?.id !== userId) return null;
  return withChange(task, change);
}

function withChange(task: TaskView, { status, priority = task.priority, ...change }: PendingChange): TaskView {
  const { dueDate = task.dueDate, title = task.title, labels = [] } = change;
  const place = status && { status: status.slug, statusName: status.slug === 'planned' ? null : status.name };
  const added = labels.filter(({ name }) => !task.labels.some((label) => label.name === name));
  return { ...task, ...place, priority, dueDate, title, labels: [...task.labels, ...added] };
}

/** A task's page with what is not at the service yet. */
export function changedDetails(details: TaskDetails, change: PendingChange | undefined): TaskDetails {
  if (change === undefined) return details;
  const isLeft = ({ id }: { id: string }) => !change.removed?.includes(id);
  return {
    ...details,
    task: withChange(details.task, change),
    assignee: change.assignee === undefined ? details.assignee : change.assignee,
    labels: details.labels?.filter(isLeft) ?? null,
    relations: details.relations?.filter(isLeft) ?? null,
    links: details.links?.filter(isLeft) ?? null,
  };
}

/** The list with what is not at the service yet. The same list where nothing changes it. */
export function changedList(
  { tasks, total }: { tasks: TaskView[]; total: number },
  changes: PendingChanges,
  userId: string,
): { tasks: TaskView[]; total: number } {
  if (!tasks.some(({ id }) => changes.has(id))) return { tasks, total };
  const changed = tasks.flatMap((task) => changedTask(task, changes.get(task.id), userId) ?? []);
  return { tasks: changed, total: total - (tasks.length - changed.length) };
}
