/** The server itself, and its notifications. */

import { type CommandsOf, command } from './command.ts';
import { Id } from './fields.ts';
import type { NotificationView, ServerView } from './server-view.ts';

export const serverCommands = {
  /** Information about the server and the person. */
  'server.read': command({}).returns<ServerView>(),
  /** The service's own notifications of all open accounts, the newest first and at most 50 of each. */
  'inbox.read': command({}).returns<NotificationView[]>(),
  'inbox.mark-read': command({ notificationId: Id, accountId: Id.optional() }),
  /** `accountId`: absent for all open accounts. */
  'inbox.mark-all-read': command({ accountId: Id.optional() }),
} satisfies CommandsOf<'server' | 'inbox'>;
