/** Calendar feeds (newer servers only; docs/service.md#calendar-feeds). */
import type { Http } from '../http.ts';
import { part } from '../http.ts';
import { type CalendarFeedCreate, CalendarFeeds, Success, WrittenFeed } from '../records.ts';

export const calendarEndpoints = (http: Http) => {
  const path = (projectId: string) => `/calendar-feed/project/${part(projectId)}`;
  const feedPath = (token: string) => `/calendar-feed/${part(token)}/calendar.ics`;
  return {
    /** GET /calendar-feed/project/{projectId}: needs project:share, because the tokens are secrets. */
    listCalendarFeeds: (projectId: string) =>
      http.request({ method: 'GET', path: path(projectId), schema: CalendarFeeds }),

    /** POST /calendar-feed/project/{projectId}: creates a feed of the dated tasks with any of these labels. */
    createCalendarFeed: (projectId: string, body: CalendarFeedCreate) =>
      http.request({ method: 'POST', path: path(projectId), body, schema: WrittenFeed }),

    /** DELETE /calendar-feed/project/{projectId}/{id}: its address answers 404 afterwards. */
    deleteCalendarFeed: (projectId: string, id: string) =>
      http.request({ method: 'DELETE', path: `${path(projectId)}/${part(id)}`, schema: Success }),

    /** GET /calendar-feed/{token}/calendar.ics: the feed as text, without signing in. */
    readCalendarFeed: async (token: string, signal?: AbortSignal): Promise<string> => {
      const call = { method: 'GET', path: feedPath(token), authorised: false, signal } as const;
      return new TextDecoder().decode((await http.download(call, 'text/calendar')).bytes);
    },

    /** The address that a calendar subscribes to. A secret: it grants access to the feed. */
    calendarFeedUrl: (token: string): string => http.baseUrl + feedPath(token),
  };
};
