/** The server itself, and its notifications. */

import { type CommandsOf, command } from './command.ts';
import { Id } from './fields.ts';
import type { NotificationView, ServerView } from './server-view.ts';

export const serverCommands = {
  /** Information about the server and the person. */
  'server.read': command({}).returns<ServerView>(),
  /** The service's own notifications, the newest 50. */
  /** Of all open accounts, the newest first. */
  'inbox.read': command({}).returns<NotificationView[]>(),
  'inbox.mark-read': command({ notificationId: Id, accountId: Id.optional() }),
  'inbox.mark-all-read': command({}),
} satisfies CommandsOf<'server' | 'inbox'>;
