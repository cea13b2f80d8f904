/** A task as its table gives it, with the name of who it is assigned to. */
import { z } from 'zod';
import { Priority } from '../service/records.ts';

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
