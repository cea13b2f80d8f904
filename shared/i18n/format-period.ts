/** Names of periods in the current language. */
import type { Day } from '../dates/week-start.ts';
import { dayBounds } from '../time/day.ts';
import { kindOf, type Period, weekNumber } from '../time/period.ts';
import { longDaySpan, monthName } from './format-dates.ts';
import { timesheetPageMessages } from './generated/timesheet-page.ts';

/** The name of a period, and its days unless the name says them: "Week 46" and "9 – 15 Nov", or "November 2026" and null. */
export function periodTitle(period: Period, weekStartsOn: Day, now: Date): { title: string; days: string | null } {
  const { from, to } = { from: new Date(dayBounds(period.from).from), to: new Date(dayBounds(period.to).from) };
  const kind = kindOf(period, weekStartsOn);
  if (kind === 'month') return { title: monthName(from), days: null };
  if (kind === 'year') return { title: String(from.getFullYear()), days: null };
  const days = longDaySpan(from, to, now);
  return kind === 'week'
    ? { title: timesheetPageMessages.week({ week: weekNumber(period.from) }), days }
    : { title: days, days: null };
}

/** "Week 46, 9 – 15 Nov", "November 2026", "2026", or the days of another period. */
export function periodText(period: Period, weekStartsOn: Day, now: Date): string {
  const { title, days } = periodTitle(period, weekStartsOn, now);
  return days === null ? title : `${title}, ${days}`;
}
