/** The periods of the Week view. Pure; days local `YYYY-MM-DD`. */
import { endOfMonth, endOfYear, parseISO, startOfMonth, startOfYear, subMonths } from 'date-fns';
import type { Day } from '../../../../shared/dates/week-start.ts';
import { dayAfter, localDay } from '../../../../shared/time/day.ts';
import { weekStartOf } from '../../../../shared/time/week.ts';
import { daysBetween } from '../../../../shared/time/working-days.ts';
import type { Period } from '../../../app/state/store.ts';

/** As main allows (shared/contract/timesheet.ts). */
export const MOST_DAYS = 400;

export type PeriodKind = 'week' | 'month' | 'year' | 'range';

export function weekOf(day: string, weekStartsOn: Day): Period {
  const from = weekStartOf(day, weekStartsOn);
  return { from, to: dayAfter(from, 6) };
}

/** `months`: 0 for the month of the day, 1 for the one before it. */
export function monthOf(day: string, months = 0): Period {
  const date = subMonths(parseISO(day), months);
  return { from: localDay(startOfMonth(date)), to: localDay(endOfMonth(date)) };
}

export function yearOf(day: string): Period {
  const date = parseISO(day);
  return { from: localDay(startOfYear(date)), to: localDay(endOfYear(date)) };
}

const isSame = (one: Period, other: Period): boolean => one.from === other.from && one.to === other.to;

export function kindOf(period: Period, weekStartsOn: Day): PeriodKind {
  const { from } = period;
  if (isSame(period, weekOf(from, weekStartsOn))) return 'week';
  if (isSame(period, monthOf(from))) return 'month';
  return isSame(period, yearOf(from)) ? 'year' : 'range';
}

/** The period of the same kind before (-1) or after (1). A range moves by its own length. */
export function turned(period: Period, by: -1 | 1, weekStartsOn: Day): Period {
  const { from, to } = period;
  const beyond = by < 0 ? dayAfter(from, -1) : dayAfter(to, 1);
  const kind = kindOf(period, weekStartsOn);
  if (kind === 'month') return monthOf(beyond);
  if (kind === 'year') return yearOf(beyond);
  const length = daysBetween(from, to).length;
  return by < 0 ? { from: dayAfter(from, -length), to: beyond } : { from: beyond, to: dayAfter(to, length) };
}

/** Why a range of days cannot be shown; null if it can. */
export function wrongRange({ from, to }: Period): 'missing' | 'backwards' | 'long' | null {
  if (from === '' || to === '') return 'missing';
  if (to < from) return 'backwards';
  return dayAfter(from, MOST_DAYS - 1) < to ? 'long' : null;
}
