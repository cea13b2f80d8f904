/** A row of the task table with the assignee's name. */

import { z } from 'zod';
import { Priority } from '../../shared/contract/task-schema.ts';
import { PRIORITIES, priorityRank } from '../../shared/tasks/priority.ts';
import { columnsOf } from './table.ts';

/** The columns that are selected as they are. */
const StoredTask = z.object({
  id: z.string(),
  projectId: z.string(),
  number: z.number(),
  title: z.string(),
  description: z.string(),
  status: z.string(),
  priority: Priority,
  startDate: z.string().nullable(),
  dueDate: z.string().nullable(),
  userId: z.string().nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
});

export const TaskRow = StoredTask.extend({
  position: z.number(),
  assigneeId: z.string().nullable(),
  assigneeName: z.string().nullable(),
  assigneeImage: z.string().nullable(),
});
export type TaskRow = z.infer<typeof TaskRow>;

/** Highest position. Leaves room for tasks placed after it. */
export const MAX_POSITION = 2 ** 50;

/** Files of earlier versions may contain positions beyond the range of JavaScript numbers. */
const [LEAST, MOST] = [Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER];
export const POSITION = `max(${LEAST}, min(t.position, ${MOST})) AS position`;

/** The position at the end of a column: one after the last task. */
export const END_OF_COLUMN = `(SELECT min(coalesce(max(min(position, ${MOST})), 0) + 1, ${MOST}) FROM task
  WHERE project_id = :projectId AND status = :status)`;

/** Selects a TaskRow; append conditions on `t` (task). */
export const SELECT_TASK = `SELECT ${columnsOf(StoredTask, 't')}, ${POSITION}, t.user_id AS assigneeId,
  assignee.name AS assigneeName, assignee.image AS assigneeImage
  FROM task t LEFT JOIN person assignee ON assignee.id = t.user_id`;

/** Orders by priority in SQL: 0 for none, 4 for urgent. */
export const PRIORITY_RANK = `CASE t.priority ${PRIORITIES.map(
  ({ id }) => `WHEN '${id}' THEN ${priorityRank(id)}`,
).join(' ')} END`;
