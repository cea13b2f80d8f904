/** The server itself, and its notifications. */
import { z } from 'zod';
import type { NewsItem } from '../../instance/news.ts';
import type { ServerView } from '../../instance/server.ts';
import { type CommandsOf, Empty, Id } from './parts.ts';

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
