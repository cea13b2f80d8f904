/** Routes that change tasks (docs/service.md#tasks): narrow updates, full update, move, delete, and one operation on many tasks. */

import type { Context } from 'hono';
import { z } from 'zod';
import { Priority } from '../../shared/contract/task-schema.ts';
import { BulkTaskUpdate, type User } from '../service/records.ts';
import { checkAllowed, permit } from './access.ts';
import { CHANGED_FIELDS, type Change, type ChangedField } from './change-events.ts';
import { listColumns } from './columns.ts';
import { HttpError, notFound } from './errors.ts';
import { addCopy, getLabel, removeCopy } from './labels.ts';
import type { LocalApi, LocalContext, LocalEnv } from './local-context.ts';
import { findProject, getProject } from './projects.ts';
import { columnOf } from './table.ts';
import { END_OF_COLUMN, MAX_POSITION, SELECT_TASK, TaskRow } from './task-rows.ts';
import { checkAssignee, checkDates, checkStatus, getTask, TaskBody, Title } from './tasks.ts';
import { Instant, readBody } from './validate.ts';

/** The full update: absent dates and an absent assignee are cleared. */
const Replacement = TaskBody.extend({
  projectId: z.string().optional(),
  position: z.int().min(-MAX_POSITION).max(MAX_POSITION).optional(),
});

const Move = z.object({ destinationProjectId: z.string().min(1), destinationStatus: z.string().min(1).optional() });

type Operation = z.infer<typeof BulkTaskUpdate>['operation'];

const NEEDS: Record<Operation, string> = {
  updateStatus: 'task:update',
  updatePriority: 'task:update',
  updateDueDate: 'task:update',
  updateAssignee: 'task:assign',
  delete: 'task:delete',
  addLabel: 'label:update',
  removeLabel: 'label:update',
};

export function addTaskUpdateRoutes(api: LocalApi, context: LocalContext): void {
  function answer(c: Context<LocalEnv>, id: string, fields: TaskFields): Response {
    const task = getTask(context, id);
    context.changes.emit(changeTask(context, task, fields, c.get('caller').user));
    return c.json(getTask(context, id));
  }

  const narrow = {
    status: z.object({ status: z.string().min(1) }),
    priority: z.object({ priority: Priority }),
    title: z.object({ title: Title }),
    description: z.object({ description: z.string() }),
    assignee: z.object({ userId: z.string().min(1).nullable() }),
  };
  for (const [name, body] of Object.entries(narrow)) {
    const needed = permit(name === 'assignee' ? 'task:assign' : 'task:update');
    api.put(`/task/${name}/:id`, needed, async (c) => answer(c, c.req.param('id'), await readBody(c, body)));
  }

  /** A body without a date clears it; null is rejected. */
  api.put('/task/due-date/:id', permit('task:update'), async (c) => {
    const { dueDate = null } = await readBody(c, z.object({ dueDate: Instant.optional() }));
    return answer(c, c.req.param('id'), { dueDate });
  });

  /** Needs only `task:update`, like any change of a task. */
  api.put('/task/move/:id', permit('task:update'), async (c) => {
    const { destinationProjectId, destinationStatus } = await readBody(c, Move);
    const task = getTask(context, c.req.param('id'));
    const { workspaceId } = getProject(context, task.projectId);
    if (findProject(context, destinationProjectId)?.workspaceId !== workspaceId) throw notFound('Destination project');
    const actor = c.get('caller').user;
    context.changes.emit(moveTask(context, task, destinationProjectId, destinationStatus, actor));
    return c.json({ ...getTask(context, task.id), sourceProjectId: task.projectId, destinationProjectId });
  });

  api.put('/task/:id', permit('task:update'), async (c) => {
    const { projectId, position, ...body } = await readBody(c, Replacement);
    const task = getTask(context, c.req.param('id'));
    if (projectId !== undefined && projectId !== task.projectId) {
      throw new HttpError(400, 'A task is moved to another project by PUT /task/move/{id}');
    }
    const { startDate = null, dueDate = null, userId = null } = body;
    if (userId !== task.userId) checkAllowed(c.get('caller'), 'task:assign');
    return answer(c, task.id, {
      ...body,
      startDate,
      dueDate,
      userId,
      ...(position === undefined ? {} : { position }),
    });
  });

  api.delete('/task/:id', permit('task:delete'), (c) => {
    const task = getTask(context, c.req.param('id'));
    context.changes.emit(deleteTask(context, task, c.get('caller').user));
    return c.json(task);
  });

  /** All or none. */
  api.patch('/task/bulk', async (c) => {
    const { taskIds, operation, value } = await readBody(c, BulkTaskUpdate);
    checkAllowed(c.get('caller'), NEEDS[operation]);
    const tasks = context.database.all(
      TaskRow,
      `${SELECT_TASK} WHERE t.id IN (SELECT value FROM json_each(:ids)) ORDER BY t.project_id, t.number`,
      { ids: JSON.stringify(taskIds) },
    );
    if (tasks.length === 0) throw notFound('Tasks');
    const workspaces = new Set(tasks.map(({ projectId }) => getProject(context, projectId).workspaceId));
    if (workspaces.size > 1) throw new HttpError(400, 'The tasks belong to different workspaces');
    const change = changeOf(context, operation, value, c.get('caller').user);
    context.changes.emit(context.database.transaction(() => tasks.flatMap(change)));
    return c.json({ success: true, updatedCount: tasks.length });
  });
}

