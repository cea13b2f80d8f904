/** Tasks apart from boards: assigned and single tasks, descriptions, bulk changes, images (docs/service.md#tasks). */

import { z } from 'zod';
import { Name, Title } from '../../../shared/contract/fields.ts';
import { Priority, ReadPriority } from '../../../shared/contract/task-schema.ts';
import { ServiceError } from '../errors.ts';
import { type Http, segment } from '../http.ts';
import { Count, countOf, fallbackPriority, Id, onlyRecord, ProjectSlug, TaskNumber, Timestamp } from './common.ts';
import { TaskLabels } from './labels.ts';
import { listOf, oneOf, type Repaired } from './lenient.ts';

export const AssignedTask = z.object({
  id: Id,
  projectId: Id,
  number: TaskNumber.nullable(),
  title: Title,
  status: Id,
  statusName: Name.nullable(),
  statusIcon: z.string().nullish(),
  priority: ReadPriority,
  dueDate: Timestamp.nullable(),
  projectName: Name,
  projectSlug: ProjectSlug,
  projectIcon: z.string().nullish(),
  labels: TaskLabels,
});
export type AssignedTask = z.infer<typeof AssignedTask>;

/** At most 100 tasks of `total`. `total` is at least the number of tasks. */
export const AssignedTasks = z
  .object({
    tasks: listOf('task', AssignedTask, {
      fallback: {
        title: '',
        status: '',
        priority: fallbackPriority,
        projectName: '',
        projectSlug: '',
        labels: [],
      },
    }),
    total: Count,
  })
  .transform(({ tasks, total = 0 }) => ({ tasks, total: Math.max(total, tasks.length) }));
export type AssignedTasks = z.infer<typeof AssignedTasks>;

/** GET /task/assigned with `countOnly`. */
export const AssignedCount = z.object({ total: z.number().int().nonnegative() });

/** All answers have the first five fields; GET /task/{id} has all. */
export const Task = z.object({
  id: Id,
  projectId: Id,
  position: z.number().nullish(),
  number: TaskNumber.nullish(),
  userId: Id.nullish(),
  title: Title.optional(),
  description: z.string().nullish(),
  descriptionDeferred: z.boolean().optional(),
  status: Id.optional(),
  priority: ReadPriority.nullish(),
  startDate: Timestamp.nullish(),
  dueDate: Timestamp.nullish(),
  createdAt: Timestamp.optional(),
  assigneeId: Id.nullish(),
  assigneeName: Name.nullish(),
});
export type Task = z.infer<typeof Task> & Repaired;

/** An unreadable description becomes null; `unreadableFields` distinguish it from an empty one. */
const TASK_OPTIONS = { fallback: { priority: fallbackPriority } };

const SingleTask = oneOf('task', Task, TASK_OPTIONS);

/** With the unshortened title, for a write that sends the task back. */
const TaskAsStored = oneOf('task', Task.extend({ title: z.string().optional() }), TASK_OPTIONS);

/** The answer to a write. Accepted even if partly unreadable, because the write succeeded. */
const WrittenTask = oneOf('task', Task, { fallback: { ...TASK_OPTIONS.fallback, projectId: '' } });

/** GET /task: an array, or an object with `tasks`. */
const TaskListing = z.preprocess(
  (answer) => (typeof answer === 'object' && answer !== null && 'tasks' in answer ? answer.tasks : answer),
  listOf('task', Task, TASK_OPTIONS),
);

/** Body of POST /task/{projectId}. */
export const TaskCreate = z.object({
  title: z.string().min(1),
  description: z.string(),
  priority: Priority,
  status: z.string().min(1),
  startDate: z.string().optional(),
  dueDate: z.string().optional(),
  userId: z.string().optional(),
});
export type TaskCreate = z.infer<typeof TaskCreate>;

/** Body of PUT /task/{id}: omitted dates and an omitted assignee are cleared. */
export const TaskReplacement = TaskCreate.extend({ projectId: z.string().min(1), position: z.number().int() });
export type TaskReplacement = z.infer<typeof TaskReplacement>;

/** Code points on a full page of a description. */
const DESCRIPTION_PAGE = 32_768;

/** `nextOffset` is null on the last page. A page that is not full is the last if `nextOffset` is unreadable. */
export const TaskDescriptionPage = z.preprocess(
  (page) => {
    if (typeof page !== 'object' || page === null || !('content' in page) || typeof page.content !== 'string')
      return page;
    const next = 'nextOffset' in page ? (page.nextOffset === null ? null : countOf(page.nextOffset)) : undefined;
    return { ...page, nextOffset: next === undefined && [...page.content].length < DESCRIPTION_PAGE ? null : next };
  },
  z.object({
    content: z.string(),
    /** Empty if unreadable. */
    version: z.string().catch(''),
    nextOffset: z.number().int().nonnegative().nullable(),
  }),
);
export type TaskDescriptionPage = z.infer<typeof TaskDescriptionPage>;

/** A page has 100. */
const MAX_IDS = 1_000;
const Ids = z
  .custom<unknown[]>(Array.isArray, 'Invalid input: expected array')
  .transform((ids) => ids.slice(0, MAX_IDS).filter((id) => typeof id === 'string'));

