/** PATCH /task/bulk: one operation on many tasks, all or none (docs/service.md#tasks). */

import type { z } from 'zod';
import { Priority } from '../../shared/contract/task-schema.ts';
import { BulkTaskUpdate, type User } from '../service/records.ts';
import { checkAllowed } from './access.ts';
import type { Change } from './change-events.ts';
import { HttpError, notFound } from './errors.ts';
import { addCopy, getLabel, removeCopy } from './labels.ts';
import type { LocalApi, LocalContext } from './local-context.ts';
import { changeTask, deleteTask } from './task-changes.ts';
import { SELECT_TASK, TaskRow } from './task-rows.ts';
import { Instant, readBody } from './validate.ts';

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

export function addTaskBulkRoute(api: LocalApi, context: LocalContext): void {
  api.patch('/task/bulk', async (c) => {
    const { taskIds, operation, value } = await readBody(c, BulkTaskUpdate);
    checkAllowed(c.get('caller'), NEEDS[operation]);
    const tasks = context.database.all(
      TaskRow,
      `${SELECT_TASK} WHERE t.id IN (SELECT value FROM json_each(:ids)) ORDER BY t.project_id, t.number`,
      { ids: JSON.stringify(taskIds) },
    );
    if (tasks.length === 0) throw notFound('Tasks');
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
