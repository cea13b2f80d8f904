/**
 * From a day and a time of the clock to the due date that the service keeps. Pure; in the local zone of the process.
 * The service stores a plain date as midnight UTC, so that exactly this instant stands for a whole day (due.ts).
 */
import type { CalendarDay, ClockTime } from './types.ts';

const DAY_MS = 86_400_000;

/** A whole day. */
export function dueOnDay({ year, month, day }: CalendarDay): string {
  const instant = new Date(0);
  instant.setUTCFullYear(year, month - 1, day);
  return instant.toISOString();
}

/** A moment of the local clock; one that summer time skips is the moment the clock shows an hour later. */
export function dueAt({ year, month, day }: CalendarDay, { hour, minute }: ClockTime): string {
  const instant = new Date(2000, 0, 1, 0, 0);
  instant.setFullYear(year, month - 1, day);
  instant.setHours(hour, minute, 0, 0);
  return dueInstant(instant);
}

/** A moment that happens to be midnight UTC (20:00 in New York) is moved by a second: otherwise it would mean a whole day. */
export function dueInstant(instant: Date): string {
  const ms = instant.getTime();
  return new Date(ms % DAY_MS === 0 ? ms + 1000 : ms).toISOString();
}

export function calendarDay(date: Date): CalendarDay {
  return { year: date.getFullYear(), month: date.getMonth() + 1, day: date.getDate() };
}

export function dayExists({ year, month, day }: CalendarDay): boolean {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

/** Negative: a is before b. */
export function compareDays(a: CalendarDay, b: CalendarDay): number {
  return a.year - b.year || a.month - b.month || a.day - b.day;
}
