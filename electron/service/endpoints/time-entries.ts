/** Time entries (docs/service.md#time-entries). The service cannot delete them. */
import { noAnswer } from '../errors.ts';
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
  async listTimeEntries(taskId: string) {
    const entries = await http.get(`/time-entry/task/${part(taskId)}`, TimeEntries);
    // A mixed-up answer would hide the entries of this task; an unreadable id is empty.
    if (entries.some((entry) => entry.taskId !== taskId && entry.taskId !== '')) throw noAnswer();
    return entries;
  },
});
