/** Changes of one field through its own route (docs/service.md#tasks): the full PUT clears every field it does not contain. */

import { z } from 'zod';
import { messages } from '../../../shared/i18n/generated/main.ts';
import { acceptAnyAnswer, idempotentWrite } from '../../outbox/idempotent-write.ts';
import { affectsTask } from '../../service/affected-data.ts';
import type { Client } from '../../service/client.ts';
import { ServiceError } from '../../service/errors.ts';
import { readTaskDescription } from '../../service/read-descriptions.ts';
import { OfTask, type SettingWrite, settingWrite, type TaskWrite } from './task-write.ts';

export const TaskStatusPayload = OfTask.extend({
  /** A column's slug, 'planned' or 'archived'. */
  status: z.string(),
  statusName: z.string(),
  /** Tasks in this column count as completed. */
  isFinal: z.boolean(),
  fromName: z.string(),
});
export type TaskStatusPayload = z.infer<typeof TaskStatusPayload>;

/** PUT /task/status/{id}. */
export const taskStatus = settingWrite({
  kind: 'task.status',
  schema: TaskStatusPayload,
  send: ({ taskId, status }, client) => client.setTaskStatus(taskId, status),
  bulk: { operation: 'updateStatus', value: ({ status }) => status },
  overlay: (payload) => ({ status: progressOf(payload) }),
  describe: ({ identifier, statusName }) => messages.outbox.task.status({ task: identifier, column: statusName }),
  rejected: ({ identifier, fromName }) => messages.outbox.task.statusRejected({ task: identifier, column: fromName }),
});

const progressOf = ({ status, statusName, isFinal }: Pick<TaskStatusPayload, 'status' | 'statusName' | 'isFinal'>) => ({
  slug: status,
  name: statusName,
  isFinal,
});

export const TaskDescriptionPayload = OfTask.extend({
  description: z.string(),
  /** The text before the edit. */
  before: z.string(),
});
export type TaskDescriptionPayload = z.infer<typeof TaskDescriptionPayload>;

/**
 * PUT /task/description/{id}. The current text is read first: another person's newer text must not be replaced before
 * the user has seen it.
 */
export const taskDescription: SettingWrite<TaskDescriptionPayload> = {
  kind: 'task.description',
  schema: TaskDescriptionPayload,
  affects: affectsTask('task'),
  overlay: ({ description }) => ({ description }),
  replacedBy: (later) => TaskDescriptionPayload.safeParse(later).data,
  readsFirst: true,
  async send({ taskId, description, before }, { client }) {
    const current = await readTaskDescription(client, taskId);
    if (current === description) return {};
    if (current !== before)
      throw new ServiceError({ kind: 'rejected', message: messages.outbox.task.descriptionChanged });
    await acceptAnyAnswer(client.setTaskDescription(taskId, description));
    return {};
  },
  async find({ taskId, description }, { client }) {
    return (await readTaskDescription(client, taskId)) === description ? {} : undefined;
  },
  describe: ({ identifier }) => messages.outbox.task.description({ task: identifier }),
  text: ({ description }) => description,
};

export const TasksMovePayload = z.object({
  taskIds: z.array(z.string()).min(1),
  status: z.string(),
  statusName: z.string(),
  isFinal: z.boolean(),
  fromName: z.string(),
});
export type TasksMovePayload = z.infer<typeof TasksMovePayload>;

/** PATCH /task/bulk, updateStatus. The next bulk move may concern other tasks, so it does not replace this one. */
export const tasksMove: TaskWrite<TasksMovePayload> = {
  ...idempotentWrite<TasksMovePayload>({
    kind: 'tasks.move',
    schema: TasksMovePayload,
    affects: ({ taskIds }) => taskIds.flatMap((taskId) => affectsTask('task')({ taskId })),
    send: ({ taskIds, status }, client) => bulk(client, taskIds, status),
    describe: ({ taskIds, statusName }) => messages.outbox.task.moveAll({ tasks: taskIds.length, column: statusName }),
    rejected: ({ taskIds, fromName }) =>
      messages.outbox.task.moveAllRejected({ tasks: taskIds.length, column: fromName }),
  }),
  overlay: (payload) => ({ status: progressOf(payload) }),
};

const bulk = (client: Client, taskIds: string[], value: string) =>
  client.updateTasks({ taskIds, operation: 'updateStatus', value });
