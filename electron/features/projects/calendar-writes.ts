/** Calendar feeds of a project (docs/service.md#calendar-feeds). */
import { z } from 'zod';
import { messages } from '../../../shared/i18n/generated/main.ts';
import { acceptAnyAnswer, idempotentWrite, ignoreMissing } from '../../outbox/idempotent-write.ts';
import type { WriteKind } from '../../outbox/write-kind.ts';
import { affectsNothing } from '../../service/affected-data.ts';
import type { CalendarFeed } from '../../service/records.ts';

export const CALENDAR_ADD = 'calendar.add';
export const CalendarAddPayload = z.object({
  projectId: z.string(),
  /** For messages. */
  projectName: z.string(),
  labelIds: z.array(z.string()).max(100),
  timeZone: z.string(),
  /** Ids of the feeds just before it was first sent; null until then. */
  before: z.array(z.string()).nullable(),
});
export type CalendarAddPayload = z.infer<typeof CalendarAddPayload>;

/** POST is not idempotent: a lost feed is searched among the new ones. */
export const calendarAdd: WriteKind<CalendarAddPayload> = {
  kind: CALENDAR_ADD,
  schema: CalendarAddPayload,
  affects: affectsNothing,
  async prepare(payload, { client }, { isRepeated }) {
    if (isRepeated) return { payload };
    // The feed can be created even if the list cannot be read.
    const feeds = await acceptAnyAnswer(client.listCalendarFeeds(payload.projectId));
    return { payload: { ...payload, before: feeds?.map(({ id }) => id) ?? null } };
  },
  async send({ projectId, labelIds, timeZone }, { client }) {
    const { id } = await client.createCalendarFeed(projectId, {
      timeZone,
      // Some servers reject an empty list; all accept a missing one.
      ...(labelIds.length > 0 && { labelIds }),
    });
    return { serverId: id };
  },
  async find(payload, { client }, { isKnown }) {
    const feeds = await client.listCalendarFeeds(payload.projectId);
    // The first of several equal feeds: the others belong to later writes.
    const found = feeds
      .toSorted((one, other) => Date.parse(one.createdAt) - Date.parse(other.createdAt))
      .find((feed) => !payload.before?.includes(feed.id) && !isKnown(feed.id) && isSame(feed, payload));
    return found && { serverId: found.id };
  },
  describe: ({ projectName }) => messages.outbox.calendar.add({ project: projectName }),
  rejected: ({ projectName }) => messages.outbox.calendar.addRejected({ project: projectName }),
};

/** Ignores the order of labels. */
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

/** DELETE. The feed's address answers 404 afterwards. */
export const calendarRemove = idempotentWrite<CalendarRemovePayload>({
  kind: CALENDAR_REMOVE,
  schema: CalendarRemovePayload,
  affects: affectsNothing,
  send: ({ projectId, feedId }, client) => ignoreMissing(client.deleteCalendarFeed(projectId, feedId)),
  describe: ({ projectName }) => messages.outbox.calendar.remove({ project: projectName }),
  rejected: ({ projectName }) => messages.outbox.calendar.removeRejected({ project: projectName }),
});
