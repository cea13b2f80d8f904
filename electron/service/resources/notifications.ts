/** Notifications of the service (docs/service.md#notifications). */

import { z } from 'zod';
import { line } from '../../../shared/contract/fields.ts';
import { type Http, segment } from '../http.ts';
import { EventData, Id, NO_TIME, Timestamp } from './common.ts';
import { listOf } from './lenient.ts';

/** GET /notification. Newer servers send no title; it is derived from `type` and `eventData`. */
export const Notification = z.object({
  id: Id,
  title: line(200).nullish(),
  content: line(300).nullish(),
  type: line(100),
  isRead: z
    .boolean()
    .nullish()
    .transform((isRead) => isRead ?? false),
  eventData: EventData.nullish(),
  resourceId: Id.nullish(),
  resourceType: z.string().nullish(),
  createdAt: Timestamp,
});
export type Notification = z.infer<typeof Notification>;
const Notifications = listOf('notification', Notification, { fallback: { type: '', createdAt: NO_TIME } });

/** PATCH /notification/read-all. */
export const ReadAll = z.object({ success: z.boolean(), count: z.number().nullish().catch(null) });
export type ReadAll = z.infer<typeof ReadAll>;

export const notificationEndpoints = (http: Http) => ({
  /** The newest 50. */
  listNotifications: () => http.get('/notification', Notifications),

  markNotificationRead: (id: string) => http.patch(`/notification/${segment(id)}/read`, Notification),

  markAllNotificationsRead: () => http.patch('/notification/read-all', ReadAll),
});
