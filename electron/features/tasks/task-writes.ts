/**
 * Changes of one field through its own route (docs/service.md#tasks): the full PUT clears every field it does not contain. Moving a task
 * to another project, and deleting it.
 */

import { z } from 'zod';
import { messages } from '../../../shared/i18n/generated/main.ts';
import { acceptAnyAnswer, ignoreMissing } from '../../outbox/answers.ts';
import { idempotentWrite } from '../../outbox/idempotent-write.ts';
import type { WriteKind } from '../../outbox/write-kind.ts';
import { affectsTask } from '../../service/affected-data.ts';
import { ServiceError } from '../../service/errors.ts';
import { inBulk, OfField, OfTask, type SettingWrite, settingWrite, type TaskWrite } from './task-write.ts';

export const TaskStatusPayload = OfField.extend({
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
  field: 'status',
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

export const TasksMovePayload = TaskStatusPayload.omit({ taskId: true, identifier: true, from: true }).extend({
  taskIds: z.array(z.string()).min(1),
});
export type TasksMovePayload = z.infer<typeof TasksMovePayload>;

/** PATCH /task/bulk, updateStatus. The next bulk move may concern other tasks, so it does not replace this one. */
export const tasksMove: TaskWrite<TasksMovePayload> = {
  ...idempotentWrite<TasksMovePayload>({
    kind: 'tasks.move',
    schema: TasksMovePayload,
    affects: ({ taskIds }) => taskIds.flatMap((taskId) => affectsTask('task')({ taskId })),
    send: ({ taskIds, status }, client) => client.updateTasks({ taskIds, operation: 'updateStatus', value: status }),
    describe: ({ taskIds, statusName }) => messages.outbox.task.moveAll({ tasks: taskIds.length, column: statusName }),
    rejected: ({ taskIds, fromName }) =>
      messages.outbox.task.moveAllRejected({ tasks: taskIds.length, column: fromName }),
  }),
  overlay: (payload) => ({ status: progressOf(payload) }),
};

export const TaskProjectPayload = OfTask.extend({
  fromProjectId: z.string(),
  fromProjectName: z.string(),
  projectId: z.string(),
  projectName: z.string(),
  /** Where the service will put it; null if the columns there are not known. */
  place: z.object({ slug: z.string(), name: z.string(), isFinal: z.boolean() }).nullable(),
});
export type TaskProjectPayload = z.infer<typeof TaskProjectPayload>;

/**
 * PUT /task/move/{id}. The time entries, labels and comments go along; the number changes. It is rejected if the task is there already,
 * so after a lost answer its project is read.
 */
export const taskProject: SettingWrite<TaskProjectPayload> = {
  kind: 'task.project',
  schema: TaskProjectPayload,
  affects: ({ taskId, fromProjectId, projectId }) => [
    { of: 'task', taskId, projectId: fromProjectId, parts: ['task', 'labels'] },
    { of: 'project', projectId },
  ],
  overlay: ({ projectId, projectName, fromProjectId, fromProjectName, place }) => ({
    project: { id: projectId, name: projectName, from: { id: fromProjectId, name: fromProjectName } },
    ...(place && { status: place }),
  }),
  async send({ taskId, projectId }, { client }) {
    await acceptAnyAnswer(client.moveTask(taskId, projectId));
    return {};
  },
  async find({ taskId, projectId }, { client }) {
    return (await client.getTask(taskId)).projectId === projectId ? {} : undefined;
  },
  describe: ({ identifier, projectName }) => messages.outbox.task.project({ task: identifier, project: projectName }),
  rejected: ({ identifier, fromProjectName }) =>
    messages.outbox.task.projectRejected({ task: identifier, project: fromProjectName }),
};

/**
 * PATCH /task/bulk, delete (docs/service.md#tasks), for undoing a creation. Without the permission or the route, the task is archived
 * instead.
 */
export const taskDelete: WriteKind<OfTask> = {
  kind: 'task.delete',
  schema: OfTask,
  affects: affectsTask('task'),
  async send({ taskId: id }, { client }, { serverId: taskId = id }) {
    try {
      await acceptAnyAnswer(client.updateTasks({ taskIds: [taskId], operation: 'delete' }));
    } catch (error) {
      const isRejected = error instanceof ServiceError && error.kind === 'rejected' && !error.isTransient;
      if (!isRejected || error.status === 401) throw error;
      await ignoreMissing(acceptAnyAnswer(client.setTaskStatus(taskId, 'archived')));
    }
    return {};
  },
  find: async () => undefined,
  describe: ({ identifier }) => messages.outbox.task.takeBack({ task: identifier || null }),
  rejected: ({ identifier }) => messages.outbox.task.takeBackRejected({ task: identifier || null }),
};

/** DELETE /task/{id}, on the user's request. */
export const taskRemove: SettingWrite<OfTask> = {
  ...idempotentWrite<OfTask>({
    kind: 'task.remove',
    schema: OfTask,
    affects: affectsTask('task'),
    send: ({ taskId }, client) => ignoreMissing(client.deleteTask(taskId)),
    describe: ({ identifier }) => messages.outbox.task.delete({ task: identifier }),
    rejected: ({ identifier }) => messages.outbox.task.deleteRejected({ task: identifier }),
  }),
  together: inBulk({ operation: 'delete', value: () => null }),
  overlay: () => ({ isDeleted: true }),
};
