/** Schemas of tasks as rows and cards show them and as they are kept on disk. The window imports only their types, because it has no zod. */

import { z } from 'zod';
import { PRIORITIES } from '../tasks/priority.ts';
import { Instant, Name, Title } from './fields.ts';

export const Priority = z.enum(PRIORITIES.map(({ id }) => id));
export type Priority = z.infer<typeof Priority>;

export const ReadPriority = z.enum([...Priority.options, 'unknown']);

/** Fields of a task that a person sets to a value, each by a write of its own (electron/features/tasks/task-field-writes.ts). */
export const TaskValues = z.object({
  priority: Priority,
  /** Whole days or moments (shared/dates/calendar-day.ts); null for none. */
  dueDate: Instant.nullable(),
  startDate: Instant.nullable(),
});
export type TaskValues = z.infer<typeof TaskValues>;

const Person = z.object({ id: z.string(), name: Name });

const shownFields = {
  id: z.string(),
  /** `{projectSlug}-{number}`, such as PAY-142. */
  identifier: z.string(),
  title: Title,
  /** A column's slug, `planned` or `archived`. */
  status: z.string(),
  priority: ReadPriority,
  /** Whole days or moments (shared/dates/calendar-day.ts). */
  dueDate: z.string().nullable(),
  startDate: z.string().nullable(),
  /** `color`: the service's value, a CSS color in any form or a word. */
  labels: z.array(z.object({ name: Name, color: z.string() })),
};

/** A task as the list, the timer and the tray show it. */
export const TaskSchema = z.object({
  ...shownFields,
  projectId: z.string(),
  projectName: Name,
  statusName: Name.nullable(),
  /** Absent from lists, which the service gives without it. */
  startDate: z.string().nullable().optional(),
  /** Absent from tasks that are known to be the person's own. */
  assignee: Person.nullable().optional(),
  /** The account that it belongs to, if several are open. */
  accountId: z.string().optional(),
});

/** The task data stored with a time entry, so that it can be shown offline. */
export const TaskRefSchema = z.object({
  taskId: z.string(),
  identifier: z.string(),
  title: z.string(),
  /** Missing in entries that were stored before it was kept. */
  projectId: z.string().exactOptional(),
  projectName: z.string(),
  /** The account that it belongs to, if several are open. */
  accountId: z.string().exactOptional(),
});

/** A task on its board. */
export const CardSchema = z.object({
  ...shownFields,
  assignee: Person.nullable(),
  /** Direct subtasks; null if the service does not count them. */
  subtasks: z.object({ completed: z.number(), total: z.number() }).nullable(),
  /** Order within the column, ascending; then by number. */
  position: z.number(),
  number: z.number(),
  /** Has changes that the service has not confirmed. */
  isPending: z.boolean(),
});
