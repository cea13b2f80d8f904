/**
 * Overlays pending changes on the records of the service, so that the screen shows a change at once and keeps showing it when an
 * older answer arrives. Pure.
 */

import { z } from 'zod';
import type { CardView } from '../../../shared/contract/board-view.ts';
import type { ReadTaskPage, TaskField } from '../../../shared/contract/task-page.ts';
import type { TaskValues } from '../../../shared/contract/task-schema.ts';
import type { TaskView } from '../../../shared/contract/task-view.ts';
import type { OutboxItem } from '../../outbox/write-kind.ts';
import { descriptionView, withLabelsOfPage } from './read-task-page.ts';
import { VALUE_FIELDS } from './task-field-writes.ts';
import type { PendingChange } from './task-write.ts';
import { taskWrites } from './write-kinds.ts';

/** By task id. */
export type PendingChanges = ReadonlyMap<string, PendingChange>;

/**
 * `items`: open writes, oldest first; other kinds are skipped. `earlier`: changes before them. `sentId` returns the id of a comment at
 * the service, if it has one.
 */
export function pendingChanges(
  items: readonly OutboxItem[],
  earlier?: PendingChanges,
  sentId = (id: string) => id,
): PendingChanges {
  const changes = new Map<string, PendingChange>(earlier);
  for (const item of items) {
    const write = taskWrites.get(item.kind);
    if (write === undefined || (item.state === 'needs-you' && !write.waitsAlone)) continue;
    const payload = write.schema.safeParse(item.payload);
    if (!payload.success) continue;
    const change = write.overlay(payload.data, item, sentId);
    for (const taskId of write.changes?.(payload.data) ?? tasksOf(payload.data))
      changes.set(taskId, merged(changes.get(taskId), change));
  }
  return changes;
}

const merged = (first: PendingChange = {}, then: PendingChange): PendingChange => ({
  ...first,
  ...then,
  ...(first.edits && then.edits && { edits: [...first.edits, ...then.edits] }),
  ...(first.labelEdits && then.labelEdits && { labelEdits: [...first.labelEdits, ...then.labelEdits] }),
});

const edited = <T>(shown: T, edits: readonly ((shown: T) => T)[] = []): T =>
  edits.reduce((before, edit) => edit(before), shown);

/** An assigned task with the change; null if that completes, archives, deletes or reassigns it. */
export function applyPendingToTask(task: TaskView, change: PendingChange | undefined, userId: string): TaskView | null {
  if (change === undefined) return task;
  const { status, assignee, isDeleted } = change;
  if (isDeleted || status?.isFinal || status?.slug === 'archived') return null;
  if (assignee !== undefined && assignee?.id !== userId) return null;
  return taskWithChange(task, change);
}

/** A task of a watched board with the change; null if that completes, archives, deletes or moves it to planned or another project. */
export function applyPendingToWatchedTask(task: TaskView, change: PendingChange | undefined): TaskView | null {
  if (change === undefined) return task;
  const { status, assignee = task.assignee, isDeleted, project } = change;
  if (project !== undefined && project.id !== task.projectId) return null;
  if (isDeleted || status?.isFinal || status?.slug === 'archived' || status?.slug === 'planned') return null;
  return { ...taskWithChange(task, change), assignee };
}

/** A card with the change; null if it is deleted or leaves the project. `isPending`: the service has not accepted it. */
export function applyPendingToCard(
  card: CardView,
  change: PendingChange,
  isPending: boolean,
  projectId: string,
): CardView | null {
  const { assignee = card.assignee, position = card.position, isDeleted, project } = change;
  const isGone = isDeleted || (project !== undefined && project.id !== projectId);
  return isGone ? null : { ...withChange(card, change), assignee, position, isPending };
}

function taskWithChange(task: TaskView, change: PendingChange): TaskView {
  const { status, project } = change;
  const statusName = status?.slug === 'planned' ? null : (status?.name ?? task.statusName);
  const moved = project && { projectId: project.id, projectName: project.name };
  return { ...withChange(task, change), ...moved, statusName };
}

/** Changes the fields that a row, a page and a card share. */
function withChange<T extends Pick<TaskView, 'title' | 'status' | 'labels' | keyof TaskValues>>(
  task: T,
  change: PendingChange,
): T {
  const { title = task.title, status, labelEdits } = change;
  const values = VALUE_FIELDS.flatMap((field) => (change[field] === undefined ? [] : [[field, change[field]]]));
  return {
    ...task,
    title,
    ...(status !== undefined && { status: status.slug }),
    ...Object.fromEntries(values),
    labels: edited(task.labels, labelEdits),
  };
}

export function applyPendingToPage(page: ReadTaskPage, change: PendingChange | undefined): ReadTaskPage {
  if (change === undefined) return page;
  const { assignee = page.assignee, description, edits } = change;
  return withLabelsOfPage({
    ...edited(page, edits),
    task: taskWithChange(page.task, change),
    assignee,
    description: description === undefined ? page.description : descriptionView(description),
  });
}

/** The fields of the task record that a change sets. */
export function pendingFields(change: PendingChange = {}): TaskField[] {
  return TASK_FIELDS.filter((field) => change[field] !== undefined);
}

const TASK_FIELDS = ['title', 'status', 'project', 'assignee', 'description', ...VALUE_FIELDS] as const;

/** The same list if nothing changes it. */
export function applyPendingToList(
  { tasks, total }: { tasks: TaskView[]; total: number },
  changes: PendingChanges,
  userId: string,
): { tasks: TaskView[]; total: number } {
  if (!tasks.some(({ id }) => changes.has(id))) return { tasks, total };
  const changed = tasks.flatMap((task) => applyPendingToTask(task, changes.get(task.id), userId) ?? []);
  return { tasks: changed, total: total - (tasks.length - changed.length) };
}

const TaskReference = z.union([
  z.object({ taskId: z.string() }).transform(({ taskId }) => [taskId]),
  z.object({ taskIds: z.array(z.string()) }).transform(({ taskIds }) => taskIds),
]);

const tasksOf = (payload: unknown): string[] => TaskReference.safeParse(payload).data ?? [];
