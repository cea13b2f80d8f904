/** Parses a typed time of day. Pure. */
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../dates/milliseconds.ts';
import { typedDuration } from './typed-duration.ts';

export type ExactTime = { at: number } | { wrong: 'not-a-time' | 'future' };

interface TimeOfDay {
  hour: number;
  minute: number;
}

const TIME_PATTERN = /^(\d{1,2})(?:[:.h ]?(\d{2}))?\s*(am|pm|a|p)?$/i;

/** "14:05", "14.05", "1405", "9", "2:05 pm"; null if it is not a time. */
export function timeOfDay(text: string): TimeOfDay | null {
  const match = TIME_PATTERN.exec(text.trim());
  if (!match) return null;
  const [, hourText = '', minuteText = '0', half = ''] = match;
  let hour = Number(hourText);
  const minute = Number(minuteText);
  if (half !== '') {
    if (hour < 1 || hour > 12) return null;
    hour = (hour % 12) + (half.toLowerCase().startsWith('p') ? 12 : 0);
  }
  return hour > 23 || minute > 59 ? null : { hour, minute };
}

/**
 * The instants (ms) at which the local clock shows that time on that day, earliest first: two if the clock is put back. A time
 * that the clock skips moves past the gap.
 */
function instantsOf(year: number, month: number, date: number, { hour, minute }: TimeOfDay): number[] {
  const first = new Date(year, month, date, hour, minute).getTime();
  const wall = Date.UTC(year, month, date, hour, minute);
  const found = [first - DAY_MS, first + DAY_MS]
    .map((near) => wall + new Date(near).getTimezoneOffset() * MINUTE_MS)
    .filter((at) => wallOf(at) === wall);
  return found.length === 0 ? [first] : [...new Set(found)].sort((one, other) => one - other);
}

/** The local clock's time, as if it were UTC (ms). */
function wallOf(at: number): number {
  const date = new Date(at);
  return Date.UTC(date.getFullYear(), date.getMonth(), date.getDate(), date.getHours(), date.getMinutes());
}

/** The instants (ms) with that time, `days` days before the local day of `at`. */
function instantsBefore(at: Date, days: number, time: TimeOfDay): number[] {
  return instantsOf(at.getFullYear(), at.getMonth(), at.getDate() - days, time);
}

/**
 * The last instant with that time of day. A time later than now means yesterday only if that is less than twelve hours ago
 * (work past midnight); otherwise it is in the future, which is rejected.
 */
export function exactTime(text: string, now: Date): ExactTime {
  const time = timeOfDay(text);
  if (time === null) return { wrong: 'not-a-time' };
  const past = (at: number) => at <= now.getTime();
  const today = instantsBefore(now, 0, time).findLast(past);
  if (today !== undefined) return { at: today };
  const yesterday = instantsBefore(now, 1, time).findLast(past);
  const isLastNight = yesterday !== undefined && now.getTime() - yesterday < 12 * HOUR_MS;
  return isLastNight ? { at: yesterday } : { wrong: 'future' };
}

/** The new start of a timer that started at `start` (ms): a time of day, or a change of the start in minutes ("-15", "+5"). */
export function typedStart(text: string, start: number, now: Date): ExactTime {
  const change = typedDuration(text);
  if ('wrong' in change || !change.isChange) return exactTime(text, now);
  const at = start + change.ms;
  return at > now.getTime() ? { wrong: 'future' } : { at };
}

/** The next multiple of `minutes` after `at` (direction 1), or the previous one (-1); in ms. */
export function roundStep(at: number, direction: 1 | -1, minutes: number): number {
  const step = minutes * MINUTE_MS;
  const minute = Math.floor(at / MINUTE_MS) * MINUTE_MS;
  const round = direction === 1 ? Math.floor(minute / step) : Math.ceil(minute / step);
  return (round + direction) * step;
}

export type TimeBetween = { at: number } | { wrong: 'not-a-time' | 'outside' };

const MAX_DAYS = 400;

/** The latest instant after `from` and not after `to` (ms), on `day` if given. */
export function timeBetween(text: string, from: number, to: number, day: string | null = null): TimeBetween {
  const time = timeOfDay(text);
  if (time === null) return { wrong: 'not-a-time' };
  if (day !== null) {
    const at = instantsOnDay(text, day).findLast((one) => one > from && one <= to);
    return at === undefined ? { wrong: 'outside' } : { at };
  }
  const last = new Date(to);
  for (let back = 0; back < MAX_DAYS; back += 1) {
    const instants = instantsBefore(last, back, time);
    const at = instants.findLast((one) => one > from && one <= to);
    if (at !== undefined) return { at };
    if (instants.every((one) => one <= from)) break;
  }
  return { wrong: 'outside' };
}

/** The instants (ms) of a local day `YYYY-MM-DD` with that time; none if either is invalid. */
export function instantsOnDay(text: string, day: string): number[] {
  const time = timeOfDay(text);
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day);
  if (time === null || parts === null) return [];
  return instantsOf(Number(parts[1]), Number(parts[2]) - 1, Number(parts[3]), time);
}
