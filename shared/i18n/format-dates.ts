/** Formats dates, counts and durations in the current language, in main and in the windows. */
import { MINUTE_MS } from '../dates/milliseconds.ts';
import { shownDuration } from '../time/shown-times.ts';
import { datesMessages } from './generated/dates.ts';
import { activeMessages } from './language.ts';
import { localeFormats as english, type LocaleFormats } from './locale-en.ts';
import { messageFormat } from './message-format.ts';

/** How far away a due date is, in the unit to display. Counts are integers of at least 1. */
export type DueDistance =
  | { say: 'minutes-late' | 'hours-late' | 'days-late'; count: number }
  | { say: 'in-minutes' | 'in-hours'; count: number }
  | { say: 'now' | 'today' | 'tomorrow' }
  | { say: 'weekday' | 'date'; day: Date };

export type Pattern = keyof LocaleFormats['patterns'];

let locale: LocaleFormats = english;
// Created on first use: the first Intl object of a process takes 10 ms.
let items: Intl.ListFormat | undefined;
let choices: Intl.ListFormat | undefined;
let shares: Intl.NumberFormat | undefined;
activeMessages.bind('locale', english, (active) => {
  locale = active;
  items = undefined;
  choices = undefined;
  shares = undefined;
});

let cachedHour12: boolean | undefined;
/**
 * The system's locale decides between 12 and 24 hours, not the language. Computed on first use, because Intl takes 10 ms and the
 * first view may show no clock.
 */
export function hour12(): boolean {
  cachedHour12 ??= new Intl.DateTimeFormat(undefined, { hour: 'numeric' }).resolvedOptions().hour12 === true;
  return cachedHour12;
}

/** For windows, which show clocks as main does: their own locale is English unless Chromium was packaged with that of the system. */
export function setHour12(value: boolean): void {
  cachedHour12 = value;
}

type Instant = Date | number | string;

/** "14:06" or "2:06 pm", local time; a dash for an invalid instant. Not with Intl: a formatter keeps its time zone when the computer's changes. */
export function clock(instant: Instant): string {
  const date = new Date(instant);
  if (Number.isNaN(date.getTime())) return '–';
  const [hour, minute] = [date.getHours(), twoDigits(date.getMinutes())];
  return hour12() ? `${hour % 12 || 12}:${minute} ${hour < 12 ? 'am' : 'pm'}` : `${twoDigits(hour)}:${minute}`;
}

/** A day in the pattern of the current language, local time. */
export function dayIn(pattern: Pattern, instant: Instant): string {
  const { months, shortMonths, weekdays, shortWeekdays, patterns } = locale;
  const date = valid(instant);
  const values: Record<string, number | string | undefined> = {
    EEEE: weekdays[date.getDay()],
    EEE: shortWeekdays[date.getDay()],
    d: date.getDate(),
    MMMM: months[date.getMonth()],
    MMM: shortMonths[date.getMonth()],
    yyyy: date.getFullYear(),
  };
  return patterns[pattern].replace(/EEEE?|d|MMMM?|yyyy/g, (part) => String(values[part]));
}

function valid(instant: Instant): Date {
  const date = new Date(instant);
  if (Number.isNaN(date.getTime())) throw new RangeError('Invalid instant');
  return date;
}

const twoDigits = (value: number): string => String(value).padStart(2, '0');

/** An integer of at least 0: "12", "1,200". */
export const count = (value: number): string => messageFormat(locale.tag).number(value);
/** "125%" for 125. */
export function percent(value: number): string {
  shares ??= new Intl.NumberFormat(locale.tag, { style: 'percent' });
  return shares.format(value / 100);
}

/** "€85", "€1,466.25" or "€85.125": without decimals if there are none, and to parts of a cent. `currency`: ISO 4217. */
export const money = ({ amount, currency }: { amount: number; currency: string }): string =>
  amount.toLocaleString(locale.tag, {
    style: 'currency',
    currency,
    maximumFractionDigits: 4,
    trailingZeroDisplay: 'stripIfInteger',
  });

/** "a, b and c". */
export function list(parts: readonly string[]): string {
  items ??= new Intl.ListFormat(locale.tag, { type: 'conjunction' });
  return items.format(parts);
}

