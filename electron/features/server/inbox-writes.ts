/** The service's own notifications (docs/service.md#notifications): marking them as read is idempotent. */
import { z } from 'zod';
import { messages } from '../../../shared/i18n/generated/main.ts';
import { ignoreMissing } from '../../outbox/answers.ts';
import { idempotentWrite } from '../../outbox/idempotent-write.ts';
import { affectsNothing } from '../../service/affected-data.ts';

export const NOTIFICATION_READ = 'notification.read';
export const NotificationReadPayload = z.object({ notificationId: z.string() });
export type NotificationReadPayload = z.infer<typeof NotificationReadPayload>;

/** PATCH /notification/{id}/read. */
const notificationRead = idempotentWrite<NotificationReadPayload>({
  kind: NOTIFICATION_READ,
  schema: NotificationReadPayload,
  affects: affectsNothing,
  send: ({ notificationId }, client) => ignoreMissing(client.markNotificationRead(notificationId)),
  describe: () => messages.outbox.inbox.one,
  rejected: () => messages.outbox.inbox.oneRejected,
});

export const NOTIFICATIONS_READ_ALL = 'notification.read-all';
const NotificationsReadAllPayload = z.object({});

/** PATCH /notification/read-all. */
const notificationsReadAll = idempotentWrite({
  kind: NOTIFICATIONS_READ_ALL,
  schema: NotificationsReadAllPayload,
  affects: affectsNothing,
  send: (_, client) => client.markAllNotificationsRead(),
  describe: () => messages.outbox.inbox.all,
  rejected: () => messages.outbox.inbox.allRejected,
});

export const writeKinds = [notificationRead, notificationsReadAll];
