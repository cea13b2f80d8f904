/** The server's information, its notifications and connected tools. */
import type { NotificationView, ServerView } from '../../../shared/contract/server-view.ts';
import { createEvents } from '../../../shared/events.ts';
import type { Outbox } from '../../outbox/outbox.ts';
import { type AccountAccess, type AccountPart, nothing } from '../account/index.ts';
import type { FeatureContext } from '../context.ts';
import { createConnectedTools } from './connected-tools.ts';
import { createInbox } from './inbox.ts';
import { NOTIFICATION_READ, NOTIFICATIONS_READ_ALL } from './inbox-writes.ts';
import { createUploads, readServer } from './server-info.ts';

export interface ServerEvents {
  /** There are new notifications about these tasks. */
  tasksAnnounced: string[];
}

export interface ServerOptions {
  account: AccountAccess;
  outbox: Pick<Outbox, 'add' | 'wake' | 'openOfKinds'>;
}

export type ServerService = ReturnType<typeof createServer>;

export function createServer(context: FeatureContext, { account, outbox }: ServerOptions) {
  const { now, invalidate } = context;
  const events = createEvents<ServerEvents>(context.runInBackground);
  const inbox = createInbox({
    now,
    open: () => outbox.openOfKinds(account.id() ?? '', 'notification.'),
    onChange: () => {
      invalidate('unreadNotifications', 'unreadTasks');
      context.readAgain('inbox');
    },
    onTasks: (taskIds) => events.emit('tasksAnnounced', taskIds),
    onUnreadable: (unreadable) => context.reportUnreadable('notifications', unreadable),
  });
  const hasUploads = createUploads();

  function mark(kind: string, subject: string, payload: unknown): void {
    outbox.add({ accountId: account.required().id, kind, subject, payload }, now());
    outbox.wake();
    inbox.overlay();
  }

  /** The service's notifications are the person's, so the account beside a further workspace has them. */
  const isFurther = () => account.current()?.credentialOf != null;

  const marked = (items: readonly NotificationView[]) => items.map((item) => account.marked<NotificationView>(item));

  const part: AccountPart = {
    load: () => inbox.start(null),
    start: ({ client }) => inbox.start(isFurther() ? null : client),
    refreshIfStale: inbox.refreshIfStale,
    transfer: nothing,
    stop: inbox.stop,
  };

  return {
    on: events.on,
    part,
    inbox,
    tools: createConnectedTools(context),
    /** Throws ServiceError if the server does not answer. */
    info: (): Promise<ServerView> => account.read((client) => readServer(client, account.required().workspaces)),
    /** null if the server does not say. */
    hasUploads: (): Promise<boolean | null> => account.read(hasUploads),
    readInbox: async () => (isFurther() ? [] : marked(await account.read(() => inbox.read()))),
    /** As last read. */
    knownInbox: () => (isFurther() ? [] : marked(inbox.list())),
    markRead: (notificationId: string) => mark(NOTIFICATION_READ, `notification:${notificationId}`, { notificationId }),
    markAllRead(): void {
      if (!isFurther()) mark(NOTIFICATIONS_READ_ALL, 'notification:all', {});
    },
  };
}
