/** Clock and calendar in words. English throughout; only whether the clock has 12 or 24 hours follows the person's locale. */

export const twelveHours = new Intl.DateTimeFormat(undefined, { hour: 'numeric' }).resolvedOptions().hour12 === true;

const clockFormat = new Intl.DateTimeFormat('en-GB', {
  hour: twelveHours ? 'numeric' : '2-digit',
  minute: '2-digit',
  hour12: twelveHours,
});
const dayFormat = new Intl.DateTimeFormat('en-GB', { weekday: 'short', day: 'numeric', month: 'short' });
const longDayFormat = new Intl.DateTimeFormat('en-GB', { weekday: 'long', day: 'numeric', month: 'short' });
const longDayYearFormat = new Intl.DateTimeFormat('en-GB', {
  weekday: 'long',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
});

type Instant = Date | number | string;
const dateOf = (instant: Instant): Date => new Date(instant);

/** "14:06", or "2:06 pm". */
export function clock(instant: Instant): string {
  const date = dateOf(instant);
  return Number.isNaN(date.getTime()) ? '–' : clockFormat.format(date);
}

/** The hour as it stands under the day strip: "9", "14" (or "2"). */
export function hourNumber(instant: Instant): string {
  const hour = dateOf(instant).getHours();
  return String(twelveHours ? hour % 12 || 12 : hour);
}

/** "Thu 19 Nov". */
export function shortDay(instant: Instant): string {
  return dayFormat.format(dateOf(instant)).replace(',', '');
}

/** "Tuesday 24 Nov", with the year if it is not this one. */
export function longDay(instant: Instant, now: Date): string {
  const date = dateOf(instant);
  const format = date.getFullYear() === now.getFullYear() ? longDayFormat : longDayYearFormat;
  return format.format(date).replace(',', '');
}

/** "14:06" for today, "Wed 18 Nov, 14:06" for any other day. */
export function clockOrDay(instant: Instant, now: Date): string {
  const date = dateOf(instant);
  return date.toDateString() === now.toDateString() ? clock(date) : `${shortDay(date)}, ${clock(date)}`;
}
