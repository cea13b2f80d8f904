/** Tasks: one of them, all of them, and the narrow ways to change one (section 2, Task; field notes 3 and 4). */
import { z } from 'zod';
import { Priority } from '../service/records.ts';
import { permit } from './access.ts';
import { listColumns, OUTSIDE_COLUMNS } from './columns.ts';
import type { LocalApi, LocalContext } from './context.ts';
import { ApiFailure, unknownRecord } from './errors.ts';
import { checkWorkspace, personExists } from './people.ts';
import { getProject } from './projects.ts';
import { newId } from './secrets.ts';
import { Instant, readBody, readQuery } from './validate.ts';

/** In characters. */
export const MAX_TITLE_LENGTH = 10_000;

export const TaskRow = z.object({
  id: z.string(),
  projectId: z.string(),
  number: z.number(),
  title: z.string(),
  description: z.string(),
  status: z.string(),
  priority: Priority,
  startDate: z.string().nullable(),
  dueDate: z.string().nullable(),
  position: z.number(),
  userId: z.string().nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
  assigneeId: z.string().nullable(),
  assigneeName: z.string().nullable(),
  assigneeImage: z.string().nullable(),
});
export type TaskRow = z.infer<typeof TaskRow>;

/** Reads a TaskRow; conditions on `t` (task) follow it. */
export const SELECT_TASK = `SELECT t.id, t.project_id AS projectId, t.number, t.title, t.description, t.status, t.priority,
  t.start_date AS startDate, t.due_date AS dueDate, t.position, t.user_id AS userId, t.created_at AS createdAt,
  t.updated_at AS updatedAt, t.user_id AS assigneeId, assignee.name AS assigneeName, assignee.image AS assigneeImage
  FROM task t LEFT JOIN person assignee ON assignee.id = t.user_id`;

/** Orders by priority in SQL: 0 for none, 4 for urgent. */
export const PRIORITY_RANK = `CASE t.priority ${Priority.options
  .map((priority, rank) => `WHEN '${priority}' THEN ${rank}`)
  .join(' ')} END`;

const Title = z.string().min(1).max(MAX_TITLE_LENGTH);

/** Field notes 4, POST /task/{projectId}: the description may be empty, but must be there. */
const TaskCreate = z.object({
  title: Title,
  description: z.string(),
  priority: Priority,
  status: z.string().min(1),
  startDate: Instant.optional(),
  dueDate: Instant.optional(),
  userId: z.string().min(1).optional(),
});

const ListQuery = z.object({ workspaceId: z.string().min(1) });

/** Throws what an unknown id is answered with. */
export function getTask(context: LocalContext, id: string): TaskRow {
  const task = context.database.get(TaskRow, `${SELECT_TASK} WHERE t.id = :id`, { id });
  if (task === undefined) throw unknownRecord();
  return task;
}

export interface NewTask {
  projectId: string;
  title: string;
  description: string;
  status: string;
  priority: Priority;
  startDate: string | null;
  dueDate: string | null;
  userId: string | null;
  isSample: boolean;
}

/** Puts a task at the end of its column, with the next number of its project (section 2, `lastTaskNumber`); gives its id. */
export function createTask(context: LocalContext, task: NewTask): string {
  const id = newId();
  context.database.transaction(() => {
    context.database.run('UPDATE project SET last_task_number = last_task_number + 1 WHERE id = :id', {
      id: task.projectId,
    });
    context.database.run(
      `INSERT INTO task (id, project_id, number, title, description, status, priority, start_date, due_date, position,
         user_id, created_at, updated_at, is_sample)
       VALUES (:id, :projectId, (SELECT last_task_number FROM project WHERE id = :projectId), :title, :description,
         :status, :priority, :startDate, :dueDate,
         (SELECT coalesce(max(position), 0) + 1 FROM task WHERE project_id = :projectId AND status = :status),
         :userId, :now, :now, :isSample)`,
      { ...task, id, now: context.timestamp(), isSample: Number(task.isSample) },
    );
  });
  return id;
}

