/** The weeks of a calendar page and its keyboard navigation. Pure; days are local, `YYYY-MM-DD`. */
import { addDays, addMonths, endOfWeek, isSameMonth, parseISO, startOfMonth, startOfWeek } from 'date-fns';
import type { Day } from '../../shared/dates/week-start.ts';
import { localDay } from '../../shared/time/day.ts';

/** Always six whole weeks from the first of the month, so that the height does not change. */
export function monthWeeks(day: string, weekStartsOn: Day): string[][] {
  const first = startOfWeek(startOfMonth(parseISO(day)), { weekStartsOn });
  return Array.from({ length: 6 }, (_, week) =>
    Array.from({ length: 7 }, (_, weekday) => localDay(addDays(first, week * 7 + weekday))),
  );
}

export const isInMonth = (day: string, month: string): boolean => isSameMonth(parseISO(day), parseISO(month));

/** The same day of another month, or that month's last day. */
export const inMonth = (day: string, by: number): string => localDay(addMonths(parseISO(day), by));

/** The day that a key moves to; null for other keys. */
export function moveDay(key: string, day: string, weekStartsOn: Day): string | null {
  const date = parseISO(day);
  const days = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 }[key];
  if (days !== undefined) return localDay(addDays(date, days));
  const months = { PageUp: -1, PageDown: 1 }[key];
  if (months !== undefined) return inMonth(day, months);
  if (key === 'Home') return localDay(startOfWeek(date, { weekStartsOn }));
  return key === 'End' ? localDay(endOfWeek(date, { weekStartsOn })) : null;
}
