/**
 * The place of a task in its column. `position` travels only in the full PUT /task/{id} (docs/service.md#tasks), which clears what it does
 * not carry: the task is read just before, whole, and sent back with another position.
 */
import { z } from 'zod';
import { messages } from '../../../shared/i18n/main-messages.ts';
import { replacing, unreadableField } from '../../outbox/idempotent-write.ts';
import type { WriteKind } from '../../outbox/write-kind.ts';
import type { Client } from '../../service/client.ts';
import { readDescription } from '../../service/read-descriptions.ts';
import { replacedIn, TaskReplacement } from '../../service/records.ts';

export const TASK_POSITION = 'task.position';
export const TaskPositionPayload = z.object({
  taskId: z.string(),
  /** `{projectSlug}-{number}`, for words. */
  identifier: z.string(),
  /** The slug of the column it is a place in. */
  status: z.string(),
  position: z.number().int(),
  /** What is sent: the task as it was just before; null until then. */
  whole: TaskReplacement.nullable(),
});
export type TaskPositionPayload = z.infer<typeof TaskPositionPayload>;

export const taskPosition: WriteKind<TaskPositionPayload> = {
  ...replacing<TaskReplacement, TaskPositionPayload>({
    kind: TASK_POSITION,
    schema: TaskPositionPayload,
    read: wholeTask,
    // Moved to another column meanwhile, or not moved to this one: it has no place here.
    replace: async ({ taskId, status }, whole, client) =>
      whole.status === status ? client.replaceTask(taskId, whole) : undefined,
    describe: ({ identifier }) => messages.outbox.task.position({ task: identifier }),
    rejected: ({ identifier }) => messages.outbox.task.positionRejected({ task: identifier }),
  }),
  // What is written in the task need not stay on disk.
  withoutSecrets: (payload) => ({ ...payload, whole: null }),
};

/** Fields that would be cleared, or overwritten with something else, where they were not read. */
const NEEDED = ['title', 'description', 'status', 'priority', 'startDate', 'dueDate', 'userId'] as const;

/** Throws ServiceError, also where a part of the task could not be read. */
async function wholeTask({ taskId, position }: TaskPositionPayload, client: Client): Promise<TaskReplacement> {
  const task = await client.getTaskAsStored(taskId);
  const odd = replacedIn(task);
  const field = NEEDED.find((name) => task[name] === undefined || odd.includes(name));
  if (field !== undefined || odd.includes('descriptionDeferred')) throw unreadableField(field ?? 'description');
  const { projectId, title, status, priority, startDate, dueDate, userId } = task;
  const description = task.descriptionDeferred
    ? await readDescription(client, { of: 'task', taskId })
    : (task.description ?? '');
  const whole = TaskReplacement.safeParse({
    projectId,
    title,
    description,
    status,
    priority: priority ?? 'no-priority',
    position,
    ...(startDate && { startDate }),
    ...(dueDate && { dueDate }),
    ...(userId && { userId }),
  });
  if (!whole.success) throw unreadableField(String(whole.error.issues[0]?.path[0] ?? ''));
  return whole.data;
}
