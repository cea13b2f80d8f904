/** Dates, counts and durations in the language in use; both halves say them. */
import { format } from 'date-fns';
import * as en from './en/dates.ts';
import { activeMessages } from './language.ts';

/** What is to be said of a due date. Counts are whole and at least 1. */
export type DueDistance =
  | { say: 'minutes-late' | 'hours-late' | 'days-late'; count: number }
  | { say: 'in-minutes' | 'in-hours'; count: number }
  | { say: 'now' | 'today' | 'tomorrow' }
  | { say: 'weekday' | 'date'; day: Date };

export type Pattern = keyof typeof en.patterns;

export let dates: typeof en = en;
activeMessages.hold('dates', en, (words) => {
  dates = words;
});

let knownHour12: boolean | undefined;
/**
 * Whatever the language: whether the clock has 12 or 24 hours follows the person's locale. Intl takes 10 ms to say so, which a
 * start without a clock in its list need not wait for.
 */
export function hour12(): boolean {
  knownHour12 ??= new Intl.DateTimeFormat(undefined, { hour: 'numeric' }).resolvedOptions().hour12 === true;
  return knownHour12;
}

/** "14:06", or "2:06 pm"; local time. Here and below date-fns: a formatter of Intl keeps its zone, and a laptop travels. */
export function clock(instant: Date | number | string): string {
  return format(new Date(instant), hour12() ? 'h:mm aaa' : 'HH:mm');
}

/** A day as `pattern` says it in the language in use; local time. */
export function dayIn(pattern: Pattern, instant: Date | number | string): string {
  const { locale, patterns } = dates;
  return format(new Date(instant), patterns[pattern], locale === undefined ? {} : { locale });
}

export const count = (value: number): string => dates.count(value);
/** A whole number of hundredths. */
export const percent = (value: number): string => dates.percent(value);
export const formatDue = (due: DueDistance, now: Date): string => dates.dueWords(due, now);

/** Hours and minutes, h:mm, rounded down to the minute; never negative. */
export function hoursMinutes(ms: number): string {
  const minutes = Math.max(0, Math.floor(ms / 60_000));
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`;
}

/** Hours, minutes and seconds, h:mm:ss, rounded down to the second; never negative. */
export function hoursMinutesSeconds(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return `${h}:${String(m).padStart(2, '0')}:${String(s).padStart(2, '0')}`;
}
