/** A notification, whatever desktop shows it, and what it says of due dates. Pure. */
import { type Due, dueDistance } from '../tasks/due.ts';
import { reminderWords, type Told, type ToldDue } from '../words/reminders.ts';
import type { Reminder, SnoozeFor } from './plan.ts';

/** Plain text: who shows it sees to markup. */
export interface Notice {
  /** One with the same name replaces this one in place. */
  id: string;
  title: string;
  body: string;
  /** The most useful first: not every desktop shows them all, and some show none. */
  actions: readonly NoticeAction[];
  /** Of this moment only: without a sound, and kept in no list. */
  isTransient?: boolean;
}

export interface NoticeAction {
  id: string;
  label: string;
}

export interface NoticeEvents {
  /** One of `actions` by its id, or `default` for a click on the notification itself. */
  onAction(action: string): void;
  /** It is not on screen any more. */
  onClosed?(): void;
}

/** What a reminder's button means, by its id. */
export const ACTIONS: Record<string, { do: 'start' | 'open' } | { do: 'snooze'; length: SnoozeFor }> = {
  default: { do: 'open' },
  open: { do: 'open' },
  start: { do: 'start' },
  'snooze-10-min': { do: 'snooze', length: '10-min' },
  'snooze-1-hour': { do: 'snooze', length: '1-hour' },
  'snooze-tomorrow': { do: 'snooze', length: 'tomorrow' },
};

const snooze = (length: SnoozeFor): NoticeAction => ({
  id: `snooze-${length}`,
  label: reminderWords.snooze[length],
});
const start = (): NoticeAction => ({ id: 'start', label: reminderWords.start });
const open = (): NoticeAction => ({ id: 'open', label: reminderWords.open });
/** The first three are all that most desktops show. */
const ofOne = (): NoticeAction[] => [start(), snooze('1-hour'), open(), snooze('10-min'), snooze('tomorrow')];
const ofSeveral = (): NoticeAction[] => [open(), snooze('1-hour'), snooze('tomorrow')];
const MINUTE_MS = 60_000;
/** So little before it is due, it is due now. */
const SOON_MS = 5_000;

/** The name of every digest. */
export const DIGEST = 'digest';

/** The person's own tasks come first. */
const isOthers = ({ task }: Reminder): boolean => task.assignee !== undefined;

/** One task, or a digest. A later one of the same task, or a later digest, takes its place. */
export function noticeOf(reminders: readonly Reminder[], now: Date): Notice {
  const sorted = [...reminders].sort(
    (one, other) => Number(isOthers(one)) - Number(isOthers(other)) || Number(one.due.at) - Number(other.due.at),
  );
  const told = sorted.map((reminder) => toldOf(reminder, now));
  const [first] = told;
  if (first && told.length === 1) {
    const title = reminderWords.title(first);
    return { id: taskNotice(sorted[0]?.task.id ?? ''), title, body: reminderWords.body(first, now), actions: ofOne() };
  }
  return {
    id: DIGEST,
    title: reminderWords.digestTitle(told),
    body: reminderWords.digestBody(told, now),
    actions: ofSeveral(),
  };
}

/** As a reminder looks, with buttons that do nothing. */
export const testNotice = (): Notice => ({ id: 'test', ...reminderWords.test, actions: ofOne() });

export const taskNotice = (taskId: string): string => `task:${taskId}`;

function toldOf({ task, due }: Reminder, now: Date): Told {
  const { identifier, title, projectName, assignee } = task;
  const whose = assignee === undefined ? undefined : (assignee?.name ?? null);
  return { identifier, title, projectName, whose, ...toldDue(due, now) };
}

export function toldDue(due: Due, now: Date): ToldDue {
  const ms = due.at.getTime() - now.getTime();
  const isNow = !due.allDay && ms < SOON_MS && ms > -MINUTE_MS;
  return {
    distance: isNow ? null : dueDistance(due, now),
    moment: due.allDay ? null : due.at,
    isLate: ms <= 0,
  };
}
