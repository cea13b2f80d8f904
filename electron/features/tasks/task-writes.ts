/** Changes of a task through the service's narrow routes (docs/service.md#tasks): the full PUT would clear what it does not carry. */

import { z } from 'zod';
import { Priority } from '../../../shared/contract/task-schema.ts';
import { messages } from '../../../shared/i18n/main-messages.ts';
import { acceptAnyAnswer, type IdempotentWrite, idempotentWrite, replaceWhole } from '../../outbox/idempotent-write.ts';
import type { WriteKind } from '../../outbox/write-kind.ts';
import type { Client } from '../../service/client.ts';
import { ServiceError } from '../../service/errors.ts';
import { readTaskDescription } from '../../service/read-descriptions.ts';

const Changed = z.object({
  taskId: z.string(),
  /** `{projectSlug}-{number}`, for words. */
  identifier: z.string(),
});

export const TASK_STATUS = 'task.status';
export const TaskStatusPayload = Changed.extend({
  /** A column's slug, 'planned' or 'archived'. */
  status: z.string(),
  statusName: z.string(),
  /** The task counts as completed there, or lies outside the board. */
  isFinal: z.boolean(),
  fromName: z.string(),
});
export type TaskStatusPayload = z.infer<typeof TaskStatusPayload>;

/** PUT /task/status/{id}. */
export const taskStatus = replaceWhole(
  idempotentWrite({
    kind: TASK_STATUS,
    schema: TaskStatusPayload,
    send: ({ taskId, status }, client) => client.setTaskStatus(taskId, status),
    describe: ({ identifier, statusName }) => messages.outbox.task.status({ task: identifier, column: statusName }),
    rejected: ({ identifier, fromName }) => messages.outbox.task.statusRejected({ task: identifier, column: fromName }),
  }),
);

export const TASK_PRIORITY = 'task.priority';
export const TaskPriorityPayload = Changed.extend({ priority: Priority });
export type TaskPriorityPayload = z.infer<typeof TaskPriorityPayload>;

/** PUT /task/priority/{id}. */
export const taskPriority = replaceWhole(
  idempotentWrite({
    kind: TASK_PRIORITY,
    schema: TaskPriorityPayload,
    send: ({ taskId, priority }, client) => client.setTaskPriority(taskId, priority),
    describe: ({ identifier }) => messages.outbox.task.priority({ task: identifier }),
    rejected: ({ identifier }) => messages.outbox.task.priorityRejected({ task: identifier }),
  }),
);

export const TASK_DUE_DATE = 'task.due-date';
/** null clears it. */
export const TaskDueDatePayload = Changed.extend({ dueDate: z.string().nullable() });
export type TaskDueDatePayload = z.infer<typeof TaskDueDatePayload>;

/** PUT /task/due-date/{id}. */
export const taskDueDate = replaceWhole(
  idempotentWrite({
    kind: TASK_DUE_DATE,
    schema: TaskDueDatePayload,
    send: ({ taskId, dueDate }, client) => client.setTaskDueDate(taskId, dueDate),
    describe: ({ identifier }) => messages.outbox.task.dueDate({ task: identifier }),
    rejected: ({ identifier }) => messages.outbox.task.dueDateRejected({ task: identifier }),
  }),
);

export const TASK_ASSIGNEE = 'task.assignee';
/** null: nobody. */
export const TaskAssigneePayload = Changed.extend({ userId: z.string().nullable(), userName: z.string() });
export type TaskAssigneePayload = z.infer<typeof TaskAssigneePayload>;

/** PUT /task/assignee/{id}. */
export const taskAssignee = replaceWhole(
  idempotentWrite({
    kind: TASK_ASSIGNEE,
    schema: TaskAssigneePayload,
    send: ({ taskId, userId }, client) => client.setTaskAssignee(taskId, userId),
    describe: ({ identifier, userId, userName }) =>
      userId === null
        ? messages.outbox.task.assignNobody({ task: identifier })
        : messages.outbox.task.assign({ task: identifier, person: userName }),
    rejected: ({ identifier }) => messages.outbox.task.assignRejected({ task: identifier }),
  }),
);

export const TASK_TITLE = 'task.title';
export const TaskTitlePayload = Changed.extend({ title: z.string().min(1) });
export type TaskTitlePayload = z.infer<typeof TaskTitlePayload>;

/** PUT /task/title/{id}. What was typed must not be lost: a rejection waits for the person. */
export const taskTitle: WriteKind<TaskTitlePayload> = replaceWhole(
  withoutPuttingBack({
    kind: TASK_TITLE,
    schema: TaskTitlePayload,
    send: ({ taskId, title }, client) => client.setTaskTitle(taskId, title),
    describe: ({ identifier, title }) => messages.outbox.task.title({ task: identifier, title }),
  }),
);

export const TASK_DESCRIPTION = 'task.description';
export const TaskDescriptionPayload = Changed.extend({
  description: z.string(),
  /** What the person had before them. */
  before: z.string(),
});
export type TaskDescriptionPayload = z.infer<typeof TaskDescriptionPayload>;

/**
 * PUT /task/description/{id}. The service replaces whatever it has, so it is read first: what somebody else wrote meanwhile is not
 * overwritten before the person has seen it.
 */
export const taskDescription: WriteKind<TaskDescriptionPayload> = replaceWhole({
  kind: TASK_DESCRIPTION,
  schema: TaskDescriptionPayload,
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
});

function withoutPuttingBack<P>(one: Omit<IdempotentWrite<P>, 'rejected'>): WriteKind<P> {
  const { rejected: _, ...kind } = idempotentWrite({ ...one, rejected: () => '' });
  return kind;
}

export const TASKS_MOVE = 'tasks.move';
export const TasksMovePayload = z.object({
  taskIds: z.array(z.string()).min(1),
  status: z.string(),
  statusName: z.string(),
  isFinal: z.boolean(),
  fromName: z.string(),
});
export type TasksMovePayload = z.infer<typeof TasksMovePayload>;

/** PATCH /task/bulk, updateStatus: many tasks at once. Others are moved by the next one, so that none gives way to it. */
export const tasksMove = idempotentWrite({
  kind: TASKS_MOVE,
  schema: TasksMovePayload,
  send: ({ taskIds, status }, client) => bulk(client, taskIds, status),
  describe: ({ taskIds, statusName }) => messages.outbox.task.moveAll({ tasks: taskIds.length, column: statusName }),
  rejected: ({ taskIds, fromName }) =>
    messages.outbox.task.moveAllRejected({ tasks: taskIds.length, column: fromName }),
});

const bulk = (client: Client, taskIds: string[], value: string) =>
  client.updateTasks({ taskIds, operation: 'updateStatus', value });
