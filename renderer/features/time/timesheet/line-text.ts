/** Words and numbers of the timesheet's cells. */
import { MINUTE_MS } from '../../../../shared/dates/milliseconds.ts';
import {
  dayAndMonth,
  dayIn,
  daySpan,
  hoursMinutes,
  longDay,
  shortWeekday,
} from '../../../../shared/i18n/format-dates.ts';
import { timesheetPageMessages } from '../../../../shared/i18n/generated/timesheet-page.ts';
import { dayBounds } from '../../../../shared/time/day.ts';
import { weekNumber } from '../../../../shared/time/period.ts';
import type { Amount, CountedAmount } from '../../../../shared/time/timesheet.ts';
import { type Column, quarterOf } from './columns.ts';

/** Two lines above a column: "Mon", "9 Nov". `isShort`: the first one is all that is shown. */
export function columnHead({ unit, key, from }: Column, isShort: boolean): [string, string] {
  const start = dayBounds(from).from;
  if (unit === 'day') return [shortWeekday(start), dayAndMonth(start)];
  if (unit === 'week') {
    const week = weekNumber(key);
    return [
      isShort ? timesheetPageMessages.weekShort({ week }) : timesheetPageMessages.week({ week }),
      dayAndMonth(start),
    ];
  }
  const year = from.slice(0, 4);
  return unit === 'month'
    ? [dayIn('shortMonth', start), year]
    : [timesheetPageMessages.quarter({ quarter: quarterOf(from) }), year];
}

/** "Wednesday 11 Nov", or the days of the column. */
export function columnName({ unit, from, to }: Column): string {
  const start = dayBounds(from).from;
  return unit === 'day' || from === to ? longDay(start, new Date()) : daySpan(start, dayBounds(to).from);
}

/** What a screen reader says about a cell. */
export function cellText({ exact, rounded, entries }: CountedAmount, hasRounded: boolean): string {
  if (entries === 0 && exact === 0) return timesheetPageMessages.cellEmpty;
  const time = hasRounded ? amountText({ exact, rounded }) : hoursMinutes(exact);
  return timesheetPageMessages.cellEntries({ time, count: entries });
}

const amountText = ({ exact, rounded }: Amount): string =>
  timesheetPageMessages.cellRounded({ time: hoursMinutes(exact), rounded: hoursMinutes(rounded) });

/** "+0:35", "−3:10" or "0:00", in whole minutes. */
export function signed(ms: number): string {
  const minutes = Math.trunc(ms / MINUTE_MS);
  return `${minutes === 0 ? '' : minutes > 0 ? '+' : '−'}${hoursMinutes(Math.abs(minutes) * MINUTE_MS)}`;
}
