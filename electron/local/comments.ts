/** Comments on a task (docs/service.md#comments-and-activity). Writing needs `task:update`; only the author can change or delete one. */
import { z } from 'zod';
import { Comment } from '../service/records.ts';
import { permit } from './access.ts';
import { HttpError, required } from './errors.ts';
import type { LocalApi, LocalContext } from './local-context.ts';
import { newId } from './secrets.ts';
import { columnsOf } from './table.ts';
import { getTask } from './tasks.ts';
import { readBody } from './validate.ts';

const StoredComment = Comment.omit({ user: true });

const CommentRow = StoredComment.extend({
  userName: z.string().nullable(),
  userImage: z.string().nullable(),
}).transform(({ userName, userImage, ...comment }) => ({
  ...comment,
  user: userName === null ? null : { name: userName, image: userImage },
}));

const SELECT = `SELECT ${columnsOf(StoredComment, 'c')}, p.name AS userName, p.image AS userImage
  FROM comment c LEFT JOIN person p ON p.id = c.user_id`;

const Content = z.object({ content: z.string().min(1) });

export function addCommentRoutes(api: LocalApi, context: LocalContext): void {
  const { database } = context;

  function getComment(id: string) {
    return required(database.get(CommentRow, `${SELECT} WHERE c.id = :id`, { id }));
  }

  function ownComment(id: string, userId: string) {
    const comment = getComment(id);
    if (comment.userId !== userId) throw new HttpError(403, 'Only its author can change a comment');
    return comment;
  }

  api.get('/comment/:taskId', permit('task:read'), (c) => {
    const { id } = getTask(context, c.req.param('taskId'));
    return c.json(database.all(CommentRow, `${SELECT} WHERE c.task_id = :id ORDER BY c.created_at, c.rowid`, { id }));
  });

  api.post('/comment/:taskId', permit('task:update'), async (c) => {
    const { content } = await readBody(c, Content);
    const task = getTask(context, c.req.param('taskId'));
    const actor = c.get('caller').user;
    const [id, now] = [newId(), context.timestamp()];
    const written = { id, taskId: task.id, userId: actor.id, content, createdAt: now, updatedAt: now };
    database.insert('comment', written);
    context.changes.emit([{ kind: 'comment-created', task, comment: content, actor }]);
    return c.json(getComment(id));
  });

  api.put('/comment/:id', permit('task:read'), async (c) => {
    const { content } = await readBody(c, Content);
    const { id, taskId } = ownComment(c.req.param('id'), c.get('caller').user.id);
    database.update('comment', { id }, { content, updatedAt: context.timestamp() });
    context.changes.emit([{ kind: 'comment-changed', task: getTask(context, taskId) }]);
    return c.json(getComment(id));
  });

  api.delete('/comment/:id', permit('task:read'), (c) => {
    const comment = ownComment(c.req.param('id'), c.get('caller').user.id);
    database.delete('comment', { id: comment.id });
    context.changes.emit([{ kind: 'comment-changed', task: getTask(context, comment.taskId) }]);
    return c.json(comment);
  });
}
