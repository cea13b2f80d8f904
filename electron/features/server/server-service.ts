/** The server's information, its notifications and connected tools. */
import type { NotificationView, ServerView } from '../../../shared/contract/server-view.ts';
import { createEvents } from '../../../shared/events.ts';
import type { Outbox } from '../../outbox/outbox.ts';
import { type AccountPart, type AccountService, nothing } from '../account/index.ts';
import type { FeatureContext } from '../context.ts';
import { createConnectedTools } from './connected-tools.ts';
import { NOTIFICATION_READ, NOTIFICATIONS_READ_ALL } from './notification-writes.ts';
import { createServerNotifications } from './notifications.ts';
import { createUploads, readServer } from './server-info.ts';

export interface ServerEvents {
  /** There are new notifications about these tasks. */
  tasksAnnounced: string[];
}

export interface ServerOptions {
  account: AccountService;
  outbox: Pick<Outbox, 'add' | 'wake' | 'openOfKinds'>;
}

export type ServerService = ReturnType<typeof createServer>;

export function createServer(context: FeatureContext, { account, outbox }: ServerOptions) {
  const { now, invalidate } = context;
  const events = createEvents<ServerEvents>(context.runInBackground);
  const notifications = createServerNotifications({
    now,
    open: () => outbox.openOfKinds(account.id() ?? '', 'notification.'),
    onChange: () => invalidate('unreadNotifications', 'unreadTasks'),
    onTasks: (taskIds) => events.emit('tasksAnnounced', taskIds),
    onUnreadable: (unreadable) => context.reportUnreadable('notifications', unreadable),
  });
  const hasUploads = createUploads();

  function mark(kind: string, subject: string, payload: unknown): void {
    outbox.add({ accountId: account.required().id, kind, subject, payload }, now());
    outbox.wake();
    notifications.overlay();
  }

  const part: AccountPart = {
    load: () => notifications.start(null),
    start: ({ client }) => notifications.start(client),
    refreshIfStale: notifications.refreshIfStale,
    resume: nothing,
    clockChanged: nothing,
    transfer: nothing,
    stop: notifications.stop,
  };

  return {
    on: events.on,
    part,
    notifications,
    tools: createConnectedTools(context),
    /** Throws ServiceError if the server does not answer. */
    info: (): Promise<ServerView> => account.read((client) => readServer(client, account.required().workspaces)),
    /** null if the server does not say. */
    hasUploads: (): Promise<boolean | null> => account.read(hasUploads),
    readNotifications: (): Promise<NotificationView[]> => account.read(() => notifications.read()),
    markRead: (notificationId: string) => mark(NOTIFICATION_READ, `notification:${notificationId}`, { notificationId }),
    markAllRead: () => mark(NOTIFICATIONS_READ_ALL, 'notification:all', {}),
  };
}
