/** Periods of local days `YYYY-MM-DD`: weeks, months, years and any other days. Pure. */
import { getWeek, getWeekYear, startOfWeek } from 'date-fns';
import type { Day } from '../dates/week-start.ts';
import { dayAfter, dayBounds, localDay } from './day.ts';

export interface Period {
  from: string;
  /** Inclusive. */
  to: string;
}

/** The longest period that main reads (days). */
const MAX_DAYS = 400;

export type PeriodKind = 'week' | 'month' | 'year' | 'range';

export function weekOf(day: string, weekStartsOn: Day): Period {
  const from = localDay(startOfWeek(dayBounds(day).from, { weekStartsOn }));
  return { from, to: dayAfter(from, 6) };
}

/** `months`: 0 for the month of the day, 1 for the one before it. */
export function monthOf(day: string, months = 0): Period {
  const [year = 1970, month = 1] = day.split('-').map(Number);
  return {
    from: localDay(new Date(year, month - 1 - months, 1, 12)),
    to: localDay(new Date(year, month - months, 0, 12)),
  };
}

export function yearOf(day: string): Period {
  const year = day.slice(0, 4);
  return { from: `${year}-01-01`, to: `${year}-12-31` };
}

export const isSamePeriod = (one: Period, other: Period): boolean => one.from === other.from && one.to === other.to;

export function kindOf(period: Period, weekStartsOn: Day): PeriodKind {
  const { from } = period;
  if (isSamePeriod(period, weekOf(from, weekStartsOn))) return 'week';
  if (isMonth(period)) return 'month';
  return isSamePeriod(period, yearOf(from)) ? 'year' : 'range';
}

export const isMonth = (period: Period): boolean => isSamePeriod(period, monthOf(period.from));

/** The period of the same kind before (-1) or after (1). A range moves by its own length. */
export function turned(period: Period, by: -1 | 1, weekStartsOn: Day): Period {
  const { from, to } = period;
  const beyond = by < 0 ? dayAfter(from, -1) : dayAfter(to, 1);
  const kind = kindOf(period, weekStartsOn);
  if (kind === 'month') return monthOf(beyond);
  if (kind === 'year') return yearOf(beyond);
  const { length } = daysBetween(from, to);
  return by < 0 ? { from: dayAfter(from, -length), to: beyond } : { from: beyond, to: dayAfter(to, length) };
}

/** Why typed days are no period; null if they are one. */
export function wrongPeriod({ from, to }: Period): 'incomplete' | 'reversed' | 'tooLong' | null {
  if (from < '1970-01-01' || to < '1970-01-01' || from >= '2200' || to >= '2200') return 'incomplete';
  if (to < from) return 'reversed';
  return dayAfter(from, MAX_DAYS - 1) < to ? 'tooLong' : null;
}

/** Local days, inclusive. */
export function daysBetween(from: string, to: string): string[] {
  const days: string[] = [];
  for (let day = from; day <= to; day = dayAfter(day, 1)) days.push(day);
  return days;
}

/** The seven days from `weekStart`. */
export const daysOfWeek = (weekStart: string): string[] => daysBetween(weekStart, dayAfter(weekStart, 6));

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
