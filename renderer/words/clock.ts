/** Clock and calendar in words. English throughout; only whether the clock has 12 or 24 hours follows the person's locale. */
import { format } from 'date-fns';
import { clock as clockOf, hour12 } from '../../electron/words/en.ts';

export const twelveHours = hour12;

type Instant = Date | number | string;
const dateOf = (instant: Instant): Date => new Date(instant);

/** "14:06", or "2:06 pm"; a dash for what is no instant. */
export function clock(instant: Instant): string {
  return Number.isNaN(dateOf(instant).getTime()) ? '–' : clockOf(instant);
}

/** The hour as it stands under the day strip: "9", "14" (or "2"). */
export function hourNumber(instant: Instant): string {
  return format(dateOf(instant), hour12 ? 'h' : 'H');
}

/** "Thu 19 Nov". */
export function shortDay(instant: Instant): string {
  return format(dateOf(instant), 'EEE d MMM');
}

/** "Thursday". */
export function weekday(instant: Instant): string {
  return format(dateOf(instant), 'EEEE');
}

/** "Thu". */
export function shortWeekday(instant: Instant): string {
  return format(dateOf(instant), 'EEE');
}

/** "9 – 15 Nov", or "30 Nov – 6 Dec". */
export function daySpan(from: Instant, to: Instant): string {
  const isOneMonth = dateOf(from).getMonth() === dateOf(to).getMonth();
  return `${format(dateOf(from), isOneMonth ? 'd' : 'd MMM')} – ${dayAndMonth(to)}`;
}

/** "19 Nov". */
export function dayAndMonth(instant: Instant): string {
  return format(dateOf(instant), 'd MMM');
}

/** A time of day `HH:mm` as the person's clock shows it. */
export function clockOfTime(time: string): string {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  return clock(new Date(2000, 0, 1, hour, minute));
}

/** "Tuesday 24 Nov", with the year if it is not this one. */
export function longDay(instant: Instant, now: Date): string {
  const date = dateOf(instant);
  return format(date, date.getFullYear() === now.getFullYear() ? 'EEEE d MMM' : 'EEEE d MMM yyyy');
}

/** "14:06" for today, "Wed 18 Nov, 14:06" for any other day. */
export function clockOrDay(instant: Instant, now: Date): string {
  const date = dateOf(instant);
  return date.toDateString() === now.toDateString() ? clock(date) : `${shortDay(date)}, ${clock(date)}`;
}
