/**
 * How a due or start date tells a whole day from a moment, and how both are written. Pure; in the zone of the process unless
 * another is given.
 *
 * The service keeps instants only. The web client writes a day as the local midnight of the person who picks it; a plain date
 * that is sent to the service becomes midnight UTC (docs/service.md#tasks). Both are read as a whole day, and days are written as the
 * web client writes them. Midnight in any other zone (a team mate's, or one's own before a journey) cannot be told from a moment
 * and is read as that moment, which falls on the day that the web client shows here.
 */
import { set } from 'date-fns';
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

const DAY_MS = 86_400_000;

/** The day that an instant means, or null for a moment. `dayIn`: the calendar of the zone. */
export function wholeDay(instant: Date, dayIn = calendarDay): CalendarDay | null {
  const ms = instant.getTime();
  if (ms % DAY_MS === 0) {
    return { year: instant.getUTCFullYear(), month: instant.getUTCMonth() + 1, day: instant.getUTCDate() };
  }
  const day = dayIn(instant);
  // Not "at 0:00": where the clock is put forward at midnight, a day begins at 1:00.
  return compareDays(dayIn(new Date(ms - 1)), day) < 0 ? day : null;
}

/** When the day begins. One beyond what a Date can hold gives an invalid date. */
export function startOf({ year, month, day }: CalendarDay): Date {
  const start = new Date(2000, 0, 1);
  start.setFullYear(year, month - 1, day);
  return start;
}

/** A whole day. */
export const dueOnDay = (day: CalendarDay): string => startOf(day).toISOString();

/** A moment of the local clock; one that summer time skips is the moment the clock shows an hour later. */
export function dueAt(day: CalendarDay, { hour, minute }: ClockTime): string {
  const instant = startOf(day);
  instant.setHours(hour, minute, 0, 0);
  return dueInstant(instant);
}

/** A moment that happens to be a midnight (0:00, or in New York 20:00) is moved by a second: otherwise it would mean a whole day. */
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

/** Negative: a is before b. */
export function compareDays(a: CalendarDay, b: CalendarDay): number {
  return a.year - b.year || a.month - b.month || a.day - b.day;
}

/** `HH:mm` on a local day as an instant (ms); where the clock skips it, the moment as far behind the skip. */
export function timeOn(day: Date, clock: string): number {
  const [hours = 0, minutes = 0] = clock.split(':').map(Number);
  return set(day, { hours, minutes, seconds: 0, milliseconds: 0 }).getTime();
}
