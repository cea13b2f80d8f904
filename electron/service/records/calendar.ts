/** Calendar feeds (docs/service.md#calendar-feeds). */
import { z } from 'zod';
import { line } from '../../../shared/contract/text.ts';
import { NO_TIME, Timestamp } from './common.ts';
import { listOf, oneOf } from './lenient.ts';

/** The token is a secret: who has it reads the feed. */
export const CalendarFeed = z.object({
  id: z.string(),
  projectId: z.string(),
  token: z.string(),
  labelIds: z.array(z.string()),
  timeZone: line(100),
  createdAt: Timestamp,
});
export type CalendarFeed = z.infer<typeof CalendarFeed>;
const FEED_OPTIONS = { fallback: { projectId: '', labelIds: [], timeZone: '', createdAt: NO_TIME } };
export const CalendarFeeds = listOf('calendar feed', CalendarFeed, FEED_OPTIONS);

/** The answer to a POST: it is done, whatever of it can be read. */
export const WrittenFeed = oneOf('calendar feed', CalendarFeed, { fallback: { ...FEED_OPTIONS.fallback, token: '' } });

/** Body of POST /calendar-feed/project/{projectId}; only some newer servers let `labelIds` be left out. */
export const CalendarFeedCreate = z.object({
  labelIds: z.array(z.string().min(1)).max(100).optional(),
  timeZone: z.string().optional(),
});
export type CalendarFeedCreate = z.infer<typeof CalendarFeedCreate>;
