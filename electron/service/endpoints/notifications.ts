/** The service's own notifications (docs/service.md#notifications). */
import type { Http } from '../http.ts';
import { part } from '../http.ts';
import { Notification, Notifications, ReadAll } from '../records.ts';

export const notificationEndpoints = (http: Http) => ({
  /** GET /notification: the newest 50. */
  listNotifications: () => http.request({ method: 'GET', path: '/notification', schema: Notifications }),

  markNotificationRead: (id: string) =>
    http.request({ method: 'PATCH', path: `/notification/${part(id)}/read`, schema: Notification }),

  markAllNotificationsRead: () => http.request({ method: 'PATCH', path: '/notification/read-all', schema: ReadAll }),
});
