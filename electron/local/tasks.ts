/** Routes that read and create tasks (docs/service.md#tasks). task-updates.ts has those that change them. */

import { z } from 'zod';
import { startsAfter } from '../../shared/dates/calendar-day.ts';
import { TaskCreate } from '../service/records.ts';
import { permit } from './access.ts';
import { listColumns, OUTSIDE_COLUMNS } from './columns.ts';
import { HttpError, notFound, required } from './errors.ts';
import type { LocalApi, LocalContext } from './local-context.ts';
import { checkWorkspace, isMember } from './people.ts';
import { getProject } from './projects.ts';
import { newId } from './secrets.ts';
import { END_OF_COLUMN, SELECT_TASK, TaskRow } from './task-rows.ts';
import { Instant, readBody, readQuery } from './validate.ts';

/** Maximum length of a title, in characters. */
const MAX_TITLE_LENGTH = 10_000;

export const Title = z.string().min(1).max(MAX_TITLE_LENGTH);

/** The fields that a new task and a full update have in common. */
export const TaskBody = TaskCreate.extend({
  title: Title,
  startDate: Instant.optional(),
  dueDate: Instant.optional(),
  userId: z.string().min(1).optional(),
});

const ListQuery = z.object({ workspaceId: z.string().min(1) });

/** Throws the error for an unknown id. */
export function getTask(context: LocalContext, id: string): TaskRow {
  return required(context.database.get(TaskRow, `${SELECT_TASK} WHERE t.id = :id`, { id }));
}

type NewField = 'projectId' | 'title' | 'description' | 'status' | 'priority' | 'startDate' | 'dueDate' | 'userId';
export type NewTask = Pick<TaskRow, NewField> & { isSample: boolean };

/** Inserts a task at the end of its column with the next number of its project; returns its id. */
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
         ${END_OF_COLUMN}, :userId, :now, :now, :isSample)`,
      { ...task, id, now: context.timestamp(), isSample: Number(task.isSample) },
    );
  });
  return id;
}

/** A status is the slug of a column of the project, or one outside the columns; the error lists the valid ones. */
export function checkStatus(context: LocalContext, projectId: string, status: string): void {
  const valid = [...listColumns(context, projectId).map((column) => column.slug), ...OUTSIDE_COLUMNS];
  if (!valid.includes(status)) {
    throw new HttpError(400, `Invalid status "${status}". Valid statuses: ${valid.join(', ')}`);
  }
}

export function checkDates(startDate: string | null, dueDate: string | null): void {
  if (startDate !== null && dueDate !== null && startsAfter(startDate, dueDate)) {
    throw new HttpError(400, 'Start date cannot be after due date');
  }
}

export function checkAssignee(context: LocalContext, projectId: string, userId: string | null): void {
  if (userId !== null && !isMember(context, getProject(context, projectId).workspaceId, userId)) {
    throw new HttpError(400, 'The assignee is not a member of this workspace');
  }
}

export function addTaskRoutes(api: LocalApi, context: LocalContext): void {
  const { database } = context;

  api.get('/task', permit('task:read'), (c) => {
    const { workspaceId } = readQuery(c, ListQuery);
    checkWorkspace(context, workspaceId, c.get('caller'));
    return c.json(
      database.all(
        TaskRow,
        `${SELECT_TASK} JOIN project p ON p.id = t.project_id
         WHERE p.workspace_id = :workspaceId AND p.archived_at IS NULL ORDER BY p.position, p.id, t.number`,
        { workspaceId },
      ),
    );
  });

  /** By identifier such as KAN-12. Slugs are unique only within a workspace. */
  api.get('/task/by-ticket-id/:ticketId', permit('task:read'), (c) => {
    const [, slug, number] = /^(.+)-(\d{1,15})$/.exec(c.req.param('ticketId')) ?? [];
    if (slug === undefined || number === undefined) throw new HttpError(400, 'Invalid ticket ID');
    const [task, other] = database.all(
      TaskRow,
      `${SELECT_TASK} JOIN project p ON p.id = t.project_id WHERE p.slug = :slug COLLATE NOCASE AND t.number = :number`,
      { slug, number: Number(number) },
    );
    if (task === undefined) throw notFound('Task');
    if (other !== undefined) throw new HttpError(409, 'Several projects have this key');
    return c.json(task);
  });

  api.get('/task/:id', permit('task:read'), (c) => c.json(getTask(context, c.req.param('id'))));

  /** A member without `task:assign` may still set the assignee of a new task (docs/service.md#permissions). */
  api.post('/task/:projectId', permit('task:create'), async (c) => {
    const { id: projectId } = getProject(context, c.req.param('projectId'));
    const body = await readBody(c, TaskBody);
    checkStatus(context, projectId, body.status);
    const { startDate = null, dueDate = null, userId = null, title, description, status, priority } = body;
    checkDates(startDate, dueDate);
    checkAssignee(context, projectId, userId);
    const task = { projectId, title, description, status, priority, startDate, dueDate, userId, isSample: false };
    const created = getTask(context, createTask(context, task));
    context.changes.emit([{ kind: 'task-created', task: created, actor: c.get('caller').user }]);
    return c.json(created);
  });
}