/** Applies the operation to one task. Throws for an invalid value. */
function changeOf(
  context: LocalContext,
  operation: Operation,
  value: string | null | undefined,
  actor: User,
): (task: TaskRow) => Change[] {
  const text = () => {
    if (value == null || value === '') throw new HttpError(400, `A value is needed for ${operation}`);
    return value;
  };
  switch (operation) {
    case 'updateStatus': {
      const status = text();
      return (task) => changeTask(context, task, { status }, actor);
    }
    case 'updatePriority': {
      const priority = Priority.safeParse(text());
      if (!priority.success) throw new HttpError(400, `Invalid priority. Valid ones: ${Priority.options.join(', ')}`);
      return (task) => changeTask(context, task, { priority: priority.data }, actor);
    }
    case 'updateDueDate': {
      const dueDate = Instant.nullable().safeParse(value ?? null);
      if (!dueDate.success) throw new HttpError(400, dueDate.error.issues[0]?.message ?? 'Invalid date');
      return (task) => changeTask(context, task, { dueDate: dueDate.data }, actor);
    }
    case 'updateAssignee': {
      const userId = value === null ? null : text();
      return (task) => changeTask(context, task, { userId }, actor);
    }
    case 'delete':
      return (task) => deleteTask(context, task, actor);
    case 'addLabel': {
      const label = getLabel(context, text());
      return (task) => addCopy(context, label, task);
    }
    case 'removeLabel': {
      const label = getLabel(context, text());
      return (task) => removeCopy(context, label, task);
    }
  }
}

// Each of these writes and returns its events, which the caller emits after the commit.

/** Fields to set; absent ones are unchanged. */
type TaskFields = Partial<Pick<TaskRow, ChangedField>>;

/** Throws for an invalid field. Without `position`, the task goes to the end of its new column. */
function changeTask(context: LocalContext, before: TaskRow, fields: TaskFields, actor: User): Change[] {
  if (fields.status !== undefined) checkStatus(context, before.projectId, fields.status);
  if (fields.userId !== undefined) checkAssignee(context, before.projectId, fields.userId);
  if (fields.startDate !== undefined || fields.dueDate !== undefined) {
    const { startDate = before.startDate, dueDate = before.dueDate } = fields;
    checkDates(startDate, dueDate);
  }
  const changed = CHANGED_FIELDS.filter((field) => fields[field] !== undefined && fields[field] !== before[field]);
  if (changed.length === 0) return [];

  const values: Record<string, string | number | null> = { id: before.id, now: context.timestamp() };
  const sets = changed.map((field) => {
    values[field] = fields[field] ?? null;
    return `${columnOf(field)} = :${field}`;
  });
  if (changed.includes('status') && !changed.includes('position')) {
    values.projectId = before.projectId;
    sets.push(`position = ${END_OF_COLUMN}`);
  }
  context.database.run(`UPDATE task SET ${sets.join(', ')}, updated_at = :now WHERE id = :id`, values);
  const task = getTask(context, before.id);
  return changed.map((field) => ({ kind: 'task-changed', field, before, task, actor }));
}

function deleteTask(context: LocalContext, task: TaskRow, actor: User): Change[] {
  context.database.delete('task', { id: task.id });
  return [{ kind: 'task-deleted', task, actor }];
}

/**
 * Moves a task to another project, where it gets the next number; without `status`, to the column with the same slug, else to the first
 * one. Links that an integration made stay behind.
 */
function moveTask(
  context: LocalContext,
  before: TaskRow,
  projectId: string,
  requestedStatus: string | undefined,
  actor: User,
): Change[] {
  if (projectId === before.projectId) throw new HttpError(400, 'The task is already in this project');
  const columns = listColumns(context, projectId);
  const same = columns.find(({ slug }) => slug === before.status) ?? columns[0];
  const status = requestedStatus ?? same?.slug ?? 'planned';
  checkStatus(context, projectId, status);
  context.database.transaction(() => {
    context.database.run('UPDATE project SET last_task_number = last_task_number + 1 WHERE id = :projectId', {
      projectId,
    });
    context.database.run(
      `UPDATE task SET project_id = :projectId, status = :status, updated_at = :now, position = ${END_OF_COLUMN},
         number = (SELECT last_task_number FROM project WHERE id = :projectId) WHERE id = :id`,
      { id: before.id, projectId, status, now: context.timestamp() },
    );
    const { id } = before;
    context.database.run('DELETE FROM external_link WHERE task_id = :id AND integration_id IS NOT NULL', { id });
  });
  return [{ kind: 'task-moved', before, task: getTask(context, before.id), actor }];
}
