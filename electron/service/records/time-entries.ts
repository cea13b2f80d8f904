/** Time entries (docs/service.md#time-entries). */
import { z } from 'zod';
import { Name } from '../../../shared/contract/fields.ts';
import { Id, NO_TIME, Timestamp } from './common.ts';
import { listOf, oneOf, type Repaired } from './lenient.ts';

/** An entry without `endTime` is running, regardless of `duration` (whole seconds). Only the list of a task has `userName`. */
export const TimeEntry = z.object({
  id: Id.min(1),
  taskId: Id,
  userId: Id.nullable(),
  userName: Name.nullish(),
  description: z.string().nullable(),
  startTime: Timestamp,
  endTime: Timestamp.nullish(),
  duration: z.number().nullable(),
  createdAt: Timestamp,
});
export type TimeEntry = z.infer<typeof TimeEntry> & Repaired;

/** `userId` and `endTime` are required: null would mean an entry without an owner, or a running one. */
const ENTRY_OPTIONS = {
  fallback: { taskId: '', createdAt: NO_TIME },
  required: ['userId' as const, 'endTime' as const],
};
export const TimeEntries = listOf('entry', TimeEntry, ENTRY_OPTIONS);
export const SingleTimeEntry = oneOf('entry', TimeEntry, ENTRY_OPTIONS);

/** The answer to a write. Accepted even if partly unreadable, because the write succeeded. */
export const WrittenTimeEntry = oneOf('entry', TimeEntry, {
  fallback: { ...ENTRY_OPTIONS.fallback, startTime: NO_TIME },
});

/** Body of POST /time-entry. */
export const TimeEntryCreate = z.object({
  taskId: z.string().min(1),
  startTime: z.string(),
  endTime: z.string().optional(),
  description: z.string().optional(),
});
export type TimeEntryCreate = z.infer<typeof TimeEntryCreate>;

/** Body of PUT /time-entry/{id}. */
export const TimeEntryUpdate = TimeEntryCreate.omit({ taskId: true });
export type TimeEntryUpdate = z.infer<typeof TimeEntryUpdate>;
