/**
 * The event that a notification of the service is about: who changed what to what. Notifications do not say so, the task's activity
 * does. It is read when a notification is shown, once for all notifications of a task.
 */

import type { AnnouncedEvent, EventView, TaskProgress } from '../../../shared/contract/task-page.ts';
import { SECOND_MS } from '../../../shared/dates/milliseconds.ts';
import type { Client } from '../../service/client.ts';
import { CREATED } from '../../service/records.ts';
import { eventViews, historyOf } from './read-task-page.ts';

export interface AnnouncedEventsOptions {
  now: () => number;
  people: () => readonly { id: string; name: string }[];
  /** Where the task can be; empty if its project is unknown. */
  places: (taskId: string) => TaskProgress[];
}

export interface Announcement {
  taskId: string;
  /** The service's name of the notification, such as `task_status_changed`. */
  type: string;
  at: string;
}

/** An answer younger than this is not read again (ms). */
const FRESH_MS = 60 * SECOND_MS;
/** A notification and its event are written one after the other (ms). */
const APART_MS = 30 * SECOND_MS;

/** Types of events by type of notification, where the latter is not `task_` and the former. */
const EVENTS: Partial<Record<string, readonly string[]>> = {
  task_created: CREATED,
  task_assigned: ['assignee_changed', ...CREATED],
  task_assignee_changed: ['assignee_changed', ...CREATED],
};

export function createAnnouncedEvents({ now, people, places }: AnnouncedEventsOptions) {
  /** By account and task. */
  const activities = new Map<string, { readAt: number; events: Promise<EventView[]> }>();

  function eventsOf(client: Pick<Client, 'listActivities'>, accountId: string, userId: string, taskId: string) {
    for (const [key, { readAt }] of activities) if (Math.abs(now() - readAt) > FRESH_MS) activities.delete(key);
    const key = `${accountId} ${taskId}`;
    const known = activities.get(key);
    if (known) return known.events;
    const events = client.listActivities(taskId).then((read) => eventViews(read, userId));
    activities.set(key, { readAt: now(), events });
    events.catch(() => activities.delete(key));
    return events;
  }

  return {
    /** null if the activity does not have it. Throws ServiceError. */
    async find(
      client: Pick<Client, 'listActivities'>,
      { id, user }: { id: string; user: { id: string } },
      announcement: Announcement,
    ): Promise<AnnouncedEvent | null> {
      const { taskId } = announcement;
      const event = eventFor(announcement, await eventsOf(client, id, user.id, taskId));
      if (event === undefined) return null;
      const { items } = historyOf({ comments: null, events: [event] }, people(), undefined, 1, String);
      const person = items[0]?.person ?? null;
      return { event: { ...event, person }, places: places(taskId) };
    },
  };
}

/** The nearest event of the type. Nobody is notified of their own. Pure. */
function eventFor({ type, at }: Announcement, events: readonly EventView[]): EventView | undefined {
  const types = EVENTS[type] ?? [type.replace(/^task_/, '')];
  const distance = ({ createdAt }: EventView) =>
    createdAt === null ? Number.POSITIVE_INFINITY : Math.abs(Date.parse(createdAt) - Date.parse(at));
  return events
    .filter((event) => types.includes(event.type) && !event.isMine && distance(event) <= APART_MS)
    .sort((one, other) => distance(one) - distance(other))[0];
}
