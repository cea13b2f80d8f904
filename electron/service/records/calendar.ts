/** Calendar feeds (docs/service.md#calendar-feeds). */
import { z } from 'zod';
import { line } from '../../../shared/contract/fields.ts';
import { NO_TIME, Timestamp } from './common.ts';
import { listOf, oneOf } from './lenient.ts';

/** `token` is a secret: it grants access to the feed. */
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

/** The answer to a POST. Accepted even if unreadable, because the feed was created. */
export const WrittenFeed = oneOf('calendar feed', CalendarFeed, { fallback: { ...FEED_OPTIONS.fallback, token: '' } });

/** Body of POST /calendar-feed/project/{projectId}. Only some newer servers allow `labelIds` to be omitted. */
export const CalendarFeedCreate = z.object({
  labelIds: z.array(z.string().min(1)).max(100).optional(),
  timeZone: z.string().optional(),
});
export type CalendarFeedCreate = z.infer<typeof CalendarFeedCreate>;
