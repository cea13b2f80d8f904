/** Time entries (docs/service.md#time-entries). */

import { z } from 'zod';
import { Name } from '../../../shared/contract/fields.ts';
import { wrongRecord } from '../errors.ts';
import { type Http, segment } from '../http.ts';
import { Id, NO_TIME, onlyRecord, Timestamp } from './common.ts';
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
  updatedAt: Timestamp.nullish(),
});
export type TimeEntry = z.infer<typeof TimeEntry> & Repaired;

/** `userId` and `endTime` are required: null would mean an entry without an owner, or a running one. */
const ENTRY_OPTIONS = {
  fallback: { taskId: '', createdAt: NO_TIME },
  required: ['userId' as const, 'endTime' as const],
};
const TimeEntries = listOf('entry', TimeEntry, ENTRY_OPTIONS);
const SingleTimeEntry = oneOf('entry', TimeEntry, ENTRY_OPTIONS);

/** The answer to a write. Accepted even if partly unreadable, because the write succeeded. */
const WrittenTimeEntry = oneOf('entry', TimeEntry, {
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

export const timeEntryEndpoints = (http: Http) => ({
  /** Without `endTime` the entry runs. Not repeatable: there is no idempotency key. */
  createTimeEntry: (body: TimeEntryCreate) => http.post('/time-entry', WrittenTimeEntry, { body }),

  /** Repeatable. Cannot change the task or clear the end. */
  updateTimeEntry: (id: string, body: TimeEntryUpdate) =>
    http.put(`/time-entry/${segment(id)}`, WrittenTimeEntry, { body }),

  /** A `workspaceId` query would turn the error for an unknown id into an empty answer. */
  getTimeEntry: (id: string) => onlyRecord(id, http.get(`/time-entry/${segment(id)}`, SingleTimeEntry)),

  /** The entries of all people on a task, by start. */
  async listTimeEntries(taskId: string) {
    const entries = await http.get(`/time-entry/task/${segment(taskId)}`, TimeEntries);
    // A mixed-up answer would hide the entries of this task; an unreadable id is empty.
    if (entries.some((entry) => entry.taskId !== taskId && entry.taskId !== '')) throw wrongRecord();
    return entries;
  },
});
