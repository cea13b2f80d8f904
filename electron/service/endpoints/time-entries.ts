/** Time entries (docs/service.md#time-entries). The service cannot delete them. */
import { type Http, part } from '../http.ts';
import {
  SingleTimeEntry,
  TimeEntries,
  type TimeEntryCreate,
  type TimeEntryUpdate,
  WrittenTimeEntry,
} from '../records.ts';

export const timeEntryEndpoints = (http: Http) => ({
  /** Without `endTime` the entry runs. Not repeatable: there is no idempotency key. */
  createTimeEntry: (body: TimeEntryCreate) => http.post('/time-entry', WrittenTimeEntry, { body }),

  /** Repeatable. Cannot change the task or clear the end. */
  updateTimeEntry: (id: string, body: TimeEntryUpdate) =>
    http.put(`/time-entry/${part(id)}`, WrittenTimeEntry, { body }),

  /** A `workspaceId` query would turn the error for an unknown id into an empty answer. */
  getTimeEntry: (id: string) => http.get(`/time-entry/${part(id)}`, SingleTimeEntry),

  /** The entries of all people on a task, by start. */
  listTimeEntries: (taskId: string) => http.get(`/time-entry/task/${part(taskId)}`, TimeEntries),
});
