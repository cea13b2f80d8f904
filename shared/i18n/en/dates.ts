/** English counts, lists, due dates and patterns of dates (date-fns). */
const rules = new Intl.PluralRules('en');
/** A whole number, at least 0. */
export const count = (value: number): string => (value < 1000 ? String(value) : value.toLocaleString('en'));
export const isOne = (value: number): boolean => rules.select(value) === 'one';

/** "1 task", "1,200 tasks". */
export function plural(value: number, one: string, many = `${one}s`): string {
  return `${count(value)} ${isOne(value) ? one : many}`;
}

export const dates = {
  yearsLate: (years: number) => `${plural(years, 'year')} late`,
  daysLate: (days: number) => `${plural(days, 'day')} late`,
  hoursLate: (hours: number) => `${hours} h late`,
  minutesLate: (minutes: number) => `${minutes} min late`,
  inMinutes: (minutes: number) => `in ${minutes} min`,
  inHours: (hours: number) => `in ${hours} h`,
  now: 'due now',
  today: 'today',
  tomorrow: 'tomorrow',
};
