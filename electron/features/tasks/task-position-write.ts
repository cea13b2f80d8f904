/**
 * The position of a task in its column. Only the full PUT /task/{id} sets it (docs/service.md#tasks), which clears every field it does
 * not contain: the whole task is read just before and sent back with the new position.
 */
import { z } from 'zod';
import { messages } from '../../../shared/i18n/generated/main.ts';
import { replacing, unreadableField } from '../../outbox/idempotent-write.ts';
import type { WriteKind } from '../../outbox/write-kind.ts';
import type { Client } from '../../service/client.ts';
import { readDescription } from '../../service/read-descriptions.ts';
import { replacedFields, TaskReplacement } from '../../service/records.ts';

export const TASK_POSITION = 'task.position';
export const TaskPositionPayload = z.object({
  taskId: z.string(),
  /** `{projectSlug}-{number}`, for messages. */
  identifier: z.string(),
  /** The slug of the column. */
  status: z.string(),
  position: z.number().int(),
  /** The task to send, as read just before; null until then. */
  whole: TaskReplacement.nullable(),
});
export type TaskPositionPayload = z.infer<typeof TaskPositionPayload>;

export const taskPosition: WriteKind<TaskPositionPayload> = {
  ...replacing<TaskReplacement, TaskPositionPayload>({
    kind: TASK_POSITION,
    schema: TaskPositionPayload,
    read: wholeTask,
    // In another column the position has no meaning.
    replace: async ({ taskId, status }, whole, client) =>
      whole.status === status ? client.replaceTask(taskId, whole) : undefined,
    describe: ({ identifier }) => messages.outbox.task.position({ task: identifier }),
    rejected: ({ identifier }) => messages.outbox.task.positionRejected({ task: identifier }),
  }),
  // The content of the task does not have to stay on disk.
  withoutSecrets: (payload) => ({ ...payload, whole: null }),
};

/** Fields that the PUT would clear or overwrite if they were not read. */
const NEEDED = ['title', 'description', 'status', 'priority', 'startDate', 'dueDate', 'userId'] as const;

/** Throws ServiceError, also if a field could not be read. */
async function wholeTask({ taskId, position }: TaskPositionPayload, client: Client): Promise<TaskReplacement> {
  const task = await client.getTaskAsStored(taskId);
  const replaced = replacedFields(task);
  const field = NEEDED.find((name) => task[name] === undefined || replaced.includes(name));
  if (field !== undefined || replaced.includes('descriptionDeferred')) throw unreadableField(field ?? 'description');
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
