/** GET /task/assigned: the caller's open tasks (docs/service.md#assigned-tasks). */
import { z } from 'zod';
import { AssignedTask, type AssignedTasks } from '../service/records.ts';
import { permit } from './access.ts';
import { groupByTask, listLabelsOf } from './labels.ts';
import type { LocalApi, LocalContext } from './local-context.ts';
import { checkWorkspace } from './people.ts';
import { PRIORITY_RANK } from './task-rows.ts';
import { readQuery } from './validate.ts';

/** At most this many tasks are returned; `total` counts all. */
const MAX_ASSIGNED_TASKS = 100;

const Query = z.object({ workspaceId: z.string().min(1), countOnly: z.enum(['true', 'false']).optional() });

const AssignedRow = AssignedTask.omit({ labels: true });

/** Open tasks: planned or in a column that is not final. Neither the task nor its project is archived. */
const FROM_OPEN = `FROM task t JOIN project p ON p.id = t.project_id
  LEFT JOIN board_column c ON c.project_id = t.project_id AND c.slug = t.status
  WHERE t.user_id = :userId AND p.workspace_id = :workspaceId AND p.archived_at IS NULL
    AND t.status <> 'archived' AND coalesce(c.is_final, 0) = 0`;

const ORDER = `t.due_date IS NULL, t.due_date, ${PRIORITY_RANK} DESC, t.created_at, t.number, t.project_id`;

/** Must be registered before GET /task/{id}, which would match "assigned". */
export function addAssignedRoute(api: LocalApi, context: LocalContext): void {
  api.get('/task/assigned', permit('project:read', 'task:read'), (c) => {
    const { workspaceId, countOnly } = readQuery(c, Query);
    checkWorkspace(context, workspaceId, c.get('caller'));
    const values = { workspaceId, userId: c.get('caller').user.id };
    const total =
      context.database.get(z.object({ total: z.number() }), `SELECT count(*) AS total ${FROM_OPEN}`, values)?.total ??
      0;
    if (countOnly === 'true') return c.json({ tasks: [], total } satisfies AssignedTasks);

    const rows = context.database.all(
      AssignedRow,
      `SELECT t.id, t.project_id AS projectId, t.number, t.title, t.status, c.name AS statusName, c.icon AS statusIcon,
         t.priority, t.due_date AS dueDate, p.name AS projectName, p.slug AS projectSlug, p.icon AS projectIcon
       FROM task t JOIN project p ON p.id = t.project_id
       LEFT JOIN board_column c ON c.project_id = t.project_id AND c.slug = t.status
       WHERE t.rowid IN (SELECT t.rowid ${FROM_OPEN} ORDER BY ${ORDER} LIMIT ${MAX_ASSIGNED_TASKS})
       ORDER BY ${ORDER}`,
      values,
    );
    const labels = groupByTask(
      listLabelsOf(
        context,
        rows.map((row) => row.id),
      ),
    );
    const tasks = rows.map((row) => ({ ...row, labels: labels.get(row.id) ?? [] }));
    return c.json({ tasks, total } satisfies AssignedTasks);
  });
}
