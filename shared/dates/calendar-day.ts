/**
 * Distinguishes whole days from moments in due and start dates. Pure; in the time zone of the process unless another is given.
 *
 * The service stores instants only. The web client writes a day as local midnight of the person who picks it; a plain date sent to
 * the service becomes midnight UTC (docs/service.md#tasks). Both are read as a whole day, and days are written as the web client
 * does. Midnight in another time zone cannot be distinguished from a moment; it is read as that moment, which falls on the day
 * that the web client shows here.
 */
import { set } from 'date-fns';
import { DAY_MS } from './milliseconds.ts';

export interface CalendarDay {
  year: number;
  /** 1–12. */
  month: number;
  day: number;
}

export interface ClockTime {
  hour: number;
  minute: number;
}

/** The whole day that an instant stands for, or null for a moment. `dayIn` is the calendar of the time zone. */
export function wholeDay(instant: Date, dayIn = calendarDay): CalendarDay | null {
  const ms = instant.getTime();
  if (ms % DAY_MS === 0) {
    return { year: instant.getUTCFullYear(), month: instant.getUTCMonth() + 1, day: instant.getUTCDate() };
  }
  const day = dayIn(instant);
  // Not "at 0:00": if the clock is put forward at midnight, the day begins at 1:00.
  return compareDays(dayIn(new Date(ms - 1)), day) < 0 ? day : null;
}

/** The start of the day; an invalid Date if it is out of range. */
export function startOf({ year, month, day }: CalendarDay): Date {
  const start = new Date(2000, 0, 1);
  start.setFullYear(year, month - 1, day);
  return start;
}

/** The due date for a whole day. */
export const dueOnDay = (day: CalendarDay): string => startOf(day).toISOString();

/** The due date for a local time; a time skipped by summer time moves an hour later. */
export function dueAt(day: CalendarDay, { hour, minute }: ClockTime): string {
  const instant = startOf(day);
  instant.setHours(hour, minute, 0, 0);
  return dueInstant(instant);
}

/** The due date for a moment. Midnight, local or UTC, moves by a second, because it would stand for a whole day. */
export function dueInstant(instant: Date): string {
  return new Date(instant.getTime() + (wholeDay(instant) === null ? 0 : 1000)).toISOString();
}

export function calendarDay(date: Date): CalendarDay {
  return { year: date.getFullYear(), month: date.getMonth() + 1, day: date.getDate() };
}

export function dayExists({ year, month, day }: CalendarDay): boolean {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

/** Negative if a is before b. */
export function compareDays(a: CalendarDay, b: CalendarDay): number {
  return a.year - b.year || a.month - b.month || a.day - b.day;
}

/** Whether a start date is after a due date: on a later day, or later on the same day if both are moments. */
export function startsAfter(startDate: string, dueDate: string): boolean {
  const [start, due] = [new Date(startDate), new Date(dueDate)];
  const [startDay, dueDay] = [wholeDay(start), wholeDay(due)];
  const days = compareDays(startDay ?? calendarDay(start), dueDay ?? calendarDay(due));
  return days > 0 || (days === 0 && startDay === null && dueDay === null && start > due);
}

/** `HH:mm` on a local day as an instant (ms); a time that the clock skips moves past the gap. */
export function timeOn(day: Date, clock: string): number {
  const [hours = 0, minutes = 0] = clock.split(':').map(Number);
  return set(day, { hours, minutes, seconds: 0, milliseconds: 0 }).getTime();
}
