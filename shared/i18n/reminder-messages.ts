/** What notifications say, in the language in use. */

import { shorten } from '../tasks/clean-text.ts';
import { reminders as en } from './en/reminders.ts';
import { clock, type DueDistance, formatDue } from './format-dates.ts';
import { activeMessages } from './language.ts';

let inUse: typeof en = en;
activeMessages.hold('reminders', en, (words) => {
  inUse = words;
});

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
    return inUse.start;
  },
  get open(): string {
    return inUse.open;
  },
  get snooze(): typeof en.snooze {
    return inUse.snooze;
  },
  get noTimer(): typeof en.noTimer {
    return inUse.noTimer;
  },
  get test(): typeof en.test {
    return inUse.test;
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
      .map(([kind, tasks], index) => (index === 0 ? inUse.digest.first[kind](tasks) : inUse.digest[kind](tasks)))
      .join(', ');
  },
  /** A line a task, as many as there is room for. */
  digestBody(told: readonly ShownReminder[], now: Date): string {
    const shown = told.slice(0, told.length > MOST_LINES ? MOST_LINES - 1 : MOST_LINES);
    const lines = shown.map((one) => `${[name(one, MOST_IN_LIST), ...whose(one)].join(' · ')}: ${when(one, now)}`);
    const more = told.length - shown.length;
    return [...lines, ...(more > 0 ? [inUse.more(more)] : [])].join('\n');
  },
};

/** "Due in 1 h, at 15:00", "Due tomorrow", "Due now", "2 days late". */
export function dueSentence(told: ShownDue, now: Date): string {
  if (isNow(told)) return inUse.dueNow;
  if (told.isLate) return when(told, now);
  if (told.moment === null) return inUse.due(when(told, now));
  return inUse.dueAt(when(told, now), clock(told.moment));
}

const isNow = ({ distance }: ShownDue): boolean => distance.say === 'now';
const when = ({ distance }: ShownDue, now: Date): string => formatDue(distance, now);
const whose = (told: ShownReminder): string[] =>
  told.whose === undefined
    ? []
    : [told.whose === null ? inUse.unassigned : shorten(told.whose, MOST_NAME) || inUse.somebody];
const name = ({ identifier, title }: ShownReminder, max: number): string =>
  shorten(`${identifier} ${title || inUse.untitled}`, max);
