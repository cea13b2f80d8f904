/** What notifications say, in the language in use. */

import { shorten } from '../tasks/clean-text.ts';
import { clock, type DueDistance, formatDue } from './format-dates.ts';
import { remindersMessages } from './generated/reminders.ts';

/** What is said of a due date. */
export interface ShownDue {
  distance: DueDistance;
  /** The moment, where one is meant and not a whole day. */
  moment: Date | null;
  isLate: boolean;
}

/** And of its task. */
export interface ShownReminder extends ShownDue {
  identifier: string;
  title: string;
  projectName: string;
  /** Whose it is, null: nobody's; undefined where it is the person's own. */
  whose: string | null | undefined;
}

const MOST_TITLE = 120;
const MOST_IN_LIST = 50;
const MOST_NAME = 40;
/** Lines of a digest; a notification shows hardly more. */
const MOST_LINES = 4;

export const reminderMessages = {
  get start(): string {
    return remindersMessages.start;
  },
  get open(): string {
    return remindersMessages.open;
  },
  get snooze(): typeof remindersMessages.snooze {
    return remindersMessages.snooze;
  },
  get noTimer(): typeof remindersMessages.noTimer {
    return remindersMessages.noTimer;
  },
  get test(): typeof remindersMessages.test {
    return remindersMessages.test;
  },

  title: (told: ShownReminder): string => name(told, MOST_TITLE),
  /** "Due in 1 h, at 15:00 · Payments", and of others' tasks "· Priya Sharma". */
  body: (told: ShownReminder, now: Date): string =>
    [dueSentence(told, now), shorten(told.projectName, MOST_TITLE), ...whose(told)].join(' · '),

  /** "12 tasks overdue, 3 due soon". */
  digestTitle(told: readonly ShownReminder[]): string {
    const now = told.filter(isNow).length;
    const late = told.filter((one) => one.isLate && !isNow(one)).length;
    const kinds = [
      ['late', late],
      ['now', now],
      ['coming', told.length - late - now],
    ] as const;
    return kinds
      .filter(([, tasks]) => tasks > 0)
      .map(([kind, tasks], index) =>
        index === 0 ? remindersMessages.digest.first[kind]({ tasks }) : remindersMessages.digest[kind]({ tasks }),
      )
      .join(', ');
  },
  /** A line a task, as many as there is room for. */
  digestBody(told: readonly ShownReminder[], now: Date): string {
    const shown = told.slice(0, told.length > MOST_LINES ? MOST_LINES - 1 : MOST_LINES);
    const lines = shown.map((one) => `${[name(one, MOST_IN_LIST), ...whose(one)].join(' · ')}: ${when(one, now)}`);
    const more = told.length - shown.length;
    return [...lines, ...(more > 0 ? [remindersMessages.more({ tasks: more })] : [])].join('\n');
  },
};

/** "Due in 1 h, at 15:00", "Due tomorrow", "Due now", "2 days late". */
export function dueSentence(told: ShownDue, now: Date): string {
  if (isNow(told)) return remindersMessages.dueNow;
  if (told.isLate) return when(told, now);
  if (told.moment === null) return remindersMessages.due({ when: when(told, now) });
  return remindersMessages.dueAt({ when: when(told, now), time: clock(told.moment) });
}

const isNow = ({ distance }: ShownDue): boolean => distance.say === 'now';
const when = ({ distance }: ShownDue, now: Date): string => formatDue(distance, now);
const whose = (told: ShownReminder): string[] =>
  told.whose === undefined
    ? []
    : [
        told.whose === null
          ? remindersMessages.unassigned
          : shorten(told.whose, MOST_NAME) || remindersMessages.somebody,
      ];
const name = ({ identifier, title }: ShownReminder, max: number): string =>
  shorten(`${identifier} ${title || remindersMessages.untitled}`, max);
