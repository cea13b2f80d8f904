/** Formats times and days in the current language. */
import { clock as clockOf, dayIn, hour12 } from './format-dates.ts';

type Instant = Date | number | string;
const dateOf = (instant: Instant): Date => new Date(instant);

/** "14:06" or "2:06 pm"; a dash for an invalid instant. */
export function clock(instant: Instant): string {
  return Number.isNaN(dateOf(instant).getTime()) ? '–' : clockOf(instant);
}

/** An hour below the day strip: "9", "14" (or "2"). */
export function hourNumber(instant: Instant): string {
  const hour = dateOf(instant).getHours();
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
  const isOneMonth = dateOf(from).getMonth() === dateOf(to).getMonth();
  return `${dayIn(isOneMonth ? 'dayOnly' : 'dayAndMonth', from)} – ${dayAndMonth(to)}`;
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
  const date = dateOf(instant);
  return dayIn(date.getFullYear() === now.getFullYear() ? 'longDay' : 'longDayYear', date);
}

/** "14:06" for today, "Wed 18 Nov, 14:06" for any other day. */
export function clockOrDay(instant: Instant, now: Date): string {
  const date = dateOf(instant);
  return date.toDateString() === now.toDateString() ? clock(date) : `${shortDay(date)}, ${clock(date)}`;
}
