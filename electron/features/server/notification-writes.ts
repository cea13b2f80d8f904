/** The service's own notifications (field notes 3): read ones stay read, however often that is said. */
import { z } from 'zod';
import { words } from '../../../shared/i18n/main-messages.ts';
import { setting, unlessGone } from '../../outbox/idempotent-write.ts';

export const NOTIFICATION_READ = 'notification.read';
export const NotificationReadPayload = z.object({ notificationId: z.string() });
export type NotificationReadPayload = z.infer<typeof NotificationReadPayload>;

/** PATCH /notification/{id}/read. */
export const notificationRead = setting<NotificationReadPayload>({
  kind: NOTIFICATION_READ,
  schema: NotificationReadPayload,
  send: ({ notificationId }, client) => unlessGone(client.markNotificationRead(notificationId)),
  describe: () => words.outbox.news.one,
  refused: () => words.outbox.news.oneRefused,
});

export const NOTIFICATIONS_READ_ALL = 'notification.read-all';
export const NotificationsReadAllPayload = z.object({});

/** PATCH /notification/read-all. */
export const notificationsReadAll = setting({
  kind: NOTIFICATIONS_READ_ALL,
  schema: NotificationsReadAllPayload,
  send: (_, client) => client.markAllNotificationsRead(),
  describe: () => words.outbox.news.all,
  refused: () => words.outbox.news.allRefused,
});