/** "a, b or c". */
export function either(parts: readonly string[]): string {
  choices ??= new Intl.ListFormat(locale.tag, { type: 'disjunction' });
  return choices.format(parts);
}

/** "2 days late", "due now", "in 3 h", "tomorrow", "Sunday", "24 Nov". */
export function formatDue(due: DueDistance, now: Date): string {
  switch (due.say) {
    case 'days-late':
      return due.count > 365
        ? datesMessages.yearsLate({ years: Math.floor(due.count / 365) })
        : datesMessages.daysLate({ days: due.count });
    case 'hours-late':
      return datesMessages.hoursLate({ hours: due.count });
    case 'minutes-late':
      return datesMessages.minutesLate({ minutes: due.count });
    case 'in-minutes':
      return datesMessages.inMinutes({ minutes: due.count });
    case 'in-hours':
      return datesMessages.inHours({ hours: due.count });
    case 'now':
    case 'today':
    case 'tomorrow':
      return datesMessages[due.say];
    case 'weekday':
      return dayIn('weekday', due.day);
    case 'date':
      return dayIn(due.day.getFullYear() === now.getFullYear() ? 'dayAndMonth' : 'dayMonthYear', due.day);
  }
}

/** Hours and minutes, h:mm, rounded down to the minute; never negative. */
export function hoursMinutes(ms: number): string {
  const minutes = Math.max(0, Math.floor(ms / MINUTE_MS));
  return `${Math.floor(minutes / 60)}:${twoDigits(minutes % 60)}`;
}

/** How long a timer ran: "20 s" in its first minute, then h:mm. */
export function timerLength(from: number, to: number): string {
  const seconds = Math.max(0, Math.floor((to - from) / 1000));
  return seconds < 60 ? datesMessages.seconds({ seconds }) : hoursMinutes(shownDuration(from, to));
}

/** Hours, minutes and seconds, h:mm:ss, rounded down to the second; never negative. */
export function hoursMinutesSeconds(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return `${h}:${twoDigits(m)}:${twoDigits(s)}`;
}

/** Minutes and seconds that are left, m:ss, rounded up to the second; never negative. */
export function minutesSeconds(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  return `${Math.floor(seconds / 60)}:${twoDigits(seconds % 60)}`;
}

/** An hour below the day strip: "9", "14" (or "2"). */
export function hourNumber(instant: Instant): string {
  const hour = new Date(instant).getHours();
  return String(hour12() ? hour % 12 || 12 : hour);
}

/** "Thu 19 Nov". */
export const shortDay = (instant: Instant): string => dayIn('shortDay', instant);

/** "Thursday". */
export const weekday = (instant: Instant): string => dayIn('weekday', instant);

/** "Thu". */
export const shortWeekday = (instant: Instant): string => dayIn('shortWeekday', instant);

/** "November 2026". */
export const monthName = (date: Date): string => dayIn('month', date);

/** "9 – 15 Nov", or "30 Nov – 6 Dec". */
export function daySpan(from: Instant, to: Instant): string {
  const isOneMonth = monthName(new Date(from)) === monthName(new Date(to));
  return `${dayIn(isOneMonth ? 'dayOnly' : 'dayAndMonth', from)} – ${dayAndMonth(to)}`;
}

/** The same with the year of the end if it is not this one. */
export function longDaySpan(from: Instant, to: Instant, now: Date): string {
  const year = new Date(to).getFullYear();
  return `${daySpan(from, to)}${year === now.getFullYear() ? '' : ` ${year}`}`;
}

/** "19 Nov". */
export const dayAndMonth = (instant: Instant): string => dayIn('dayAndMonth', instant);

/** A time of day `HH:mm` in the person's 12- or 24-hour format. */
export function clockOfTime(time: string): string {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  return clock(new Date(2000, 0, 1, hour, minute));
}

/** "Tuesday 24 Nov", with the year if it is not this one. */
export function longDay(instant: Instant, now: Date): string {
  const date = new Date(instant);
  return dayIn(date.getFullYear() === now.getFullYear() ? 'longDay' : 'longDayYear', date);
}

/** "14:06" for today, "Wed 18 Nov, 14:06" for any other day. */
export function clockOrDay(instant: Instant, now: Date): string {
  const date = new Date(instant);
  return date.toDateString() === now.toDateString() ? clock(date) : `${shortDay(date)}, ${clock(date)}`;
}
