/** Calendar feeds (docs/service.md#calendar-feeds). */

import { z } from 'zod';
import { line } from '../../../shared/contract/fields.ts';
import { type Http, segment } from '../http.ts';
import { NO_TIME, Success, Timestamp } from './common.ts';
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
const CalendarFeeds = listOf('calendar feed', CalendarFeed, FEED_OPTIONS);

/** The answer to a POST. Accepted even if unreadable, because the feed was created. */
const WrittenFeed = oneOf('calendar feed', CalendarFeed, { fallback: { ...FEED_OPTIONS.fallback, token: '' } });

/** Body of POST /calendar-feed/project/{projectId}. Only some newer servers allow `labelIds` to be omitted. */
export const CalendarFeedCreate = z.object({
  labelIds: z.array(z.string().min(1)).max(100).optional(),
  timeZone: z.string().optional(),
});
export type CalendarFeedCreate = z.infer<typeof CalendarFeedCreate>;

export const calendarEndpoints = (http: Http) => {
  const path = (projectId: string) => `/calendar-feed/project/${segment(projectId)}`;
  const feedPath = (token: string) => `/calendar-feed/${segment(token)}/calendar.ics`;
  return {
    /** Needs project:share, because the tokens are secrets. */
    listCalendarFeeds: (projectId: string) => http.get(path(projectId), CalendarFeeds),

    /** Creates a feed of the dated tasks with any of these labels. */
    createCalendarFeed: (projectId: string, body: CalendarFeedCreate) =>
      http.post(path(projectId), WrittenFeed, { body }),

    /** Its address answers 404 afterwards. */
    deleteCalendarFeed: (projectId: string, id: string) => http.delete(`${path(projectId)}/${segment(id)}`, Success),

    /** The feed as text, without signing in. */
    readCalendarFeed: async (token: string, signal?: AbortSignal): Promise<string> => {
      const call = { method: 'GET', path: feedPath(token), authorised: false, signal } as const;
      return new TextDecoder().decode((await http.download(call, 'text/calendar')).bytes);
    },

    /** The address that a calendar subscribes to. A secret: it grants access to the feed. */
    calendarFeedUrl: (token: string): string => http.baseUrl + feedPath(token),
  };
};
