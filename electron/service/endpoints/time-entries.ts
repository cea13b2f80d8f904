/** Time entries (docs/service.md#time-entries). The service cannot delete them. */
import type { Http } from '../http.ts';
import { part } from '../http.ts';
import {
  SingleTimeEntry,
  TimeEntries,
  type TimeEntryCreate,
  type TimeEntryUpdate,
  WrittenTimeEntry,
} from '../records.ts';

export const timeEntryEndpoints = (http: Http) => ({
  /** POST /time-entry. Without `endTime` the entry runs. Not repeatable: there is no idempotency key. */
  createTimeEntry: (body: TimeEntryCreate) =>
    http.request({ method: 'POST', path: '/time-entry', body, schema: WrittenTimeEntry }),

  /** PUT /time-entry/{id}. Repeatable. Cannot change the task or clear the end. */
  updateTimeEntry: (id: string, body: TimeEntryUpdate) =>
    http.request({ method: 'PUT', path: `/time-entry/${part(id)}`, body, schema: WrittenTimeEntry }),

  /** GET /time-entry/{id}. A `workspaceId` query would turn the error for an unknown id into an empty answer. */
  getTimeEntry: (id: string) =>
    http.request({ method: 'GET', path: `/time-entry/${part(id)}`, schema: SingleTimeEntry }),

  /** GET /time-entry/task/{taskId}: the entries of all people on a task, by start. */
  listTimeEntries: (taskId: string) =>
    http.request({ method: 'GET', path: `/time-entry/task/${part(taskId)}`, schema: TimeEntries }),
});
