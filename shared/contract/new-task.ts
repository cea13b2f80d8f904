/** A new task, as quick add parsed it and the person confirmed it. */

import { z } from 'zod';
import { MAX_KEPT_TITLE } from '../limits.ts';
import { requiredLine, typedLine } from './fields.ts';
import { Priority } from './task-schema.ts';

const Id = z.string().min(1).max(200);

/** An existing label, or a new one. */
export const NewTaskLabel = z.union([
  z.object({ id: Id, name: requiredLine(200), color: z.string().max(100) }).strict(),
  z.object({ name: requiredLine(200) }).strict(),
]);
export type NewTaskLabel = z.infer<typeof NewTaskLabel>;

export const NewTask = z
  .object({
    projectId: Id,
    /** For texts: the task becomes `{projectSlug}-{number}`. */
    projectSlug: typedLine(100),
    title: requiredLine(MAX_KEPT_TITLE),
    /** May have several lines, or be empty. */
    description: z.string().max(100_000),
    priority: Priority,
    /** The slug of a column. */
    status: z.string().min(1).max(200),
    /** Whole days or moments (shared/dates/calendar-day.ts). */
    startDate: z.iso.datetime().exactOptional(),
    dueDate: z.iso.datetime().exactOptional(),
    /** The assignee. */
    userId: Id.optional(),
    labels: z.array(NewTaskLabel).max(50),
  })
  .strict();
export type NewTask = z.infer<typeof NewTask>;
