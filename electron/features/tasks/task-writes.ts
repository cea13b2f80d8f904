/** Changes of one field through its own route (docs/service.md#tasks): the full PUT clears every field it does not contain. */

import { z } from 'zod';
import { messages } from '../../../shared/i18n/generated/main.ts';
import { acceptAnyAnswer, type IdempotentWrite, idempotentWrite, replaceWhole } from '../../outbox/idempotent-write.ts';
import type { WriteKind } from '../../outbox/write-kind.ts';
import { affectsTask } from '../../service/affected-data.ts';
import type { Client } from '../../service/client.ts';
import { ServiceError } from '../../service/errors.ts';
import { readTaskDescription } from '../../service/read-descriptions.ts';

export const ChangedTask = z.object({
  taskId: z.string(),
  /** `{projectSlug}-{number}`, for messages. */
  identifier: z.string(),
});

export type ChangedTask = z.infer<typeof ChangedTask>;

export const TASK_STATUS = 'task.status';
export const TaskStatusPayload = ChangedTask.extend({
  /** A column's slug, 'planned' or 'archived'. */
  status: z.string(),
  statusName: z.string(),
  /** Tasks in this column count as completed. */
  isFinal: z.boolean(),
  fromName: z.string(),
});
export type TaskStatusPayload = z.infer<typeof TaskStatusPayload>;

/** PUT /task/status/{id}. */
export const taskStatus = replaceWhole(
  idempotentWrite({
    kind: TASK_STATUS,
    schema: TaskStatusPayload,
    affects: affectsTask('task'),
    send: ({ taskId, status }, client) => client.setTaskStatus(taskId, status),
    describe: ({ identifier, statusName }) => messages.outbox.task.status({ task: identifier, column: statusName }),
    rejected: ({ identifier, fromName }) => messages.outbox.task.statusRejected({ task: identifier, column: fromName }),
  }),
);

export const TASK_ASSIGNEE = 'task.assignee';
/** null: unassigned. */
export const TaskAssigneePayload = ChangedTask.extend({ userId: z.string().nullable(), userName: z.string() });
export type TaskAssigneePayload = z.infer<typeof TaskAssigneePayload>;

/** PUT /task/assignee/{id}. */
export const taskAssignee = replaceWhole(
  idempotentWrite({
    kind: TASK_ASSIGNEE,
    schema: TaskAssigneePayload,
    affects: affectsTask('task'),
    send: ({ taskId, userId }, client) => client.setTaskAssignee(taskId, userId),
    describe: ({ identifier, userId, userName }) =>
      userId === null
        ? messages.outbox.task.assignNobody({ task: identifier })
        : messages.outbox.task.assign({ task: identifier, person: userName }),
    rejected: ({ identifier }) => messages.outbox.task.assignRejected({ task: identifier }),
  }),
);

export const TASK_TITLE = 'task.title';
export const TaskTitlePayload = ChangedTask.extend({ title: z.string().min(1) });
export type TaskTitlePayload = z.infer<typeof TaskTitlePayload>;

/** PUT /task/title/{id}. A rejected title waits for the user, so that the text is not lost. */
export const taskTitle: WriteKind<TaskTitlePayload> = replaceWhole(
  keepingRejected({
    kind: TASK_TITLE,
    schema: TaskTitlePayload,
    affects: affectsTask('task'),
    send: ({ taskId, title }, client) => client.setTaskTitle(taskId, title),
    describe: ({ identifier, title }) => messages.outbox.task.title({ task: identifier, title }),
  }),
);

export const TASK_DESCRIPTION = 'task.description';
export const TaskDescriptionPayload = ChangedTask.extend({
  description: z.string(),
  /** The text before the edit. */
  before: z.string(),
});
export type TaskDescriptionPayload = z.infer<typeof TaskDescriptionPayload>;

/**
 * PUT /task/description/{id}. The current text is read first: another person's newer text must not be replaced before
 * the user has seen it.
 */
export const taskDescription: WriteKind<TaskDescriptionPayload> = replaceWhole({
  kind: TASK_DESCRIPTION,
  schema: TaskDescriptionPayload,
  affects: affectsTask('task'),
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

function keepingRejected<P>(one: Omit<IdempotentWrite<P>, 'rejected'>): WriteKind<P> {
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

/** PATCH /task/bulk, updateStatus. The next bulk move may concern other tasks, so it does not replace this one. */
export const tasksMove = idempotentWrite({
  kind: TASKS_MOVE,
  schema: TasksMovePayload,
  affects: ({ taskIds }) => taskIds.flatMap((taskId) => affectsTask('task')({ taskId })),
  send: ({ taskIds, status }, client) => bulk(client, taskIds, status),
  describe: ({ taskIds, statusName }) => messages.outbox.task.moveAll({ tasks: taskIds.length, column: statusName }),
  rejected: ({ taskIds, fromName }) =>
    messages.outbox.task.moveAllRejected({ tasks: taskIds.length, column: fromName }),
});

const bulk = (client: Client, taskIds: string[], value: string) =>
  client.updateTasks({ taskIds, operation: 'updateStatus', value });
