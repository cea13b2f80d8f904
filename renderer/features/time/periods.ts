/** Periods for the export: whole weeks, months and years of local days `YYYY-MM-DD`. Pure. */
import { endOfMonth, endOfYear, parseISO, startOfMonth, startOfYear } from 'date-fns';
import { localDay } from '../../../shared/time/day.ts';

export interface Period {
  from: string;
  to: string;
}

/** `days`: the seven days of the present week. */
export function periods(today: string, days: readonly string[]): Record<'week' | 'month' | 'year', Period> {
  const date = parseISO(today);
  return {
    week: { from: days[0] ?? today, to: days.at(-1) ?? today },
    month: { from: localDay(startOfMonth(date)), to: localDay(endOfMonth(date)) },
    year: { from: localDay(startOfYear(date)), to: localDay(endOfYear(date)) },
  };
}
