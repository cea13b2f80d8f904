/** The server itself, and its notifications. */

import { z } from 'zod';
import { type CommandsOf, Empty, Id } from './common.ts';
import type { NotificationView, ServerView } from './server-view.ts';

export const serverCommands = {
  /** What the server says of itself and of the person. */
  'server.read': Empty,
  /** The service's own notifications, the newest 50. */
  'notifications.read': Empty,
  'notifications.mark-read': z.object({ newsId: Id }).strict(),
  'notifications.mark-all-read': Empty,
} satisfies CommandsOf<'server' | 'notifications'>;

export interface ServerResults {
  'server.read': ServerView;
  'notifications.read': NotificationView[];
}
