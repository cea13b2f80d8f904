/** Periods for the export: whole weeks, months and years of local days `YYYY-MM-DD`. Pure. */
import { endOfMonth, endOfYear, format, parseISO, startOfMonth, startOfYear } from 'date-fns';

export interface Period {
  from: string;
  to: string;
}

const dayOf = (date: Date): string => format(date, 'yyyy-MM-dd');

/** `days`: the seven days of the present week. */
export function periods(today: string, days: readonly string[]): Record<'week' | 'month' | 'year', Period> {
  const date = parseISO(today);
  return {
    week: { from: days[0] ?? today, to: days.at(-1) ?? today },
    month: { from: dayOf(startOfMonth(date)), to: dayOf(endOfMonth(date)) },
    year: { from: dayOf(startOfYear(date)), to: dayOf(endOfYear(date)) },
  };
}
