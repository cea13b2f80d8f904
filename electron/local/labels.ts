/** Labels (docs/service.md#labels). A label on a task is a copy of the workspace's definition. */
import { z } from 'zod';
import { LabelCreate, LabelUpdate, TaskLabel } from '../service/records.ts';
import { permit } from './access.ts';
import type { Change } from './change-events.ts';
import { HttpError, required, unknownRecord } from './errors.ts';
import type { LocalApi, LocalContext } from './local-context.ts';
import { checkWorkspace } from './people.ts';
import { getProject } from './projects.ts';
import { newId } from './secrets.ts';
import { columnsOf } from './table.ts';
import type { TaskRow } from './task-rows.ts';
import { getTask } from './tasks.ts';
import { readBody } from './validate.ts';

const TaskLabelRow = TaskLabel.extend({ taskId: z.string() });

export interface LabelOnTask {
  taskId: string;
  label: TaskLabel;
}

/** The labels of many tasks, in the order of `taskIds`, sorted by name for each task. */
export function listLabelsOf(context: LocalContext, taskIds: string[]): LabelOnTask[] {
  return context.database
    .all(
      TaskLabelRow,
      `SELECT ${columnsOf(TaskLabelRow, 'l')}
       FROM json_each(:ids) wanted JOIN label l ON l.task_id = wanted.value
       ORDER BY wanted.key, l.name COLLATE NOCASE, l.id`,
      { ids: JSON.stringify(taskIds) },
    )
    .map(({ taskId, ...label }) => ({ taskId, label }));
}

export function groupByTask(labels: LabelOnTask[]): Map<string, TaskLabel[]> {
  const groups = new Map<string, TaskLabel[]>();
  for (const { taskId, label } of labels) groups.set(taskId, [...(groups.get(taskId) ?? []), label]);
  return groups;
}

const LabelRow = TaskLabel.extend({ taskId: z.string().nullable(), workspaceId: z.string(), createdAt: z.string() });
export type LabelRow = z.infer<typeof LabelRow>;
type NewLabel = Pick<LabelRow, 'name' | 'color' | 'workspaceId' | 'taskId'>;

const LABELS = { name: 'label', row: LabelRow };

/** Throws the error for an unknown id. */
export function getLabel(context: LocalContext, id: string): LabelRow {
  return required(context.database.find(LABELS, { id }));
}

/** Finds the label with this name and colour on the task; `taskId` null finds the definition of the workspace. */
export function findLabel(context: LocalContext, { name, color, workspaceId, taskId }: NewLabel): LabelRow | undefined {
  return context.database.find(LABELS, { name, color, workspaceId, taskId });
}

export function createLabel(context: LocalContext, { name, color, workspaceId, taskId }: NewLabel): LabelRow {
  const id = newId();
  context.database.insert('label', { id, workspaceId, taskId, name, color, createdAt: context.timestamp() });
  return getLabel(context, id);
}

function checkLabel(context: LocalContext, { workspaceId }: Pick<LabelRow, 'workspaceId'>, task: TaskRow): void {
  if (getProject(context, task.projectId).workspaceId !== workspaceId)
    throw new HttpError(400, 'The label belongs to another workspace');
}

/** Adds a copy to the task unless it has one. */
export function addCopy(context: LocalContext, label: LabelRow, task: TaskRow): Change[] {
  checkLabel(context, label, task);
  if (findLabel(context, { ...label, taskId: task.id }) !== undefined) return [];
  createLabel(context, { ...label, taskId: task.id });
  return [{ kind: 'label-changed', task }];
}

/** Removes the label's copy from the task, if it has one. */
export function removeCopy(context: LocalContext, label: LabelRow, task: TaskRow): Change[] {
  const removed = context.database.delete('label', { name: label.name, color: label.color, taskId: task.id });
  return removed === 0 ? [] : [{ kind: 'label-changed', task }];
}

