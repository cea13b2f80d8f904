/** Time entries (docs/service.md#time-entries). */
import { z } from 'zod';
import { Name } from '../../../shared/contract/text.ts';
import { Id, NO_TIME, Timestamp } from './common.ts';
import { listOf, oneOf } from './lenient.ts';

/**
 * It runs while `endTime` is null or absent, whatever `duration` says.
 * `duration` is whole seconds. `userName` comes with the list of a task only.
 */
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
export type TimeEntry = z.infer<typeof TimeEntry>;

/** Whose an entry is, and whether it runs, is not guessed: one that does not say so is left out. */
const ENTRY_OPTIONS = {
  fallback: { taskId: '', createdAt: NO_TIME },
  required: ['userId' as const, 'endTime' as const],
};
export const TimeEntries = listOf('entry', TimeEntry, ENTRY_OPTIONS);
export const SingleTimeEntry = oneOf('entry', TimeEntry, ENTRY_OPTIONS);

/** The answer to a write of an entry: it is done, whatever else of it can be read. */
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
