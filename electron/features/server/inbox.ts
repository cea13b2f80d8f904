/**
 * The service's own notifications (docs/service.md#notifications): the unread count and the list. Read
 * when the window is shown, after an event, and after an own write.
 */

import { isDeepStrictEqual } from 'node:util';
import type { NotificationView } from '../../../shared/contract/server-view.ts';
import { MINUTE_MS } from '../../../shared/dates/milliseconds.ts';
import { messages } from '../../../shared/i18n/generated/main.ts';
import type { OutboxItem } from '../../outbox/write-kind.ts';
import type { Client } from '../../service/client.ts';
import { createReader } from '../../service/reader.ts';
import type { Notification, UnreadableRecords } from '../../service/records.ts';
import { NOTIFICATION_READ, NOTIFICATIONS_READ_ALL, NotificationReadPayload } from './inbox-writes.ts';

export type InboxClient = Pick<Client, 'listNotifications'>;

export interface InboxOptions {
  now: () => number;
  /** Open writes of the account whose kind begins with `notification.`. */
  open: () => readonly Pick<OutboxItem, 'kind' | 'payload'>[];
  /** The unread notifications changed. */
  onChange: () => void;
  /** There are new notifications about these tasks. */
  onTasks?: (taskIds: string[]) => void;
  /** Records of the list that could not be read. */
  onUnreadable?: (unreadable: UnreadableRecords | undefined) => void;
}

/** The service returns fifty. */
const MAX_ITEMS = 200;
/** An answer younger than this is not read again (ms). */
const FRESH_MS = MINUTE_MS;

export function createInbox({ now, open, onChange, onTasks, onUnreadable }: InboxOptions) {
  let items: NotificationView[] | null = null;
  let shown: { unread: number | null; tasks: string[] } = { unread: null, tasks: [] };

  const list = (): NotificationView[] => asRead(items ?? [], open());

  function publish(): void {
    const unread = list().filter(({ isRead }) => !isRead);
    const tasks = [...new Set(unread.flatMap(({ taskId }) => taskId ?? []))];
    const next = { unread: items === null ? null : unread.length, tasks };
    if (isDeepStrictEqual(next, shown)) return;
    shown = next;
    onChange();
  }

  const reader = createReader({
    async read(client: InboxClient, _part: undefined, signal) {
      const notifications = await client.listNotifications();
      signal.throwIfAborted();
      const before = items && new Set(items.map(({ id }) => id));
      items = notifications.slice(0, MAX_ITEMS).map(itemOf);
      onUnreadable?.(notifications.unreadable);
      publish();
      const taskIds = items.flatMap(({ id, taskId }) => (taskId === null || !before || before.has(id) ? [] : taskId));
      if (taskIds.length > 0) onTasks?.(taskIds);
    },
    freshMs: FRESH_MS,
    now,
  });

  return {
    list,
    /** null while signed out. */
    start(client: InboxClient | null): void {
      items = null;
      onUnreadable?.(undefined);
      publish();
      void reader.start(client);
    },
    refreshIfStale: reader.refreshIfStale,
    stop: reader.stop,
    /** Notifications changed at the service. */
    changed: (): void => reader.refresh(),
    /** An own write was queued or rejected. */
    overlay: publish,
    /** The service accepted an own write. */
    sent(write: Pick<OutboxItem, 'kind' | 'payload'>): void {
      items &&= asRead(items, [write]);
      publish();
    },
    /** Throws ServiceError. */
    async read(): Promise<NotificationView[]> {
      await reader.read();
      return list();
    },
    /** True if a notification is about the task. */
    mentions: (id: string): boolean => items?.some(({ taskId }) => taskId === id) ?? false,
    /** null before the first answer. */
    unread: (): number | null => shown.unread,
    /** Ids of the tasks of unread notifications. */
    unreadTasks: (): string[] => shown.tasks,
  };
}

/** Applies pending changes. Pure. */
function asRead(
  items: readonly NotificationView[],
  open: readonly Pick<OutboxItem, 'kind' | 'payload'>[],
): NotificationView[] {
  const isAll = open.some(({ kind }) => kind === NOTIFICATIONS_READ_ALL);
  const read = new Set(
    open
      .filter(({ kind }) => kind === NOTIFICATION_READ)
      .map(({ payload }) => NotificationReadPayload.parse(payload).notificationId),
  );
  return items.map((item) => (isAll || read.has(item.id) ? { ...item, isRead: true } : item));
}

function itemOf(notification: Notification): NotificationView {
  const { id, type, createdAt, isRead, resourceId, resourceType } = notification;
  const { title, text } = textOf(notification);
  return {
    id,
    type,
    title,
    text,
    createdAt,
    isRead,
    taskId: resourceType === 'task' && resourceId != null ? resourceId : null,
  };
}

/** The text, built from the event's details if the server sends them, else the server's own text. */
function textOf({ title, content, type, eventData }: Notification): { title: string; text: string } {
  const detail = (...names: string[]): string => {
    const values = names.map((name) => eventData?.[name]);
    return values.find((value): value is string => typeof value === 'string' && value.trim() !== '') ?? '';
  };
  const who = detail('commenterName');
  if (who !== '') {
    const task = detail('taskTitle');
    return {
      title: messages.errors.commented({ who, task: task || null }),
      text: detail('commentPreview', 'workspaceName'),
    };
  }
  return {
    title: title ?? notificationTitle(type),
    text: content ?? detail('taskTitle', 'title', 'projectName', 'workspaceName'),
  };
}

/** Unknown types are made readable: "sprint_closed" becomes "Sprint closed". */
export function notificationTitle(type: string): string {
  const translated = (messages.errors.notificationTitle as Partial<Record<string, string>>)[type];
  if (translated !== undefined) return translated;
  const words = type
    .replaceAll(/[_.\-\s]+/g, ' ')
    .trim()
    .toLowerCase();
  return words === '' ? messages.errors.unknownNotification : words.charAt(0).toUpperCase() + words.slice(1);
}
