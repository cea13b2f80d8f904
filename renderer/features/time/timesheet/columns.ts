/** The columns of the timesheet: the days of a period, or weeks, months or quarters of them. Pure; days local `YYYY-MM-DD`. */
import type { Day } from '../../../../shared/dates/week-start.ts';
import { weekOf } from '../../../../shared/time/period.ts';

type Unit = 'day' | 'week' | 'month' | 'quarter';

export interface Column {
  unit: Unit;
  /** Equal for all days of the column; for a week, its first day. */
  key: string;
  /** The days of the period that it covers. */
  from: string;
  to: string;
  /** Place of its first day in the period, and number of days. */
  first: number;
  count: number;
}

/** Columns of the smallest unit of which there are at most `most`, or else quarters. */
export function timesheetColumns(days: readonly string[], most: number, weekStartsOn: Day): Column[] {
  const grouped = (['day', 'week', 'month'] as const).map((unit) => group(days, unit, weekStartsOn));
  return grouped.find((columns) => columns.length <= most) ?? group(days, 'quarter', weekStartsOn);
}

function group(days: readonly string[], unit: Unit, weekStartsOn: Day): Column[] {
  const columns: Column[] = [];
  for (const [index, day] of days.entries()) {
    const key = keyOf(day, unit, weekStartsOn);
    const column = columns.at(-1);
    if (column?.key === key) {
      column.to = day;
      column.count += 1;
    } else columns.push({ unit, key, from: day, to: day, first: index, count: 1 });
  }
  return columns;
}

function keyOf(day: string, unit: Unit, weekStartsOn: Day): string {
  if (unit === 'day') return day;
  if (unit === 'week') return weekOf(day, weekStartsOn).from;
  return unit === 'month' ? day.slice(0, 7) : `${day.slice(0, 4)} ${quarterOf(day)}`;
}

/** 1 to 4. */
export const quarterOf = (day: string): number => Math.ceil(Number(day.slice(5, 7)) / 3);
