/** Writes that set one field of a task to a value. Everything that differs between these fields is in one table. */
import { z } from 'zod';
import { Priority, type TaskValues } from '../../../shared/contract/task-schema.ts';
import { messages } from '../../../shared/i18n/generated/main.ts';
import { idempotentWrite, replaceWhole } from '../../outbox/idempotent-write.ts';
import type { WriteKind } from '../../outbox/write-kind.ts';
import { affectsTask } from '../../service/affected-data.ts';
import { FullUpdatePayload, fullTaskUpdate } from './task-full-update.ts';
import { ChangedTask } from './task-writes.ts';

/** As stored on disk: an undo restores a date as the service wrote it. */
const StoredValues = z.object({
  priority: Priority,
  dueDate: z.string().nullable(),
  startDate: z.string().nullable(),
}) satisfies z.ZodType<TaskValues>;

type ValuePayload<F extends keyof TaskValues> = ChangedTask & Pick<TaskValues, F>;

interface ValueWrite<F extends keyof TaskValues> {
  write: WriteKind<ValuePayload<F>>;
  /** The text of the toast. */
  changed(payload: ValuePayload<F>): string;
}

export const VALUE_WRITES: { readonly [F in keyof TaskValues]: ValueWrite<F> } = {
  priority: {
    write: replaceWhole(
      idempotentWrite({
        kind: 'task.priority',
        schema: ChangedTask.extend({ priority: StoredValues.shape.priority }),
        affects: affectsTask('task'),
        send: ({ taskId, priority }, client) => client.setTaskPriority(taskId, priority),
        describe: ({ identifier }) => messages.outbox.task.priority({ task: identifier }),
        rejected: ({ identifier }) => messages.outbox.task.priorityRejected({ task: identifier }),
      }),
    ),
    changed: ({ identifier }) => messages.tasks.priority({ task: identifier }),
  },
  dueDate: {
    write: replaceWhole(
      idempotentWrite({
        kind: 'task.due-date',
        schema: ChangedTask.extend({ dueDate: StoredValues.shape.dueDate }),
        affects: affectsTask('task'),
        send: ({ taskId, dueDate }, client) => client.setTaskDueDate(taskId, dueDate),
        describe: ({ identifier }) => messages.outbox.task.dueDate({ task: identifier }),
        rejected: ({ identifier }) => messages.outbox.task.dueDateRejected({ task: identifier }),
      }),
    ),
    changed: ({ identifier, dueDate }) =>
      dueDate === null ? messages.tasks.noDueDate({ task: identifier }) : messages.tasks.dueDate({ task: identifier }),
  },
  startDate: {
    write: replaceWhole(
      fullTaskUpdate({
        kind: 'task.start-date',
        schema: FullUpdatePayload.extend({ startDate: StoredValues.shape.startDate }),
        change: ({ startDate }) => ({ startDate }),
        describe: ({ identifier }) => messages.outbox.task.startDate({ task: identifier }),
        rejected: ({ identifier }) => messages.outbox.task.startDateRejected({ task: identifier }),
      }),
    ),
    changed: ({ identifier, startDate }) =>
      startDate === null
        ? messages.tasks.noStartDate({ task: identifier })
        : messages.tasks.startDate({ task: identifier }),
  },
};

export const VALUE_FIELDS = StoredValues.keyof().options;

export const VALUE_KINDS = VALUE_FIELDS.map((field) => VALUE_WRITES[field].write);

const NAMES: ReadonlySet<string> = new Set(VALUE_KINDS.map(({ kind }) => kind));

/** The write that sets a field of a task, and the text of its toast. Throws for a value that cannot be set. */
export function valueWrite<F extends keyof TaskValues>(
  taskId: string,
  identifier: string,
  field: F,
  value: TaskValues[F],
) {
  const { write, changed } = VALUE_WRITES[field];
  const payload = write.schema.parse({ taskId, identifier, [field]: value });
  return { kind: write.kind, subject: subjectOfValue(taskId, field), payload, text: changed(payload) };
}

/** The outbox subject of a field: `{taskId}:due-date`. */
export const subjectOfValue = (taskId: string, field: keyof TaskValues): string =>
  `${taskId}:${VALUE_WRITES[field].write.kind.slice('task.'.length)}`;

/** The value that a write sets; undefined for other kinds of write. */
export const valueIn = (kind: string, payload: unknown): Partial<TaskValues> | undefined =>
  NAMES.has(kind) ? StoredValues.exactPartial().parse(payload) : undefined;

/** False for a value that cannot be set, such as an unknown priority. */
export const isSettable = <F extends keyof TaskValues>(field: F, value: unknown): value is TaskValues[F] =>
  StoredValues.shape[field].safeParse(value).success;
