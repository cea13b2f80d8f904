/** The weeks of a calendar page and its keyboard navigation. Pure; days are local, `YYYY-MM-DD`. */

import { addDays, addMonths, endOfWeek, format, isSameMonth, parseISO, startOfMonth, startOfWeek } from 'date-fns';
import type { Day } from '../../shared/dates/week-start.ts';

const iso = (date: Date): string => format(date, 'yyyy-MM-dd');

/** Always six whole weeks from the first of the month, so that the height does not change. */
export function monthWeeks(day: string, weekStartsOn: Day): string[][] {
  const first = startOfWeek(startOfMonth(parseISO(day)), { weekStartsOn });
  return Array.from({ length: 6 }, (_, week) =>
    Array.from({ length: 7 }, (_, weekday) => iso(addDays(first, week * 7 + weekday))),
  );
}

export const isInMonth = (day: string, month: string): boolean => isSameMonth(parseISO(day), parseISO(month));

/** The same day of another month, or that month's last day. */
export const inMonth = (day: string, by: number): string => iso(addMonths(parseISO(day), by));

/** The day that a key moves to; null for other keys. */
export function moveDay(key: string, day: string, weekStartsOn: Day): string | null {
  const date = parseISO(day);
  switch (key) {
    case 'ArrowLeft':
      return iso(addDays(date, -1));
    case 'ArrowRight':
      return iso(addDays(date, 1));
    case 'ArrowUp':
      return iso(addDays(date, -7));
    case 'ArrowDown':
      return iso(addDays(date, 7));
    case 'PageUp':
      return inMonth(day, -1);
    case 'PageDown':
      return inMonth(day, 1);
    case 'Home':
      return iso(startOfWeek(date, { weekStartsOn }));
    case 'End':
      return iso(endOfWeek(date, { weekStartsOn }));
    default:
      return null;
  }
}
