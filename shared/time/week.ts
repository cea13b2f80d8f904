/** Weeks of local days `YYYY-MM-DD`. Pure. */
import { getWeek, getWeekYear, startOfWeek } from 'date-fns';
import type { Day } from '../dates/week-start.ts';
import { dayAfter, dayBounds, localDay } from './day.ts';

/** The first day of the week of `day`. */
export const weekStartOf = (day: string, weekStartsOn: Day): string =>
  localDay(startOfWeek(dayBounds(day).from, { weekStartsOn }));

/** The seven days from `weekStart`. */
export const daysOfWeek = (weekStart: string): string[] =>
  Array.from({ length: 7 }, (_, index) => dayAfter(weekStart, index));

/**
 * The number of the week that begins on that day. Weeks from Monday are numbered as in ISO 8601, so some years have 53; others count
 * from the week of 1 January.
 */
export const weekNumber = (weekStart: string): number => getWeek(...numbered(weekStart));

/** The year that the week's number counts in: for a week at its end that may be the next one. */
export const weekYear = (weekStart: string): number => getWeekYear(...numbered(weekStart));

function numbered(weekStart: string) {
  const first = new Date(dayBounds(weekStart).from);
  const weekStartsOn = first.getDay() as Day;
  return [first, { weekStartsOn, firstWeekContainsDate: weekStartsOn === 1 ? 4 : 1 }] as const;
}
