/** The server itself, and its notifications. */

import { z } from 'zod';
import { type CommandsOf, Empty, Id } from './common.ts';
import type { NewsItem, ServerView } from './server-view.ts';

export const serverCommands = {
  /** What the server says of itself and of the person. */
  'server.read': Empty,
  /** The service's own notifications, the newest 50. */
  'news.read': Empty,
  'news.mark-read': z.object({ newsId: Id }).strict(),
  'news.mark-all-read': Empty,
} satisfies CommandsOf<'server' | 'news'>;

export interface ServerResults {
  'server.read': ServerView;
  'news.read': NewsItem[];
}
