/** The service's own notifications (field notes 3). */
import type { Http } from '../http.ts';
import { Notification, Notifications, ReadAll } from '../records.ts';
import { part } from './path.ts';

export const notificationEndpoints = (http: Http) => ({
  /** GET /notification (field notes 3): the newest 50. */
  listNotifications: () => http.request({ method: 'GET', path: '/notification', schema: Notifications }),

  /** PATCH /notification/{id}/read (field notes 3). */
  markNotificationRead: (id: string) =>
    http.request({ method: 'PATCH', path: `/notification/${part(id)}/read`, schema: Notification }),

  /** PATCH /notification/read-all (field notes 3). */
  markAllNotificationsRead: () => http.request({ method: 'PATCH', path: '/notification/read-all', schema: ReadAll }),
});
