/** A notification, whatever desktop shows it, and what it says of due dates. Pure. */

import { reminderMessages, type ShownDue, type ShownReminder } from '../i18n/reminder-messages.ts';
import { type Due, dueDistance } from '../tasks/due-date.ts';
import type { Reminder } from './planner.ts';
import { type SnoozeFor, SOON_MS, snoozeButtons, snoozeButtonsOfSeveral } from './snooze.ts';

/** Plain text: who shows it sees to markup. */
export interface NotificationContent {
  /** One with the same name replaces this one in place. */
  id: string;
  /** One with this name gives its place to this one, unless this one's own place is on screen. */
  replaces?: string;
  title: string;
  /** Its lines are separated by newlines. */
  body: string;
  /**
   * The most useful first: not every desktop shows them all, and some show none. None opens what the notification is about: that
   * is the click on it.
   */
  actions: readonly NotificationAction[];
  /** Of this moment only: without a sound, and kept in no list. */
  isTransient?: boolean;
}

export interface NotificationAction {
  id: string;
  label: string;
}

export interface NotificationEvents {
  /** One of `actions` by its id, or `default` for a click on the notification itself. */
  onAction(action: string): void;
  /** It is not on screen any more. */
  onClosed?(): void;
}

/** What a reminder's button means, by its id. */
export const ACTIONS: Record<string, { do: 'start' | 'open' } | { do: 'snooze'; length: SnoozeFor }> = {
  default: { do: 'open' },
  start: { do: 'start' },
  'snooze-10-min': { do: 'snooze', length: '10-min' },
  'snooze-1-hour': { do: 'snooze', length: '1-hour' },
  'snooze-evening': { do: 'snooze', length: 'evening' },
  'snooze-tomorrow': { do: 'snooze', length: 'tomorrow' },
  'snooze-due': { do: 'snooze', length: 'due' },
};

const snooze = (length: SnoozeFor): NotificationAction => ({
  id: `snooze-${length}`,
  label: reminderMessages.snooze[length],
});
const start = (): NotificationAction => ({ id: 'start', label: reminderMessages.start });
/** All that most desktops show. */
const MOST_BUTTONS = 3;

/** The name of every digest. */
export const DIGEST = 'digest';

/** The person's own tasks come first. */
const isOthers = ({ task }: Reminder): boolean => task.assignee !== undefined;

export interface NotificationContext {
  /** `HH:mm`, local: the morning. */
  dailyAt: string;
  runningTaskId: string | undefined;
}

/** One task, or a digest. A later one of the same task, or a later digest, takes its place. */
export function notificationFor(
  reminders: readonly Reminder[],
  now: Date,
  context: NotificationContext,
): NotificationContent {
  const sorted = [...reminders].sort(
    (one, other) => Number(isOthers(one)) - Number(isOthers(other)) || Number(one.due.at) - Number(other.due.at),
  );
  const told = sorted.map((reminder) => toldOf(reminder, now));
  const [[first], [only]] = [told, sorted];
  if (first && only && told.length === 1) {
    const title = reminderMessages.title(first);
    return {
      id: taskNotification(only.task.id),
      title,
      body: reminderMessages.body(first, now),
      actions: ofOne(only, now, context),
    };
  }
  const dues = sorted.map(({ due }) => due);
  return {
    id: DIGEST,
    title: reminderMessages.digestTitle(told),
    body: reminderMessages.digestBody(told, now),
    actions: snoozeButtonsOfSeveral(now.getTime(), dues, context.dailyAt).map(snooze),
  };
}

function ofOne(
  { task, due }: Reminder,
  now: Date,
  { dailyAt, runningTaskId }: NotificationContext,
): NotificationAction[] {
  const first = task.id === runningTaskId ? [] : [start()];
  return [...first, ...snoozeButtons(now.getTime(), due, dailyAt, MOST_BUTTONS - first.length).map(snooze)];
}

/** As a reminder looks, with buttons that do nothing. */
export const testNotification = (): NotificationContent => ({
  id: 'test',
  ...reminderMessages.test,
  actions: [start(), snooze('1-hour'), snooze('tomorrow')],
});

export const taskNotification = (taskId: string): string => `task:${taskId}`;

function toldOf({ task, due }: Reminder, now: Date): ShownReminder {
  const { identifier, title, projectName, assignee } = task;
  const whose = assignee === undefined ? undefined : (assignee?.name ?? null);
  return { identifier, title, projectName, whose, ...dueShown(due, now) };
}

export function dueShown(due: Due, now: Date): ShownDue {
  const ms = due.at.getTime() - now.getTime();
  const isSoon = !due.allDay && ms > 0 && ms < SOON_MS;
  return {
    distance: isSoon ? { say: 'now' } : dueDistance(due, now),
    moment: due.allDay ? null : due.at,
    isLate: ms <= 0,
  };
}
