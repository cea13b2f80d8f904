/** Content of notifications about due dates, independent of the desktop. Pure. */

import { remindersMessages } from '../i18n/generated/reminders.ts';
import { reminderMessages, type ShownDue, type ShownReminder } from '../i18n/reminder-messages.ts';
import { type Due, dueDistance } from '../tasks/due-date.ts';
import type { Reminder } from './planner.ts';
import { type SnoozeFor, SOON_MS, snoozeButtons, snoozeButtonsOfSeveral } from './snooze.ts';

/** Plain text; the desktop code escapes markup. */
export interface NotificationContent {
  /** A notification with the same id replaces this one in place. */
  id: string;
  /** Id of a notification to replace, unless one with its own id is on screen. */
  replaces?: string;
  title: string;
  /** Lines are separated by newlines. */
  body: string;
  /** The most useful first: a desktop may show only some or none. A click on the notification itself opens the task or list. */
  actions: readonly NotificationAction[];
  /** Without sound, and not added to the list of notifications. */
  isTransient?: boolean;
}

export interface NotificationAction {
  id: string;
  label: string;
}

export interface NotificationEvents {
  /** One of `actions` by its id, or `default` for a click on the notification itself. */
  onAction(action: string): void;
  onClosed?(): void;
}

/** The effects of a reminder's buttons, by action id. */
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
  label: remindersMessages.snooze[length],
});
const start = (): NotificationAction => ({ id: 'start', label: remindersMessages.start });
/** Most desktops show no more. */
const MOST_BUTTONS = 3;

/** The id of every digest. */
export const DIGEST = 'digest';

const isOthers = ({ task }: Reminder): boolean => task.assignee !== undefined;

export interface NotificationContext {
  /** `HH:mm`, local: the morning. */
  dailyAt: string;
  runningTaskId: string | undefined;
}

/** A notification about one task, or a digest with the person's own tasks first. Later ones replace it by id. */
export function notificationFor(
  reminders: readonly Reminder[],
  now: Date,
  context: NotificationContext,
): NotificationContent {
  const sorted = [...reminders].sort(
    (one, other) => Number(isOthers(one)) - Number(isOthers(other)) || Number(one.due.at) - Number(other.due.at),
  );
  const texts = sorted.map((reminder) => shownReminder(reminder, now));
  const [[text], [only]] = [texts, sorted];
  if (text && only && texts.length === 1) {
    const title = reminderMessages.title(text);
    return {
      id: taskNotification(only.task.id),
      title,
      body: reminderMessages.body(text, now),
      actions: taskActions(only, now, context),
    };
  }
  const dues = sorted.map(({ due }) => due);
  return {
    id: DIGEST,
    title: reminderMessages.digestTitle(texts),
    body: reminderMessages.digestBody(texts, now),
    actions: snoozeButtonsOfSeveral(now.getTime(), dues, context.dailyAt).map(snooze),
  };
}

function taskActions(
  { task, due }: Reminder,
  now: Date,
  { dailyAt, runningTaskId }: NotificationContext,
): NotificationAction[] {
  const first = task.id === runningTaskId ? [] : [start()];
  return [...first, ...snoozeButtons(now.getTime(), due, dailyAt, MOST_BUTTONS - first.length).map(snooze)];
}

/** Looks like a reminder; its buttons do nothing. */
export const testNotification = (): NotificationContent => ({
  id: 'test',
  ...remindersMessages.test,
  actions: [start(), snooze('1-hour'), snooze('tomorrow')],
});

export const taskNotification = (taskId: string): string => `task:${taskId}`;

function shownReminder({ task, due }: Reminder, now: Date): ShownReminder {
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
    isOverdue: ms <= 0,
  };
}

/** Shows notifications; each desktop implements it. */
export interface Notifications {
  /** Shows a notification, replacing one with the same id. False if the desktop failed to. Never rejects. */
  show(content: NotificationContent, events: NotificationEvents): Promise<boolean>;
  close(id: string): void;
  /**
   * Whether do-not-disturb is on. KDE reports it (`Inhibited`). GNOME, macOS and Windows do not without a native module; they add
   * notifications to their list without banner or sound.
   */
  isInhibited(): Promise<boolean>;
  /** Whether this desktop shows buttons, as far as is known. */
  hasButtons(): Promise<boolean>;
  stop(): void;
}