/** A status is the slug of a column of the project, or a place outside them; the refusal lists the valid ones (field notes 4). */
function checkStatus(context: LocalContext, projectId: string, status: string): void {
  const valid = [...listColumns(context, projectId).map((column) => column.slug), ...OUTSIDE_COLUMNS];
  if (!valid.includes(status)) {
    throw new ApiFailure(400, `Invalid status "${status}". Valid statuses: ${valid.join(', ')}`);
  }
}

export function addTaskRoutes(api: LocalApi, context: LocalContext): void {
  const { database } = context;

  /** Section 4, GET /task: the tasks of a workspace. The listing's shape is not shown there; this is an array of Task. */
  api.get('/task', permit('task:read'), (c) => {
    const { workspaceId } = readQuery(c, ListQuery);
    checkWorkspace(context, workspaceId);
    return c.json(
      database.all(
        TaskRow,
        `${SELECT_TASK} JOIN project p ON p.id = t.project_id
         WHERE p.workspace_id = :workspaceId AND p.archived_at IS NULL ORDER BY p.position, p.id, t.number`,
        { workspaceId },
      ),
    );
  });

  api.get('/task/:id', permit('task:read'), (c) => c.json(getTask(context, c.req.param('id'))));

  api.post('/task/:projectId', permit('task:create'), async (c) => {
    const { id: projectId } = getProject(context, c.req.param('projectId'));
    const body = await readBody(c, TaskCreate);
    checkStatus(context, projectId, body.status);
    const { startDate = null, dueDate = null, userId = null, title, description, status, priority } = body;
    if (startDate !== null && dueDate !== null && startDate > dueDate) {
      throw new ApiFailure(400, 'Start date cannot be after due date');
    }
    if (userId !== null && !personExists(context, userId)) {
      throw new ApiFailure(400, 'The assignee is not a member of this workspace');
    }
    const task = { projectId, title, description, status, priority, startDate, dueDate, userId, isSample: false };
    return c.json(getTask(context, createTask(context, task)));
  });

  api.put('/task/status/:id', permit('task:update'), async (c) => {
    const { status } = await readBody(c, z.object({ status: z.string().min(1) }));
    const task = getTask(context, c.req.param('id'));
    checkStatus(context, task.projectId, status);
    if (status !== task.status) {
      database.run(
        `UPDATE task SET status = :status, updated_at = :now, position =
           (SELECT coalesce(max(position), 0) + 1 FROM task WHERE project_id = :projectId AND status = :status)
         WHERE id = :id`,
        { id: task.id, projectId: task.projectId, status, now: context.timestamp() },
      );
    }
    return c.json(getTask(context, task.id));
  });

  api.put('/task/priority/:id', permit('task:update'), async (c) => {
    const { priority } = await readBody(c, z.object({ priority: Priority }));
    return c.json(setField(c.req.param('id'), 'priority', priority));
  });

  api.put('/task/title/:id', permit('task:update'), async (c) => {
    const { title } = await readBody(c, z.object({ title: Title }));
    return c.json(setField(c.req.param('id'), 'title', title));
  });

  /** No date in the body clears it; null is refused (field notes 4). */
  api.put('/task/due-date/:id', permit('task:update'), async (c) => {
    const { dueDate } = await readBody(c, z.object({ dueDate: Instant.optional() }));
    return c.json(setField(c.req.param('id'), 'due_date', dueDate ?? null));
  });

  function setField(id: string, column: 'priority' | 'title' | 'due_date', value: string | null): TaskRow {
    const task = getTask(context, id);
    database.run(`UPDATE task SET ${column} = :value, updated_at = :now WHERE id = :id`, {
      id: task.id,
      value,
      now: context.timestamp(),
    });
    return getTask(context, task.id);
  }
}
