/** Calendar feeds (newer servers only; docs/service.md#calendar-feeds). */
import { type Http, part } from '../http.ts';
import { type CalendarFeedCreate, CalendarFeeds, Success, WrittenFeed } from '../records.ts';

export const calendarEndpoints = (http: Http) => {
  const path = (projectId: string) => `/calendar-feed/project/${part(projectId)}`;
  const feedPath = (token: string) => `/calendar-feed/${part(token)}/calendar.ics`;
  return {
    /** Needs project:share, because the tokens are secrets. */
    listCalendarFeeds: (projectId: string) => http.get(path(projectId), CalendarFeeds),

    /** Creates a feed of the dated tasks with any of these labels. */
    createCalendarFeed: (projectId: string, body: CalendarFeedCreate) =>
      http.post(path(projectId), WrittenFeed, { body }),

    /** Its address answers 404 afterwards. */
    deleteCalendarFeed: (projectId: string, id: string) => http.delete(`${path(projectId)}/${part(id)}`, Success),

    /** The feed as text, without signing in. */
    readCalendarFeed: async (token: string, signal?: AbortSignal): Promise<string> => {
      const call = { method: 'GET', path: feedPath(token), authorised: false, signal } as const;
      return new TextDecoder().decode((await http.download(call, 'text/calendar')).bytes);
    },

    /** The address that a calendar subscribes to. A secret: it grants access to the feed. */
    calendarFeedUrl: (token: string): string => http.baseUrl + feedPath(token),
  };
};
