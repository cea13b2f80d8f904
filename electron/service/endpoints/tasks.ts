/** Tasks (docs/service.md#tasks). */
import { z } from 'zod';
import type { Priority } from '../../../shared/tasks/priority.ts';
import { ServiceError } from '../errors.ts';
import type { Http } from '../http.ts';
import { part } from '../http.ts';
import {
  AssignedCount,
  AssignedTasks,
  BulkTaskResult,
  type BulkTaskUpdate,
  SingleTask,
  TaskAsStored,
  type TaskCreate,
  TaskListing,
  type TaskReplacement,
  WrittenTask,
} from '../records.ts';

export const taskEndpoints = (http: Http) => ({
  /** GET /task: the tasks of a workspace. No known server has this route, so nothing may depend on it. */
  listTasks: (workspaceId: string, signal?: AbortSignal) =>
    http.request({ method: 'GET', path: '/task', query: { workspaceId }, schema: TaskListing, signal }),

  /** GET /task/assigned: up to 100 open tasks of the caller, and their total (docs/service.md#assigned-tasks). */
  listAssignedTasks: (workspaceId: string) =>
    http.request({ method: 'GET', path: '/task/assigned', query: { workspaceId }, schema: AssignedTasks }),

  /** GET /task/assigned with `countOnly`: the number of open tasks of the caller; newer servers only. */
  countAssignedTasks: async (workspaceId: string): Promise<number> => {
    const query = { workspaceId, countOnly: 'true' };
    return (await http.request({ method: 'GET', path: '/task/assigned', query, schema: AssignedCount })).total;
  },

  getTask: (id: string) => http.request({ method: 'GET', path: `/task/${part(id)}`, schema: SingleTask }),
  getTaskAsStored: (id: string) => http.request({ method: 'GET', path: `/task/${part(id)}`, schema: TaskAsStored }),

  /** GET /task/by-ticket-id/{PRJ-12}: newer servers only; 409 if two projects share the key. */
  getTaskByTicketId: (ticketId: string) =>
    http.request({ method: 'GET', path: `/task/by-ticket-id/${part(ticketId)}`, schema: SingleTask }),

  /** POST /task/{projectId}. Not repeatable. 400 for an invalid status (the message lists the valid ones) or date. */
  createTask: (projectId: string, body: TaskCreate) =>
    http.request({ method: 'POST', path: `/task/${part(projectId)}`, body, schema: WrittenTask }),

  /** PUT /task/status/{id}: a column's slug, `planned` or `archived`. All PUT routes are repeatable. */
  setTaskStatus: (id: string, status: string) =>
    http.request({ method: 'PUT', path: `/task/status/${part(id)}`, body: { status }, schema: WrittenTask }),

  setTaskPriority: (id: string, priority: Priority) =>
    http.request({ method: 'PUT', path: `/task/priority/${part(id)}`, body: { priority }, schema: WrittenTask }),

  setTaskTitle: (id: string, title: string) =>
    http.request({ method: 'PUT', path: `/task/title/${part(id)}`, body: { title }, schema: WrittenTask }),

  setTaskDescription: (id: string, description: string) =>
    http.request({ method: 'PUT', path: `/task/description/${part(id)}`, body: { description }, schema: WrittenTask }),

  /** PUT /task/due-date/{id}: an ISO instant. A body without `dueDate` clears it. */
  setTaskDueDate: (id: string, dueDate: string | null) =>
    http.request({
      method: 'PUT',
      path: `/task/due-date/${part(id)}`,
      body: dueDate === null ? {} : { dueDate },
      schema: WrittenTask,
    }),

  /** PUT /task/assignee/{id}: needs task:assign; null clears the assignee. */
  setTaskAssignee: (id: string, userId: string | null) =>
    http.request({ method: 'PUT', path: `/task/assignee/${part(id)}`, body: { userId }, schema: WrittenTask }),

  /** PUT /task/{id}: replaces the task; omitted dates and an omitted assignee are cleared. */
  replaceTask: (id: string, body: TaskReplacement) =>
    http.request({ method: 'PUT', path: `/task/${part(id)}`, body, schema: WrittenTask }),

  /** PUT /task/move/{id}: to the column with the same slug, else to the first one; 400 if it is in that project. */
  moveTask: (id: string, destinationProjectId: string) =>
    http.request({
      method: 'PUT',
      path: `/task/move/${part(id)}`,
      body: { destinationProjectId },
      schema: z.unknown(),
    }),

  /** DELETE /task/{id}: with its comments and time entries; needs task:delete. */
  deleteTask: (id: string) => http.request({ method: 'DELETE', path: `/task/${part(id)}`, schema: WrittenTask }),

  /** PATCH /task/bulk: applies one change to many tasks of a workspace. */
  updateTasks: async (body: BulkTaskUpdate) => {
    const result = await http.request({ method: 'PATCH', path: '/task/bulk', body, schema: BulkTaskResult });
    if (result.success) return result;
    // The service rejects bulk changes with status 200.
    const reason = { is: 'bulk' as const, done: result.updatedCount, of: body.taskIds.length };
    throw new ServiceError({ kind: 'rejected', status: 200, code: 'BULK_FAILED', reason });
  },
});
