/** What notifications say. Main's English, like en.ts. */
import { clock, type DueDistance, dueWords, plural } from './en.ts';

/** What is said of a due date. */
export interface ToldDue {
  /** null: this very minute. */
  distance: DueDistance | null;
  /** The moment, where one is meant and not a whole day. */
  moment: Date | null;
  isLate: boolean;
}

/** And of its task. */
export interface Told extends ToldDue {
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

export const reminderWords = {
  start: 'Start timer',
  open: 'Open',
  snooze: { '10-min': 'Snooze 10 min', '1-hour': 'Snooze 1 h', tomorrow: 'Snooze until tomorrow' },

  title: (told: Told): string => name(told, MOST_TITLE),
  /** "Due in 1 h, at 15:00 · Payments", and of others' tasks "· Priya Sharma". */
  body: (told: Told, now: Date): string =>
    [dueSentence(told, now), plain(told.projectName, MOST_TITLE), ...whose(told)].join(' · '),

  /** "12 tasks overdue, 3 due soon". */
  digestTitle(told: readonly Told[]): string {
    const now = told.filter(({ distance }) => distance === null).length;
    const late = told.filter(({ isLate, distance }) => isLate && distance !== null).length;
    const counts = [
      { count: late, says: 'overdue' },
      { count: now, says: 'due now' },
      { count: told.length - late - now, says: 'due soon' },
    ].filter(({ count }) => count > 0);
    return counts
      .map(({ count, says }, at) => `${at === 0 ? plural(count, 'task') : count.toLocaleString('en')} ${says}`)
      .join(', ');
  },
  /** A line a task, as many as there is room for. */
  digestBody(told: readonly Told[], now: Date): string {
    const shown = told.slice(0, told.length > MOST_LINES ? MOST_LINES - 1 : MOST_LINES);
    const lines = shown.map((one) => `${[name(one, MOST_IN_LIST), ...whose(one)].join(' · ')}: ${when(one, now)}`);
    const more = told.length - shown.length;
    return [...lines, ...(more > 0 ? [`and ${more.toLocaleString('en')} more`] : [])].join('\n');
  },

  noTimer: { title: 'No timer is running', body: 'Click to start one.' },
  test: { title: 'A test from Punchcard', body: 'Reminders look like this. These buttons do nothing.' },
};

/** "Due in 1 h, at 15:00", "Due tomorrow", "2 days late". */
export function dueSentence(told: ToldDue, now: Date): string {
  if (told.distance !== null && told.isLate) return when(told, now);
  const at = told.distance === null || told.moment === null ? '' : `, at ${clock(told.moment)}`;
  return `Due ${when(told, now)}${at}`;
}

const when = ({ distance }: ToldDue, now: Date): string => (distance === null ? 'now' : dueWords(distance, now));
const whose = (told: Told): string[] =>
  told.whose === undefined ? [] : [told.whose === null ? 'unassigned' : plain(told.whose, MOST_NAME) || 'someone else'];
const name = ({ identifier, title }: Told, max: number): string => plain(`${identifier} ${title}`, max);

/** Marks that turn the direction of writing around: with them a title could write over what follows it. */
const BIDI = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** One line of what others wrote, at most `max` UTF-16 units. */
function plain(text: string, max: number): string {
  const line = text.replace(BIDI, '').replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ');
  return (line.length > max ? `${line.slice(0, max - 1)}…` : line).toWellFormed();
}
