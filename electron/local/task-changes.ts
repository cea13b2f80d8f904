/** Changes of a task. Each function writes and returns its events; the caller emits them after the commit. */
import type { User } from '../service/records.ts';
import { CHANGED_FIELDS, type Change, type ChangedField } from './change-events.ts';
import { listColumns } from './columns.ts';
import { HttpError } from './errors.ts';
import type { LocalContext } from './local-context.ts';
import { columnOf } from './table.ts';
import { END_OF_COLUMN, type TaskRow } from './task-rows.ts';
import { checkAssignee, checkDates, checkStatus, getTask } from './tasks.ts';

/** Fields to set; absent ones are unchanged. */
export type TaskFields = Partial<Pick<TaskRow, ChangedField>>;

/** Throws for an invalid field. Without `position`, the task goes to the end of its new column. */
export function changeTask(context: LocalContext, before: TaskRow, fields: TaskFields, actor: User): Change[] {
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

export function deleteTask(context: LocalContext, task: TaskRow, actor: User): Change[] {
  context.database.delete('task', { id: task.id });
  return [{ kind: 'task-deleted', task, actor }];
}

/**
 * Moves a task to another project, where it gets the next number; without `status`, to the column with the same slug, else to the first
 * one. Links that an integration made stay behind.
 */
export function moveTask(
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
