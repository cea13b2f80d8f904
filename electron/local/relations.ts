/** Relations between tasks (docs/service.md#relations). */

import { z } from 'zod';
import { Priority } from '../../shared/contract/task-schema.ts';
import { TaskRelation, TaskRelationCreate } from '../service/records.ts';
import { permit } from './access.ts';
import { HttpError, notFound, required } from './errors.ts';
import type { LocalApi, LocalContext } from './local-context.ts';
import { newId } from './secrets.ts';
import { selectFrom } from './table.ts';
import { getTask } from './tasks.ts';
import { readBody } from './validate.ts';

const RELATIONS = { name: 'task_relation', row: TaskRelation };

const RelatedRow = z.object({
  id: z.string(),
  title: z.string(),
  number: z.number(),
  status: z.string(),
  priority: Priority,
  projectId: z.string(),
  projectSlug: z.string(),
  userId: z.string().nullable(),
  assigneeName: z.string().nullable(),
  isCompleted: z.int().transform(Boolean),
});

const CountRow = z.object({ taskId: z.string(), completed: z.number(), total: z.number() });

export const NO_SUBTASKS = { completed: 0, total: 0 };

/** Subtask counts of the tasks that have subtasks. Public boards count only subtasks in public projects (docs/service.md#boards). */
export function countSubtasks(
  context: LocalContext,
  taskIds: string[],
  reader: 'member' | 'public',
): Map<string, typeof NO_SUBTASKS> {
  const inPublic = reader === 'public' ? 'JOIN project p ON p.id = child.project_id AND p.is_public = 1' : '';
  const rows = context.database.all(
    CountRow,
    `SELECT r.source_task_id AS taskId, count(*) AS total, sum(coalesce(c.is_final, 0)) AS completed
     FROM json_each(:ids) wanted
     JOIN task_relation r ON r.source_task_id = wanted.value AND r.relation_type = 'subtask'
     JOIN task child ON child.id = r.target_task_id ${inPublic}
     LEFT JOIN board_column c ON c.project_id = child.project_id AND c.slug = child.status
     GROUP BY r.source_task_id`,
    { ids: JSON.stringify(taskIds) },
  );
  return new Map(rows.map(({ taskId, ...counts }) => [taskId, counts]));
}

export function createRelation(context: LocalContext, relation: TaskRelationCreate): TaskRelation {
  const { sourceTaskId, targetTaskId, relationType } = relation;
  const row = { id: newId(), sourceTaskId, targetTaskId, relationType, createdAt: context.timestamp() };
  context.database.insert('task_relation', row);
  return row;
}

export function addRelationRoutes(api: LocalApi, context: LocalContext): void {
  const { database } = context;

  /** In both directions. */
  api.get('/task-relation/:taskId', permit('task:read'), (c) => {
    const { id } = getTask(context, c.req.param('taskId'));
    const relations = database.all(
      TaskRelation,
      `${selectFrom(RELATIONS)} WHERE source_task_id = :id OR target_task_id = :id ORDER BY created_at, id`,
      { id },
    );
    const ends = database.all(
      RelatedRow,
      `SELECT t.id, t.title, t.number, t.status, t.priority, t.project_id AS projectId, p.slug AS projectSlug,
         t.user_id AS userId, assignee.name AS assigneeName, coalesce(c.is_final, 0) AS isCompleted
       FROM task t JOIN project p ON p.id = t.project_id LEFT JOIN person assignee ON assignee.id = t.user_id
       LEFT JOIN board_column c ON c.project_id = t.project_id AND c.slug = t.status
       WHERE t.id IN (SELECT value FROM json_each(:ids))`,
      { ids: JSON.stringify(relations.flatMap(({ sourceTaskId, targetTaskId }) => [sourceTaskId, targetTaskId])) },
    );
    const endOf = new Map(ends.map((end) => [end.id, end]));
    return c.json(
      relations.map((relation) => ({
        ...relation,
        sourceTask: endOf.get(relation.sourceTaskId) ?? null,
        targetTask: endOf.get(relation.targetTaskId) ?? null,
      })),
    );
  });

  api.post('/task-relation', permit('task:update'), async (c) => {
    const body = await readBody(c, TaskRelationCreate);
    const { sourceTaskId, targetTaskId, relationType } = body;
    if (sourceTaskId === targetTaskId) throw new HttpError(400, 'A task cannot be related to itself');
    for (const id of [sourceTaskId, targetTaskId]) {
      if (!database.has('SELECT 1 FROM task WHERE id = :id', { id })) throw notFound('Task');
    }
    const exists = database.has(
      `SELECT 1 FROM task_relation WHERE relation_type = :relationType AND
         ((source_task_id = :sourceTaskId AND target_task_id = :targetTaskId) OR
          (source_task_id = :targetTaskId AND target_task_id = :sourceTaskId))`,
      { sourceTaskId, targetTaskId, relationType },
    );
    if (exists) throw new HttpError(409, 'These tasks are already related in this way');
    if (relationType === 'subtask' && isBelow(sourceTaskId, targetTaskId)) {
      throw new HttpError(400, 'A task cannot be a subtask of its own subtask');
    }
    const relation = createRelation(context, body);
    emitChange(relation);
    return c.json(relation);
  });

  api.delete('/task-relation/:id', permit('task:update'), (c) => {
    const relation = required(database.find(RELATIONS, { id: c.req.param('id') }), notFound('Relation'));
    database.delete('task_relation', { id: relation.id });
    emitChange(relation);
    return c.json(relation);
  });

  /** True if a task is a subtask of the other one, directly or indirectly. */
  function isBelow(id: string, top: string): boolean {
    return database.has(
      `WITH RECURSIVE below (id) AS (
         SELECT :top UNION SELECT r.target_task_id FROM task_relation r JOIN below ON r.source_task_id = below.id
           WHERE r.relation_type = 'subtask'
       ) SELECT 1 FROM below WHERE id = :id`,
      { id, top },
    );
  }

  function emitChange({ sourceTaskId, targetTaskId }: TaskRelation): void {
    const [source, target] = [getTask(context, sourceTaskId), getTask(context, targetTaskId)];
    context.changes.emit([{ kind: 'relation-changed', source, target }]);
  }
}
