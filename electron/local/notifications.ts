/** Notifications about other people's changes of a person's tasks (docs/service.md#notifications): assigned, moved, commented. */
import { z } from 'zod';
import type { Change } from './change-events.ts';
import { notFound } from './errors.ts';
import type { LocalApi, LocalContext } from './local-context.ts';
import { newId } from './secrets.ts';
import type { TaskRow } from './task-rows.ts';

/** At most this many are returned, newest first. */
const MAX_NOTIFICATIONS = 50;
/** Length of a comment's preview (UTF-16 code units). */
const MAX_PREVIEW = 200;

const NotificationRow = z.object({
  id: z.string(),
  userId: z.string(),
  type: z.string(),
  title: z.string(),
  content: z.string().nullable(),
  eventData: z.string().transform((text) => z.record(z.string(), z.unknown()).parse(JSON.parse(text))),
  resourceId: z.string().nullable(),
  resourceType: z.string().nullable(),
  isRead: z.int().transform(Boolean),
  createdAt: z.string(),
});

const SELECT = `SELECT id, user_id AS userId, type, title, content, event_data AS eventData, resource_id AS resourceId,
  resource_type AS resourceType, is_read AS isRead, created_at AS createdAt FROM notification`;

interface NotificationContent {
  type: string;
  title: string;
  task: TaskRow;
  actorId: string;
  /** Details for `eventData`. */
  details?: Record<string, string>;
}

/** People get no notification about their own actions. */
export function recordNotifications(context: LocalContext): void {
  context.changes.listen((change) => {
    const content = contentOf(change);
    if (content === null || content.task.userId === null || content.task.userId === content.actorId) return;
    const { type, title, task, details } = content;
    context.database.run(
      `INSERT INTO notification (id, user_id, type, title, content, event_data, resource_id, resource_type, created_at)
       VALUES (:id, :userId, :type, :title, :content, :eventData, :taskId, 'task', :now)`,
      {
        id: newId(),
        userId: task.userId,
        type,
        title,
        content: task.title,
        eventData: JSON.stringify({ taskTitle: task.title, projectId: task.projectId, ...details }),
        taskId: task.id,
        now: context.timestamp(),
      },
    );
    context.changes.emit([{ kind: 'notified', userId: content.task.userId }]);
  });
}

function contentOf(change: Change): NotificationContent | null {
  switch (change.kind) {
    case 'task-created':
      return { type: 'task_assignee_changed', title: 'A task was assigned to you', ...who(change) };
    case 'task-changed':
      if (change.field === 'userId') {
        return { type: 'task_assignee_changed', title: 'A task was assigned to you', ...who(change) };
      }
      if (change.field === 'status') {
        return { type: 'task_status_changed', title: 'The status of your task changed', ...who(change) };
      }
      return null;
    case 'comment-created':
      return {
        type: 'task_comment_created',
        title: 'New comment on your task',
        ...who(change),
        details: { commenterName: change.actor.name, commentPreview: change.comment.slice(0, MAX_PREVIEW) },
      };
    default:
      return null;
  }
}

const who = ({ task, actor }: { task: TaskRow; actor: { id: string } }) => ({ task, actorId: actor.id });

export function addNotificationRoutes(api: LocalApi, context: LocalContext): void {
  const { database } = context;

  api.get('/notification', (c) =>
    c.json(
      database.all(
        NotificationRow,
        `${SELECT} WHERE user_id = :userId ORDER BY created_at DESC, rowid DESC LIMIT ${MAX_NOTIFICATIONS}`,
        { userId: c.get('caller').user.id },
      ),
    ),
  );

  api.patch('/notification/read-all', (c) => {
    const count = database.run('UPDATE notification SET is_read = 1 WHERE user_id = :userId AND is_read = 0', {
      userId: c.get('caller').user.id,
    });
    return c.json({ success: true, count });
  });

  /** Another person's notification counts as unknown. */
  api.patch('/notification/:id/read', (c) => {
    const values = { id: c.req.param('id'), userId: c.get('caller').user.id };
    database.run('UPDATE notification SET is_read = 1 WHERE id = :id AND user_id = :userId', values);
    const row = database.get(NotificationRow, `${SELECT} WHERE id = :id AND user_id = :userId`, values);
    if (row === undefined) throw notFound('Notification');
    return c.json(row);
  });
}
