/** English counts, lists, due dates and patterns of dates (date-fns). */
import { format, type Locale } from 'date-fns';
import type { DueDistance } from '../dates.ts';

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
const items = new Intl.ListFormat('en-GB', { type: 'conjunction' });
const choices = new Intl.ListFormat('en-GB', { type: 'disjunction' });

export const count = (value: number): string => value.toLocaleString('en');
const shares = new Intl.NumberFormat('en-GB', { style: 'percent' });
/** "125%" of 125. */
export const percent = (value: number): string => shares.format(value / 100);
export const isOne = (value: number): boolean => rules.select(value) === 'one';

/** "1 task", "1,200 tasks". */
export function plural(value: number, one: string, many = `${one}s`): string {
  return `${count(value)} ${isOne(value) ? one : many}`;
}

/** "a, b and c". */
export const list = (parts: readonly string[]): string => items.format(parts);
/** "a, b or c". */
export const either = (parts: readonly string[]): string => choices.format(parts);

/** "2 days late", "in 3 h", "tomorrow", "Sunday", "24 Nov". */
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
