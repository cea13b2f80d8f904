/** Notifications about other people's changes of a person's tasks (docs/service.md#notifications): assigned, moved, commented. */
import { z } from 'zod';
import type { Change } from './change-events.ts';
import { notFound, required } from './errors.ts';
import type { LocalApi, LocalContext } from './local-context.ts';
import { newId } from './secrets.ts';
import { json } from './table.ts';

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
  eventData: json(z.record(z.string(), z.unknown())),
  resourceId: z.string().nullable(),
  resourceType: z.string().nullable(),
  isRead: z.int().transform(Boolean),
  createdAt: z.string(),
});

const NOTIFICATIONS = { name: 'notification', row: NotificationRow };

interface NotificationContent {
  type: string;
  title: string;
  /** Details for `eventData`. */
  details?: Record<string, string>;
}

const ASSIGNED = { type: 'task_assignee_changed', title: 'A task was assigned to you' };
const MOVED = { type: 'task_status_changed', title: 'The status of your task changed' };

/** People get no notification about their own actions. */
export function recordNotifications(context: LocalContext): void {
  context.changes.listen((change) => {
    const content = contentOf(change);
    if (content === null || !('actor' in change)) return;
    const { type, title, details } = content;
    const { task, actor } = change;
    if (task.userId === null || task.userId === actor.id) return;
    context.database.insert('notification', {
      id: newId(),
      userId: task.userId,
      type,
      title,
      content: task.title,
      eventData: { taskTitle: task.title, projectId: task.projectId, ...details },
      resourceId: task.id,
      resourceType: 'task',
      createdAt: context.timestamp(),
    });
    context.changes.emit([{ kind: 'notified', userId: task.userId }]);
  });
}

function contentOf(change: Change): NotificationContent | null {
  switch (change.kind) {
    case 'task-created':
      return ASSIGNED;
    case 'task-changed':
      return change.field === 'userId' ? ASSIGNED : change.field === 'status' ? MOVED : null;
    case 'comment-created': {
      const details = { commenterName: change.actor.name, commentPreview: change.comment.slice(0, MAX_PREVIEW) };
      return { type: 'task_comment_created', title: 'New comment on your task', details };
    }
    default:
      return null;
  }
}

export function addNotificationRoutes(api: LocalApi, context: LocalContext): void {
  const { database } = context;

  api.get('/notification', (c) => {
    const newestFirst = `created_at DESC, rowid DESC LIMIT ${MAX_NOTIFICATIONS}`;
    return c.json(database.list(NOTIFICATIONS, { userId: c.get('caller').user.id }, newestFirst));
  });

  api.patch('/notification/read-all', (c) => {
    const unread = { userId: c.get('caller').user.id, isRead: false };
    const count = database.update('notification', unread, { isRead: true });
    return c.json({ success: true, count });
  });

  /** Another person's notification counts as unknown. */
  api.patch('/notification/:id/read', (c) => {
    const values = { id: c.req.param('id'), userId: c.get('caller').user.id };
    database.update('notification', values, { isRead: true });
    return c.json(required(database.find(NOTIFICATIONS, values), notFound('Notification')));
  });
}
