/** Tasks (docs/service.md#tasks). */
import { z } from 'zod';
import type { Priority } from '../../../shared/tasks/priority.ts';
import { ServiceError } from '../errors.ts';
import { type Http, part } from '../http.ts';
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
  /** In the interface document, but no known server has it, so nothing depends on it. */
  listTasks: (workspaceId: string, signal?: AbortSignal) =>
    http.get('/task', TaskListing, { query: { workspaceId }, signal }),

  /** Up to 100 open tasks of the caller, and their total (docs/service.md#assigned-tasks). */
  listAssignedTasks: (workspaceId: string) => http.get('/task/assigned', AssignedTasks, { query: { workspaceId } }),

  /** GET /task/assigned with `countOnly`: the number of open tasks of the caller; newer servers only. */
  countAssignedTasks: async (workspaceId: string): Promise<number> => {
    const query = { workspaceId, countOnly: 'true' };
    return (await http.get('/task/assigned', AssignedCount, { query })).total;
  },

  getTask: (id: string) => http.get(`/task/${part(id)}`, SingleTask),
  getTaskAsStored: (id: string) => http.get(`/task/${part(id)}`, TaskAsStored),

  /** Newer servers only; 409 if two projects share the key. */
  getTaskByTicketId: (ticketId: string) => http.get(`/task/by-ticket-id/${part(ticketId)}`, SingleTask),

  /** Not repeatable. 400 for an invalid status (the message lists the valid ones) or date. */
  createTask: (projectId: string, body: TaskCreate) => http.post(`/task/${part(projectId)}`, WrittenTask, { body }),

  /** A column's slug, `planned` or `archived`. All PUT routes are repeatable. */
  setTaskStatus: (id: string, status: string) =>
    http.put(`/task/status/${part(id)}`, WrittenTask, { body: { status } }),

  setTaskPriority: (id: string, priority: Priority) =>
    http.put(`/task/priority/${part(id)}`, WrittenTask, { body: { priority } }),

  setTaskTitle: (id: string, title: string) => http.put(`/task/title/${part(id)}`, WrittenTask, { body: { title } }),

  setTaskDescription: (id: string, description: string) =>
    http.put(`/task/description/${part(id)}`, WrittenTask, { body: { description } }),

  /** An ISO instant. A body without `dueDate` clears it. */
  setTaskDueDate: (id: string, dueDate: string | null) =>
    http.put(`/task/due-date/${part(id)}`, WrittenTask, { body: dueDate === null ? {} : { dueDate } }),

  /** Needs task:assign; null clears the assignee. */
  setTaskAssignee: (id: string, userId: string | null) =>
    http.put(`/task/assignee/${part(id)}`, WrittenTask, { body: { userId } }),

  /** Replaces the task; omitted dates and an omitted assignee are cleared. */
  replaceTask: (id: string, body: TaskReplacement) => http.put(`/task/${part(id)}`, WrittenTask, { body }),

  /** To the column with the same slug, else to the first one; 400 if it is in that project. */
  moveTask: (id: string, destinationProjectId: string) =>
    http.put(`/task/move/${part(id)}`, z.unknown(), { body: { destinationProjectId } }),

  /** With its comments and time entries; needs task:delete. */
  deleteTask: (id: string) => http.delete(`/task/${part(id)}`, WrittenTask),

  /** Applies one change to many tasks of a workspace. */
  updateTasks: async (body: BulkTaskUpdate) => {
    const result = await http.patch('/task/bulk', BulkTaskResult, { body });
    if (result.success) return result;
    // The service rejects bulk changes with status 200.
    const reason = { is: 'bulk' as const, done: result.updatedCount, of: body.taskIds.length };
    throw new ServiceError({ kind: 'rejected', status: 200, code: 'BULK_FAILED', reason });
  },
});
