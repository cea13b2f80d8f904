/**
 * Calendar feeds of a project (docs/service.md#calendar-feeds). A feed's token is a secret: it stays in main, and its
 * address is copied to the clipboard only on request.
 */

import { randomUUID } from 'node:crypto';
import type { WriteResult } from '../../../shared/contract/command.ts';
import type { CalendarsView, NamedProject } from '../../../shared/contract/project-view.ts';
import { ValidationError } from '../../../shared/errors/app-error.ts';
import { messages } from '../../../shared/i18n/generated/main.ts';
import type { AwaitWrite } from '../../outbox/await-write.ts';

import type { Client } from '../../service/client.ts';
import type { CalendarFeed, UnreadableRecords } from '../../service/records.ts';

import {
  CALENDAR_ADD,
  CALENDAR_REMOVE,
  type CalendarAddPayload,
  type CalendarRemovePayload,
} from './calendar-writes.ts';
import { noChange } from './project-changes.ts';
import { readLabels } from './read-labels.ts';

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

export function createCalendarChanges(write: AwaitWrite) {
  return {
    /** `labelIds`: labels of the workspace; empty for all tasks. */
    add(accountId: string, project: NamedProject, labelIds: string[], timeZone: string): Promise<WriteResult> {
      const payload: CalendarAddPayload = { ...project, labelIds, timeZone, before: null };
      const subject = `calendar:${project.projectId}:${randomUUID()}`;
      return write({ accountId, kind: CALENDAR_ADD, subject, payload }, noChange);
    },

    remove(accountId: string, project: NamedProject, feedId: string): Promise<WriteResult> {
      const payload: CalendarRemovePayload = { ...project, feedId };
      const subject = `calendar:${project.projectId}:${feedId}`;
      return write({ accountId, kind: CALENDAR_REMOVE, subject, payload }, noChange);
    },
  };
}
