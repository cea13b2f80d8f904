/** English counts, lists, due dates and patterns of dates (date-fns). */
import { format, type Locale } from 'date-fns';
import type { DueDistance } from '../format-dates.ts';

/** undefined: date-fns' own, which is English. */
export const locale: Locale | undefined = undefined;

export const patterns = {
  shortDay: 'EEE d MMM',
  shortDayYear: 'EEE d MMM yyyy',
  month: 'MMMM yyyy',
  weekday: 'EEEE',
  shortWeekday: 'EEE',
  /** The first day of a span within one month. */
  dayOnly: 'd',
  dayAndMonth: 'd MMM',
  dayMonthYear: 'd MMM yyyy',
  longDay: 'EEEE d MMM',
  longDayYear: 'EEEE d MMM yyyy',
};

const rules = new Intl.PluralRules('en');
// The first of these takes 10 ms, whichever it is: none is made before it is wanted.
let items: Intl.ListFormat | undefined;
let choices: Intl.ListFormat | undefined;
let shares: Intl.NumberFormat | undefined;

/** A whole number, at least 0. */
export const count = (value: number): string => (value < 1000 ? String(value) : value.toLocaleString('en'));
/** "125%" of 125. */
export const percent = (value: number): string => {
  shares ??= new Intl.NumberFormat('en-GB', { style: 'percent' });
  return shares.format(value / 100);
};
export const isOne = (value: number): boolean => rules.select(value) === 'one';

/** "1 task", "1,200 tasks". */
export function plural(value: number, one: string, many = `${one}s`): string {
  return `${count(value)} ${isOne(value) ? one : many}`;
}

/** "a, b and c". */
export const list = (parts: readonly string[]): string => {
  items ??= new Intl.ListFormat('en-GB', { type: 'conjunction' });
  return items.format(parts);
};
/** "a, b or c". */
export const either = (parts: readonly string[]): string => {
  choices ??= new Intl.ListFormat('en-GB', { type: 'disjunction' });
  return choices.format(parts);
};

/** "2 days late", "due now", "in 3 h", "tomorrow", "Sunday", "24 Nov". */
export function dueWords(due: DueDistance, now: Date): string {
  switch (due.say) {
    case 'days-late':
      return due.count > 365
        ? `${plural(Math.floor(due.count / 365), 'year')} late`
        : `${plural(due.count, 'day')} late`;
    case 'hours-late':
      return `${due.count} h late`;
    case 'minutes-late':
      return `${due.count} min late`;
    case 'in-minutes':
      return `in ${due.count} min`;
    case 'in-hours':
      return `in ${due.count} h`;
    case 'now':
      return 'due now';
    case 'today':
    case 'tomorrow':
      return due.say;
    case 'weekday':
      return format(due.day, patterns.weekday);
    case 'date':
      return format(
        due.day,
        due.day.getFullYear() === now.getFullYear() ? patterns.dayAndMonth : patterns.dayMonthYear,
      );
  }
}
