/** Labels (section 2, Label and TaskLabel). A label on a task is a copy of the workspace's definition (field notes 4). */
import { z } from 'zod';
import { Label, TaskLabel } from '../service/records.ts';
import { permit } from './access.ts';
import type { LocalApi, LocalContext } from './context.ts';
import { getTask } from './tasks.ts';

const TaskLabelRow = TaskLabel.extend({ taskId: z.string() });

/** A label and the task it is on. */
export interface LabelOnTask {
  taskId: string;
  label: TaskLabel;
}

/** The labels of many tasks, task by task in the order given, by name within each. */
export function listLabelsOf(context: LocalContext, taskIds: string[]): LabelOnTask[] {
  return context.database
    .all(
      TaskLabelRow,
      `SELECT l.id, l.name, l.color, l.task_id AS taskId
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

export function addLabelRoutes(api: LocalApi, context: LocalContext): void {
  /** Section 4, GET /label/task/{taskId}: every label on the task. */
  api.get('/label/task/:taskId', permit('label:read'), (c) => {
    const { id } = getTask(context, c.req.param('taskId'));
    return c.json(
      context.database.all(
        Label,
        `SELECT id, name, color, task_id AS taskId, workspace_id AS workspaceId, created_at AS createdAt
         FROM label WHERE task_id = :id ORDER BY name COLLATE NOCASE, id`,
        { id },
      ),
    );
  });
}
