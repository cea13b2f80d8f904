/** Texts of reminder notifications in the current language. */

import { DAY_MINUTES } from '../dates/minutes.ts';
import { shorten } from '../tasks/clean-text.ts';
import { clock, type DueDistance, formatDue } from './format-dates.ts';
import { remindersMessages } from './generated/reminders.ts';

/** A due date as shown. */
export interface ShownDue {
  distance: DueDistance;
  /** null for a whole day. */
  moment: Date | null;
  isOverdue: boolean;
}

/** A due date with its task. */
export interface ShownReminder extends ShownDue {
  identifier: string;
  title: string;
  projectName: string;
  /** The assignee's name; null if the task is unassigned, undefined if it is the user's own. */
  whose: string | null | undefined;
}

const MAX_TITLE = 120;
const MAX_TITLE_IN_DIGEST = 50;
const MAX_NAME = 40;
/** Lines of a digest; most desktops show no more. */
const MAX_LINES = 4;
const MINUTES_PER = { hour: 60, day: DAY_MINUTES, week: 7 * DAY_MINUTES };

export const reminderMessages = {
  title: (item: ShownReminder): string => name(item, MAX_TITLE),
  /** "Due in 1 h, at 15:00 · Payments", for other people's tasks followed by "· Priya Sharma". */
  body: (item: ShownReminder, now: Date): string =>
    [dueSentence(item, now), shorten(item.projectName, MAX_TITLE), ...whose(item)].join(' · '),

  /** "12 tasks overdue, 3 due soon". */
  digestTitle(items: readonly ShownReminder[]): string {
    const dueNow = items.filter(isNow).length;
    const overdue = items.filter((item) => item.isOverdue && !isNow(item)).length;
    const kinds = [
      ['overdue', overdue],
      ['now', dueNow],
      ['coming', items.length - overdue - dueNow],
    ] as const;
    return kinds
      .filter(([, tasks]) => tasks > 0)
      .map(([kind, tasks], index) =>
        index === 0 ? remindersMessages.digest.first[kind]({ tasks }) : remindersMessages.digest[kind]({ tasks }),
      )
      .join(', ');
  },
  /** One line per task, up to the limit. */
  digestBody(items: readonly ShownReminder[], now: Date): string {
    const shown = items.slice(0, items.length > MAX_LINES ? MAX_LINES - 1 : MAX_LINES);
    const lines = shown.map(
      (item) => `${[name(item, MAX_TITLE_IN_DIGEST), ...whose(item)].join(' · ')}: ${when(item, now)}`,
    );
    const more = items.length - shown.length;
    return [...lines, ...(more > 0 ? [remindersMessages.more({ tasks: more })] : [])].join('\n');
  },
};

/** "Due in 1 h, at 15:00", "Due tomorrow", "Due now", "2 days late". */
export function dueSentence(item: ShownDue, now: Date): string {
  if (isNow(item)) return remindersMessages.dueNow;
  if (item.isOverdue) return when(item, now);
  if (item.moment === null) return remindersMessages.due({ when: when(item, now) });
  return remindersMessages.dueAt({ when: when(item, now), time: clock(item.moment) });
}

const isNow = ({ distance }: ShownDue): boolean => distance.say === 'now';
const when = ({ distance }: ShownDue, now: Date): string => formatDue(distance, now);
const whose = (item: ShownReminder): string[] =>
  item.whose === undefined
    ? []
    : [
        item.whose === null
          ? remindersMessages.unassigned
          : shorten(item.whose, MAX_NAME) || remindersMessages.somebody,
      ];
const name = ({ identifier, title }: ShownReminder, max: number): string =>
  shorten(`${identifier} ${title || remindersMessages.untitled}`, max);

/** A lead time: "15 min", "1 hour", "2 days", "2 weeks". */
export function leadTime(minutes: number): string {
  const { lead } = remindersMessages;
  if (minutes % MINUTES_PER.week === 0) return lead.weeks({ count: minutes / MINUTES_PER.week });
  if (minutes % MINUTES_PER.day === 0) return lead.days({ count: minutes / MINUTES_PER.day });
  return minutes % MINUTES_PER.hour === 0
    ? lead.hours({ count: minutes / MINUTES_PER.hour })
    : lead.minutes({ count: minutes });
}
