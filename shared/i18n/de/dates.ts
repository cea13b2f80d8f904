/** German counts, lists, due dates and patterns of dates (date-fns). */
import { format } from 'date-fns';
import { de } from 'date-fns/locale/de';
import type { DueDistance } from '../format-dates.ts';

export const locale = de;

export const patterns = {
  shortDay: 'EEEEEE d. MMM',
  shortDayYear: 'EEEEEE d. MMM yyyy',
  month: 'LLLL yyyy',
  weekday: 'EEEE',
  shortWeekday: 'EEEEEE',
  dayOnly: 'd.',
  dayAndMonth: 'd. MMM',
  dayMonthYear: 'd. MMM yyyy',
  longDay: 'EEEE, d. MMM',
  longDayYear: 'EEEE, d. MMM yyyy',
};

const rules = new Intl.PluralRules('de');
// The first of these takes 10 ms, whichever it is: none is made before it is wanted.
let items: Intl.ListFormat | undefined;
let choices: Intl.ListFormat | undefined;
let shares: Intl.NumberFormat | undefined;

/** A whole number, at least 0. */
export const count = (value: number): string => (value < 1000 ? String(value) : value.toLocaleString('de'));
export const percent = (value: number): string => {
  shares ??= new Intl.NumberFormat('de', { style: 'percent' });
  return shares.format(value / 100);
};
export const isOne = (value: number): boolean => rules.select(value) === 'one';

/** „1 Aufgabe“, „1.200 Aufgaben“; in German nothing can be guessed from the singular. */
export function plural(value: number, one: string, many = one): string {
  return `${count(value)} ${isOne(value) ? one : many}`;
}

/** „a, b und c“. */
export const list = (parts: readonly string[]): string => {
  items ??= new Intl.ListFormat('de', { type: 'conjunction' });
  return items.format(parts);
};
/** „a, b oder c“. */
export const either = (parts: readonly string[]): string => {
  choices ??= new Intl.ListFormat('de', { type: 'disjunction' });
  return choices.format(parts);
};

export const tasks = (value: number): string => plural(value, 'Aufgabe', 'Aufgaben');
/** As in „seit 2 Tagen“, after a preposition. */
export const inDays = (value: number): string => plural(value, 'Tag', 'Tagen');

/** „2 Tage überfällig“, „jetzt fällig“, „in 3 Std.“, „morgen“, „Sonntag“, „24. Nov.“. */
export function dueWords(due: DueDistance, now: Date): string {
  switch (due.say) {
    case 'days-late':
      return due.count > 365
        ? `${plural(Math.floor(due.count / 365), 'Jahr', 'Jahre')} überfällig`
        : `${plural(due.count, 'Tag', 'Tage')} überfällig`;
    case 'hours-late':
      return `${due.count} h überfällig`;
    case 'minutes-late':
      return `${due.count} min überfällig`;
    case 'in-minutes':
      return `in ${due.count} min`;
    case 'in-hours':
      return `in ${due.count} h`;
    case 'now':
      return 'jetzt fällig';
    case 'today':
      return 'heute';
    case 'tomorrow':
      return 'morgen';
    case 'weekday':
      return format(due.day, patterns.weekday, { locale });
    case 'date':
      return format(
        due.day,
        due.day.getFullYear() === now.getFullYear() ? patterns.dayAndMonth : patterns.dayMonthYear,
        { locale },
      );
  }
}