export function addLabelRoutes(api: LocalApi, context: LocalContext): void {
  const { database, changes } = context;

  api.get('/label/task/:taskId', permit('label:read'), (c) => {
    const { id: taskId } = getTask(context, c.req.param('taskId'));
    return c.json(database.list(LABELS, { taskId }, 'name COLLATE NOCASE, id'));
  });

  /** Definitions and the copies on tasks. */
  api.get('/label/workspace/:id', permit('label:read'), (c) => {
    const workspaceId = c.req.param('id');
    checkWorkspace(context, workspaceId, c.get('caller'));
    return c.json(database.list(LABELS, { workspaceId }, 'task_id IS NOT NULL, name COLLATE NOCASE, id'));
  });

  /** The same name and colour return the existing label. */
  api.post('/label', permit('label:create'), async (c) => {
    const { name, color, workspaceId, taskId } = await readBody(c, LabelCreate);
    checkWorkspace(context, workspaceId, c.get('caller'));
    const task = taskId === undefined ? null : getTask(context, taskId);
    if (task !== null) checkLabel(context, { workspaceId }, task);
    const fields = { name, color, workspaceId, taskId: task?.id ?? null };
    const existing = findLabel(context, fields);
    if (existing !== undefined) return c.json(existing);
    const label = createLabel(context, fields);
    if (task !== null) changes.emit([{ kind: 'label-changed', task }]);
    return c.json(label);
  });

  /** Copies a definition to the task, or moves a task's copy there. Either way the id is new. */
  api.put('/label/:id/task', permit('label:update'), async (c) => {
    const { taskId } = await readBody(c, z.object({ taskId: z.string().min(1) }));
    const label = getLabel(context, c.req.param('id'));
    const task = getTask(context, taskId);
    checkLabel(context, label, task);
    const from = label.taskId === null ? null : getTask(context, label.taskId);
    if (from?.id === task.id) return c.json(label);
    const copy = database.transaction(() => {
      if (from !== null) database.delete('label', { id: label.id });
      return findLabel(context, { ...label, taskId }) ?? createLabel(context, { ...label, taskId });
    });
    changes.emit([task, ...(from === null ? [] : [from])].map((changed) => ({ kind: 'label-changed', task: changed })));
    return c.json(copy);
  });

  /** Renaming a definition renames all its copies. */
  api.put('/label/:id', permit('label:update'), async (c) => {
    const body = await readBody(c, LabelUpdate);
    const label = getLabel(context, c.req.param('id'));
    const renamed = label.taskId === null ? [label, ...listCopies(label)] : [label];
    const same = findLabel(context, { ...label, ...body });
    if (same !== undefined && same.id !== label.id) throw new HttpError(409, 'This label exists already');
    database.transaction(() => {
      // Inserted again with the same id, because the revision of a board counts inserts and deletes of labels.
      for (const { id } of renamed) {
        database.run(
          `INSERT OR REPLACE INTO label (id, workspace_id, task_id, name, color, created_at)
           SELECT id, workspace_id, task_id, :name, :color, created_at FROM label WHERE id = :id`,
          { ...body, id },
        );
      }
    });
    emitChanges(renamed);
    return c.json(getLabel(context, label.id));
  });

  api.delete('/label/:id/task', permit('label:update'), (c) => {
    const label = getLabel(context, c.req.param('id'));
    // Only copies are on tasks.
    if (label.taskId === null) throw unknownRecord();
    const task = getTask(context, label.taskId);
    database.delete('label', { id: label.id });
    changes.emit([{ kind: 'label-changed', task }]);
    return c.json(label);
  });

  /** Deleting a definition deletes all its copies. */
  api.delete('/label/:id', permit('label:delete'), (c) => {
    const label = getLabel(context, c.req.param('id'));
    const copies = label.taskId === null ? listCopies(label) : [label];
    database.transaction(() => {
      for (const { id } of [label, ...copies]) database.delete('label', { id });
    });
    emitChanges(copies);
    return c.json(label);
  });

  function emitChanges(labels: LabelRow[]): void {
    const taskIds = labels.flatMap(({ taskId }) => taskId ?? []);
    changes.emit(taskIds.map((taskId) => ({ kind: 'label-changed', task: getTask(context, taskId) })));
  }

  function listCopies({ name, color, workspaceId }: LabelRow): LabelRow[] {
    return database.list(LABELS, { name, color, workspaceId }, 'rowid').filter(({ taskId }) => taskId !== null);
  }
}