/** The last page has no cursor. An unreadable cursor ends the read too. */
export const TaskDescriptionMatches = z.object({ ids: Ids, nextCursor: z.string().nullable().catch(null) });
export type TaskDescriptionMatches = z.infer<typeof TaskDescriptionMatches>;

const BulkOperation = z.enum([
  'updateStatus',
  'updatePriority',
  'updateDueDate',
  'updateAssignee',
  'delete',
  'addLabel',
  'removeLabel',
]);

/** Body of PATCH /task/bulk: only `delete` and `updateDueDate` allow `value` to be omitted. */
export const BulkTaskUpdate = z.object({
  taskIds: z.array(z.string().min(1)).min(1),
  operation: BulkOperation,
  value: z.string().nullable().optional(),
});
export type BulkTaskUpdate = z.infer<typeof BulkTaskUpdate>;

export const BulkTaskResult = z.object({ success: z.boolean(), updatedCount: z.number().catch(0) });
export type BulkTaskResult = z.infer<typeof BulkTaskResult>;

/** Body of PUT /task/image-upload/{id}; `size` in bytes. */
export const TaskImageFile = z.object({
  filename: z.string().min(1),
  contentType: z.string().min(1),
  size: z.number().int().positive(),
  surface: z.enum(['description', 'comment']),
});
export type TaskImageFile = z.infer<typeof TaskImageFile>;

/** The upload to `uploadUrl` needs these headers. */
export const TaskImageUpload = z.object({
  key: z.string(),
  uploadUrl: z.string(),
  headers: z.record(z.string(), z.string()),
});
export type TaskImageUpload = z.infer<typeof TaskImageUpload>;

/** Body of POST /task/image-upload/{id}/finalize. */
export const TaskImageStored = TaskImageFile.extend({ key: z.string().min(1) });
export type TaskImageStored = z.infer<typeof TaskImageStored>;

/** The stored image. */
export const TaskImageAsset = z.object({ id: z.string(), url: z.string() });
export type TaskImageAsset = z.infer<typeof TaskImageAsset>;

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

  getTask: (id: string) => onlyRecord(id, http.get(`/task/${segment(id)}`, SingleTask)),
  getTaskAsStored: (id: string) => onlyRecord(id, http.get(`/task/${segment(id)}`, TaskAsStored)),

  /** Newer servers only; 409 if two projects share the key. */
  getTaskByTicketId: (ticketId: string) => http.get(`/task/by-ticket-id/${segment(ticketId)}`, SingleTask),

  /** Not repeatable. 400 for an invalid status (the message lists the valid ones) or date. */
  createTask: (projectId: string, body: TaskCreate) => http.post(`/task/${segment(projectId)}`, WrittenTask, { body }),

  /** A column's slug, `planned` or `archived`. All PUT routes are repeatable. */
  setTaskStatus: (id: string, status: string) =>
    onlyRecord(id, http.put(`/task/status/${segment(id)}`, WrittenTask, { body: { status } })),

  setTaskPriority: (id: string, priority: Priority) =>
    onlyRecord(id, http.put(`/task/priority/${segment(id)}`, WrittenTask, { body: { priority } })),

  setTaskTitle: (id: string, title: string) =>
    onlyRecord(id, http.put(`/task/title/${segment(id)}`, WrittenTask, { body: { title } })),

  setTaskDescription: (id: string, description: string) =>
    onlyRecord(id, http.put(`/task/description/${segment(id)}`, WrittenTask, { body: { description } })),

  /** An ISO instant. A body without `dueDate` clears it. */
  setTaskDueDate: (id: string, dueDate: string | null) =>
    onlyRecord(
      id,
      http.put(`/task/due-date/${segment(id)}`, WrittenTask, { body: dueDate === null ? {} : { dueDate } }),
    ),

  /** Needs task:assign; null clears the assignee. */
  setTaskAssignee: (id: string, userId: string | null) =>
    onlyRecord(id, http.put(`/task/assignee/${segment(id)}`, WrittenTask, { body: { userId } })),

  /** Replaces the task; omitted dates and an omitted assignee are cleared. */
  replaceTask: (id: string, body: TaskReplacement) =>
    onlyRecord(id, http.put(`/task/${segment(id)}`, WrittenTask, { body })),

  /** To the column with the same slug, else to the first one; 400 if it is in that project. */
  moveTask: (id: string, destinationProjectId: string) =>
    http.put(`/task/move/${segment(id)}`, z.unknown(), { body: { destinationProjectId } }),

  /** With its comments and time entries; needs task:delete. */
  deleteTask: (id: string) => http.delete(`/task/${segment(id)}`, WrittenTask),

  /** Applies one change to many tasks of a workspace. */
  updateTasks: async (body: BulkTaskUpdate) => {
    const result = await http.patch('/task/bulk', BulkTaskResult, { body });
    if (result.success) return result;
    // The service rejects bulk changes with status 200.
    const reason = { is: 'bulk' as const, done: result.updatedCount, of: body.taskIds.length };
    throw new ServiceError({ kind: 'rejected', status: 200, code: 'BULK_FAILED', reason });
  },
});
