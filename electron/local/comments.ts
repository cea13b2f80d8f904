/**
 * Comments on a task. The specification shows no path for them; the webhook and realtime events about them need one
 * (section 6, taskCommentCreated), so those two are served that a server's published source has.
 */
import { z } from 'zod';
import { permit } from './access.ts';
import type { LocalApi, LocalContext } from './context.ts';
import { newId } from './secrets.ts';
import { getTask } from './tasks.ts';
import { readBody } from './validate.ts';

const CommentRow = z.object({
  id: z.string(),
  taskId: z.string(),
  userId: z.string().nullable(),
  content: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
  userName: z.string().nullable(),
});

export function addCommentRoutes(api: LocalApi, context: LocalContext): void {
  const list = (taskId: string) =>
    context.database.all(
      CommentRow,
      `SELECT c.id, c.task_id AS taskId, c.user_id AS userId, c.content, c.created_at AS createdAt,
         c.updated_at AS updatedAt, p.name AS userName
       FROM comment c LEFT JOIN person p ON p.id = c.user_id WHERE c.task_id = :taskId ORDER BY c.created_at, c.rowid`,
      { taskId },
    );

  api.get('/comment/:taskId', permit('task:read'), (c) => c.json(list(getTask(context, c.req.param('taskId')).id)));

  api.post('/comment/:taskId', permit('task:update'), async (c) => {
    const { content } = await readBody(c, z.object({ content: z.string().min(1) }));
    const task = getTask(context, c.req.param('taskId'));
    const actor = c.get('caller').user;
    const id = newId();
    context.database.run(
      `INSERT INTO comment (id, task_id, user_id, content, created_at, updated_at)
       VALUES (:id, :taskId, :userId, :content, :now, :now)`,
      { id, taskId: task.id, userId: actor.id, content, now: context.timestamp() },
    );
    context.changes.tell([{ kind: 'comment-created', task, comment: content, actor }]);
    return c.json(list(task.id).find((comment) => comment.id === id));
  });
}
