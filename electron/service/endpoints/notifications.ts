/** The service's own notifications (docs/service.md#notifications). */
import { type Http, part } from '../http.ts';
import { Notification, Notifications, ReadAll } from '../records.ts';

export const notificationEndpoints = (http: Http) => ({
  /** The newest 50. */
  listNotifications: () => http.get('/notification', Notifications),

  markNotificationRead: (id: string) => http.patch(`/notification/${part(id)}/read`, Notification),

  markAllNotificationsRead: () => http.patch('/notification/read-all', ReadAll),
});
