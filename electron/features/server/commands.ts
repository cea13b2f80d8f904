/** Which feature answers the commands about the server: what it can do, its notifications, and tools that are let in. */

import type { CommandHandlers, CommandName } from '../../../shared/contract/index.ts';

import type { Outbox } from '../../outbox/outbox.ts';
import type { Account, Session } from '../account/accounts.ts';
import type { ConnectedTools } from './connected-tools.ts';
import { NOTIFICATION_READ, NOTIFICATIONS_READ_ALL } from './notification-writes.ts';
import type { ServerNotifications } from './notifications.ts';
import { readServer } from './server-info.ts';

export interface ServerFeatures {
  news: ServerNotifications;
  tools: ConnectedTools;
  outbox: Pick<Outbox, 'add' | 'wake'>;
  now: () => number;
  /** Throws AppError where nobody is signed in. */
  account: () => Account;
  /** Throws AppError where nothing can be asked now. */
  acting: () => Session;
  /** A read that a person asked for. */
  reading: <T>(work: (client: Session['client']) => Promise<T>) => Promise<T>;
  copyText: (text: string) => void;
}

type ServerCommand = Extract<CommandName, `server.${string}` | `notifications.${string}` | `connected-tools.${string}`>;

export function createServerHandlers(features: ServerFeatures): Pick<CommandHandlers, ServerCommand> {
  const { news, tools, outbox, now, account, acting, reading } = features;

  function mark(kind: string, subject: string, payload: unknown): void {
    outbox.add({ accountId: account().id, kind, subject, payload }, now());
    outbox.wake();
    news.overlay();
  }

  return {
    'server.read': () => reading((client) => readServer(client, account().workspaces)),

    'notifications.read': () => reading(() => news.read()),
    'notifications.mark-read': ({ newsId }) =>
      mark(NOTIFICATION_READ, `notification:${newsId}`, { notificationId: newsId }),
    'notifications.mark-all-read': () => mark(NOTIFICATIONS_READ_ALL, 'notification:all', {}),

    'connected-tools.register': ({ name, redirectUri }) => tools.register(acting(), name, redirectUri),
    'connected-tools.ask-in-browser': (tool) => tools.askInBrowser(acting(), tool),
    'connected-tools.exchange': ({ pasted }) => tools.exchange(acting(), pasted),
    'connected-tools.look-up': ({ pasted }) => tools.lookUp(acting(), pasted),
    'connected-tools.decide': ({ requestId, isApproved }) => tools.decide(acting(), requestId, isApproved),
    'connected-tools.copy': ({ text }) => features.copyText(text),
  };
}
