/** Writes that set one field of a task; another write of the same kind undoes them. */
import { z } from 'zod';
import { Priority, type TaskValues } from '../../../shared/contract/task-schema.ts';
import { messages } from '../../../shared/i18n/generated/main.ts';
import { replaceWhole } from '../../outbox/idempotent-write.ts';
import { FullUpdatePayload, fullTaskUpdate } from './task-full-update.ts';
import { findField, OfField, type OfTask, type SettingWrite, settingWrite, type TaskFields } from './task-write.ts';

/** As stored on disk: an undo restores a date as the service wrote it. */
const StoredValues = z.object({
  priority: Priority,
  dueDate: z.string().nullable(),
  startDate: z.string().nullable(),
}) satisfies z.ZodType<TaskValues>;

export const VALUE_FIELDS = StoredValues.keyof().options;

interface FieldWrite<V> {
  write: SettingWrite<OfTask>;
  /** The payload that sets a value; undefined for a value that cannot be set, such as an unknown priority. */
  payload: (task: OfTask, value: V, from: V | undefined) => OfField | undefined;
  /** The text of the toast. */
  changed: (task: { task: string }, value: V) => string;
}

/** `fields`: the payload of a value, without the task. */
function fieldWrite<V, P extends OfField>(
  write: SettingWrite<P>,
  fields: (value: V) => Omit<P, keyof OfField>,
  changed: FieldWrite<V>['changed'],
): FieldWrite<V> {
  return {
    write,
    payload(task, value, before) {
      // The field itself comes first.
      const [from] = before === undefined ? [] : Object.values(fields(before));
      return write.schema.safeParse({ ...task, ...fields(value), from }).data;
    },
    changed,
  };
}

export const FIELD_WRITES: { readonly [F in keyof TaskFields]: FieldWrite<TaskFields[F]> } = {
  priority: fieldWrite(
    settingWrite({
      kind: 'task.priority',
      field: 'priority',
      schema: OfField.extend({ priority: StoredValues.shape.priority }),
      send: ({ taskId, priority }, client) => client.setTaskPriority(taskId, priority),
      bulk: { operation: 'updatePriority', value: ({ priority }) => priority },
      overlay: ({ priority }) => ({ priority }),
      describe: ({ identifier }) => messages.outbox.task.priority({ task: identifier }),
      rejected: ({ identifier }) => messages.outbox.task.priorityRejected({ task: identifier }),
    }),
    (priority) => ({ priority }),
    (task) => messages.tasks.priority(task),
  ),
  dueDate: fieldWrite(
    settingWrite({
      kind: 'task.due-date',
      field: 'dueDate',
      schema: OfField.extend({ dueDate: StoredValues.shape.dueDate }),
      send: ({ taskId, dueDate }, client) => client.setTaskDueDate(taskId, dueDate),
      bulk: { operation: 'updateDueDate', value: ({ dueDate }) => dueDate },
      overlay: ({ dueDate }) => ({ dueDate }),
      describe: ({ identifier }) => messages.outbox.task.dueDate({ task: identifier }),
      rejected: ({ identifier }) => messages.outbox.task.dueDateRejected({ task: identifier }),
    }),
    (dueDate) => ({ dueDate }),
    (task, dueDate) => (dueDate === null ? messages.tasks.noDueDate(task) : messages.tasks.dueDate(task)),
  ),
  startDate: fieldWrite(
    {
      ...replaceWhole(
        fullTaskUpdate({
          kind: 'task.start-date',
          schema: FullUpdatePayload.extend({ startDate: StoredValues.shape.startDate }),
          change: ({ startDate }) => ({ startDate }),
          describe: ({ identifier }) => messages.outbox.task.startDate({ task: identifier }),
          rejected: ({ identifier }) => messages.outbox.task.startDateRejected({ task: identifier }),
        }),
      ),
      find: findField('startDate', ({ identifier }) => messages.outbox.task.startDate({ task: identifier })),
      keepFields: ({ from }, next) => ({ ...next, from }),
      overlay: ({ startDate }) => ({ startDate }),
    },
    (startDate) => ({ startDate, whole: null }),
    (task, startDate) => (startDate === null ? messages.tasks.noStartDate(task) : messages.tasks.startDate(task)),
  ),
  /** A rejected title waits for the user, so that the text is not lost. */
  title: fieldWrite(
    settingWrite({
      kind: 'task.title',
      field: 'title',
      schema: OfField.extend({ title: z.string().min(1) }),
      send: ({ taskId, title }, client) => client.setTaskTitle(taskId, title),
      overlay: ({ title }) => ({ title }),
      describe: ({ identifier, title }) => messages.outbox.task.title({ task: identifier, title }),
    }),
    (title) => ({ title }),
    (task) => messages.tasks.title(task),
  ),
  assignee: fieldWrite(
    settingWrite({
      kind: 'task.assignee',
      field: 'userId',
      /** A null id: unassigned. */
      schema: OfField.extend({ userId: z.string().nullable(), userName: z.string() }),
      send: ({ taskId, userId }, client) => client.setTaskAssignee(taskId, userId),
      bulk: { operation: 'updateAssignee', value: ({ userId }) => userId },
      overlay: ({ userId, userName }) => ({ assignee: userId === null ? null : { id: userId, name: userName } }),
      describe: ({ identifier, userId, userName }) =>
        userId === null
          ? messages.outbox.task.assignNobody({ task: identifier })
          : messages.outbox.task.assign({ task: identifier, person: userName }),
      rejected: ({ identifier }) => messages.outbox.task.assignRejected({ task: identifier }),
    }),
    (person) => ({ userId: person?.id ?? null, userName: person?.name ?? '' }),
    ({ task }, person) =>
      person === null
        ? messages.tasks.assignedNobody({ task })
        : messages.tasks.assigned({ task, person: person.name }),
  ),
};
