/** Calendar feeds of a project (docs/service.md#calendar-feeds). */
import { z } from 'zod';
import { messages } from '../../../shared/i18n/main-messages.ts';
import { acceptAnyAnswer, idempotentWrite, ignoreMissing } from '../../outbox/idempotent-write.ts';
import type { WriteKind } from '../../outbox/write-kind.ts';
import type { CalendarFeed } from '../../service/records.ts';

export const CALENDAR_ADD = 'calendar.add';
export const CalendarAddPayload = z.object({
  projectId: z.string(),
  /** For words. */
  projectName: z.string(),
  labelIds: z.array(z.string()).max(100),
  timeZone: z.string(),
  /** Ids of the feeds there were just before it was first sent; null until then. */
  before: z.array(z.string()).nullable(),
});
export type CalendarAddPayload = z.infer<typeof CalendarAddPayload>;

/** POST: every call makes another feed, so a lost one is looked for among the new ones. */
export const calendarAdd: WriteKind<CalendarAddPayload> = {
  kind: CALENDAR_ADD,
  schema: CalendarAddPayload,
  async prepare(payload, { client }) {
    // A list that cannot be read holds up no calendar.
    const feeds = await acceptAnyAnswer(client.listCalendarFeeds(payload.projectId));
    return { ...payload, before: feeds?.map(({ id }) => id) ?? null };
  },
  async send({ projectId, labelIds, timeZone }, { client }) {
    const { id } = await client.createCalendarFeed(projectId, {
      timeZone,
      // Only some servers take an empty list, and those take none as well.
      ...(labelIds.length > 0 && { labelIds }),
    });
    return { serverId: id };
  },
  async find(payload, { client }, { isKnown }) {
    const feeds = await client.listCalendarFeeds(payload.projectId);
    // Of several alike the first: the others were made by writes that came after this one.
    const found = feeds
      .toSorted((one, other) => Date.parse(one.createdAt) - Date.parse(other.createdAt))
      .find((feed) => !payload.before?.includes(feed.id) && !isKnown(feed.id) && isSame(feed, payload));
    return found && { serverId: found.id };
  },
  describe: ({ projectName }) => messages.outbox.calendar.add({ project: projectName }),
  rejected: ({ projectName }) => messages.outbox.calendar.addRejected({ project: projectName }),
};

/** Labels are a set. */
function isSame(feed: CalendarFeed, { labelIds, timeZone }: CalendarAddPayload): boolean {
  const wanted = new Set(labelIds);
  const given = new Set(feed.labelIds);
  return feed.timeZone === timeZone && given.size === wanted.size && [...given].every((id) => wanted.has(id));
}

export const CALENDAR_REMOVE = 'calendar.remove';
export const CalendarRemovePayload = z.object({
  projectId: z.string(),
  projectName: z.string(),
  feedId: z.string(),
});
export type CalendarRemovePayload = z.infer<typeof CalendarRemovePayload>;

/** DELETE: its address then answers 404. */
export const calendarRemove = idempotentWrite<CalendarRemovePayload>({
  kind: CALENDAR_REMOVE,
  schema: CalendarRemovePayload,
  send: ({ projectId, feedId }, client) => ignoreMissing(client.deleteCalendarFeed(projectId, feedId)),
  describe: ({ projectName }) => messages.outbox.calendar.remove({ project: projectName }),
  rejected: ({ projectName }) => messages.outbox.calendar.removeRejected({ project: projectName }),
});
