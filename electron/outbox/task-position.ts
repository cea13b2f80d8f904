/**
 * The place of a task in its column. `position` travels only in the full PUT /task/{id} (field notes 9), which clears what it does
 * not carry: the task is read just before, whole, and sent back with another position.
 */
import { z } from 'zod';
import type { Client } from '../service/client.ts';
import { readDescription } from '../service/descriptions.ts';
import { ServiceError } from '../service/errors.ts';
import { replacedIn, TaskReplacement } from '../service/records.ts';
import { words } from '../words/index.ts';
import { taken } from './setting.ts';
import type { WriteKind } from './write.ts';

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
  kind: TASK_POSITION,
  schema: TaskPositionPayload,
  async prepare(payload, { client }) {
    return { ...payload, whole: await wholeTask(client, payload) };
  },
  // It may have changed since the answer was lost.
  again: (payload) => ({ ...payload, whole: null }),
  async send(payload, { client }) {
    const whole = payload.whole ?? (await wholeTask(client, payload));
    // Moved to another column meanwhile, or not moved to this one: it has no place here.
    if (whole.status === payload.status) await taken(client.replaceTask(payload.taskId, whole));
    return {};
  },
  find: async () => undefined,
  describe: ({ identifier }) => words.outbox.task.position(identifier),
  refused: ({ identifier }) => words.outbox.task.positionRefused(identifier),
  // What is written in the task need not stay on disk.
  withoutSecrets: (payload) => ({ ...payload, whole: null }),
};

/** Fields that would be cleared, or overwritten with something else, where they were not read. */
const NEEDED = ['title', 'description', 'status', 'priority', 'startDate', 'dueDate', 'userId'] as const;

/** Throws ServiceError, also where a part of the task could not be read. */
async function wholeTask(
  client: Client,
  { taskId, position }: Pick<TaskPositionPayload, 'taskId' | 'position'>,
): Promise<TaskReplacement> {
  const task = await client.getTask(taskId);
  const odd = replacedIn(task);
  const field = NEEDED.find((name) => task[name] === undefined || odd.includes(name));
  if (field !== undefined || odd.includes('descriptionDeferred')) throw unreadable(field ?? 'description');
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
  if (!whole.success) throw unreadable(String(whole.error.issues[0]?.path[0] ?? ''));
  return whole.data;
}

const unreadable = (path: string): ServiceError =>
  new ServiceError({ kind: 'malformed', neverLeft: true, fault: { is: 'field', path, what: 'is wrong' } });
