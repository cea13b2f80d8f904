/** German counts, lists, due dates and patterns of dates (date-fns). */
import type { dates as en } from '../en/dates.ts';

const rules = new Intl.PluralRules('de');
/** A whole number, at least 0. */
export const count = (value: number): string => (value < 1000 ? String(value) : value.toLocaleString('de'));
export const isOne = (value: number): boolean => rules.select(value) === 'one';

/** „1 Aufgabe“, „1.200 Aufgaben“; in German nothing can be guessed from the singular. */
export function plural(value: number, one: string, many = one): string {
  return `${count(value)} ${isOne(value) ? one : many}`;
}

export const tasks = (value: number): string => plural(value, 'Aufgabe', 'Aufgaben');
/** As in „seit 2 Tagen“, after a preposition. */
export const inDays = (value: number): string => plural(value, 'Tag', 'Tagen');

export const dates: typeof en = {
  yearsLate: (years) => `${plural(years, 'Jahr', 'Jahre')} überfällig`,
  daysLate: (days) => `${plural(days, 'Tag', 'Tage')} überfällig`,
  hoursLate: (hours) => `${hours} h überfällig`,
  minutesLate: (minutes) => `${minutes} min überfällig`,
  inMinutes: (minutes) => `in ${minutes} min`,
  inHours: (hours) => `in ${hours} h`,
  now: 'jetzt fällig',
  today: 'heute',
  tomorrow: 'morgen',
};
