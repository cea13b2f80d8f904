/** The periods that a report is often made of. Pure; local days `YYYY-MM-DD`, inclusive. */
import type { Day } from '../../../shared/dates/week-start.ts';
import { dayAfter } from '../../../shared/time/day.ts';
import { weekStartOf } from '../../../shared/time/week.ts';

export interface Period {
  from: string;
  to: string;
}

/** As main reads them at most. */
const MAX_DAYS = 400;

export function usualPeriods(
  today: string,
  weekStartsOn: Day,
): Record<'thisWeek' | 'lastWeek' | 'thisMonth' | 'lastMonth', Period> {
  const week = weekStartOf(today, weekStartsOn);
  const month = monthOf(today);
  return {
    thisWeek: { from: week, to: dayAfter(week, 6) },
    lastWeek: { from: dayAfter(week, -7), to: dayAfter(week, -1) },
    thisMonth: month,
    lastMonth: monthOf(dayAfter(month.from, -1)),
  };
}

function monthOf(day: string): Period {
  const from = `${day.slice(0, 7)}-01`;
  return { from, to: dayAfter(`${dayAfter(from, 31).slice(0, 7)}-01`, -1) };
}

export const isSamePeriod = (one: Period, other: Period): boolean => one.from === other.from && one.to === other.to;

export function kindOf(period: Period, weekStartsOn: Day): 'week' | 'month' | 'days' {
  if (isSamePeriod(period, monthOf(period.from))) return 'month';
  return weekStartOf(period.from, weekStartsOn) === period.from && dayAfter(period.from, 6) === period.to
    ? 'week'
    : 'days';
}

/** Why no report can be made of these typed days; null if one can. */
export function wrongPeriod({ from, to }: Period): 'incomplete' | 'reversed' | 'tooLong' | null {
  if (from < '1970-01-01' || to < '1970-01-01' || from >= '2200' || to >= '2200') return 'incomplete';
  if (to < from) return 'reversed';
  return dayAfter(from, MAX_DAYS - 1) < to ? 'tooLong' : null;
}
