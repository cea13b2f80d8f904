/**
 * Calendar feeds of a project (docs/service.md#calendar-feeds). A feed's token is a secret: it stays in main, and its
 * address is copied to the clipboard only on request.
 */

import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { CalendarsView } from '../../../shared/contract/project-view.ts';
import { ValidationError } from '../../../shared/errors/app-error.ts';
import { messages } from '../../../shared/i18n/generated/main.ts';
import { acceptAnyAnswer, ignoreMissing } from '../../outbox/answers.ts';
import { idempotentWrite } from '../../outbox/idempotent-write.ts';
import { affectsNothing } from '../../service/affected-data.ts';
import type { Client } from '../../service/client.ts';
import type { CalendarFeed, UnreadableRecords } from '../../service/records.ts';
import { readLabels } from './labels.ts';
import { noResult, OfProject, type ProjectWrite } from './project-write.ts';

/** Throws ServiceError. */
export async function readCalendars(
  client: Pick<Client, 'listCalendarFeeds' | 'listWorkspaceLabels' | 'calendarFeedUrl'>,
  workspaceId: string,
  projectId: string,
  hasAddress: boolean,
): Promise<{ value: CalendarsView; unreadable: UnreadableRecords | undefined }> {
  const [feeds, labels] = await Promise.all([
    client.listCalendarFeeds(projectId),
    // Feeds can be shown without labels.
    readLabels(client, workspaceId).catch(() => []),
  ]);
  const byId = new Map(labels.map(({ id, name, color }) => [id, { name, color }]));
  const value: CalendarsView = {
    feeds: feeds.map(({ id, labelIds, timeZone, createdAt }) => ({
      id,
      labels: labelIds.map((labelId) => byId.get(labelId) ?? { name: labelId, color: '' }),
      timeZone,
      createdAt,
      maskedUrl: client.calendarFeedUrl('•'.repeat(8)).replaceAll(encodeURIComponent('•'), '•'),
    })),
    labels: labels.map(({ id, name, color }) => ({ id, name, color })),
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    hasAddress,
  };
  return { value, unreadable: feeds.unreadable };
}

/** The address with the token. Throws ServiceError, and AppError if the feed was deleted. */
export async function calendarUrl(
  client: Pick<Client, 'listCalendarFeeds' | 'calendarFeedUrl'>,
  projectId: string,
  feedId: string,
): Promise<string> {
  return client.calendarFeedUrl((await feedOf(client, projectId, feedId)).token);
}

/** The number of events in the feed. Throws ServiceError, and AppError if the feed was deleted. */
export async function countFeedDates(
  client: Pick<Client, 'listCalendarFeeds' | 'readCalendarFeed'>,
  projectId: string,
  feedId: string,
): Promise<number> {
  const text = await client.readCalendarFeed((await feedOf(client, projectId, feedId)).token);
  return text.split(/\r?\n/).filter((line) => line === 'BEGIN:VEVENT').length;
}

async function feedOf(
  client: Pick<Client, 'listCalendarFeeds'>,
  projectId: string,
  feedId: string,
): Promise<CalendarFeed> {
  const feed = (await client.listCalendarFeeds(projectId)).find(({ id }) => id === feedId);
  if (feed) return feed;
  throw new ValidationError(messages.errors.project.calendarGone);
}

const CalendarAddPayload = OfProject.extend({
  /** Labels of the workspace; empty for all tasks. */
  labelIds: z.array(z.string()).max(100),
  timeZone: z.string(),
  /** Ids of the feeds just before it was first sent; null until then. */
  before: z.array(z.string()).nullable(),
});
type CalendarAddPayload = z.infer<typeof CalendarAddPayload>;

/** POST is not idempotent: a lost feed is searched among the new ones. */
export const calendarAdd: ProjectWrite<CalendarAddPayload> = {
  kind: 'calendar.add',
  schema: CalendarAddPayload,
  affects: affectsNothing,
  subject: ({ projectId }) => `calendar:${projectId}:${randomUUID()}`,
  result: noResult,
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

const CalendarRemovePayload = OfProject.extend({ feedId: z.string() });

/** DELETE. The feed's address answers 404 afterwards. */
export const calendarRemove: ProjectWrite<z.infer<typeof CalendarRemovePayload>> = {
  ...idempotentWrite({
    kind: 'calendar.remove',
    schema: CalendarRemovePayload,
    affects: affectsNothing,
    send: ({ projectId, feedId }, client) => ignoreMissing(client.deleteCalendarFeed(projectId, feedId)),
    describe: ({ projectName }) => messages.outbox.calendar.remove({ project: projectName }),
    rejected: ({ projectName }) => messages.outbox.calendar.removeRejected({ project: projectName }),
  }),
  subject: ({ projectId, feedId }) => `calendar:${projectId}:${feedId}`,
  result: noResult,
};
