/** A time of day as people type it. Pure. */

export type ExactTime = { at: number } | { wrong: 'not-a-time' | 'future' };

const FORM = /^(\d{1,2})(?:[:.h ]?(\d{2}))?\s*(am|pm|a|p)?$/i;

/** "14:05", "14.05", "1405", "9", "2:05 pm"; null for what is none. */
export function timeOfDay(text: string): { hour: number; minute: number } | null {
  const match = FORM.exec(text.trim());
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
 * As the instant it last was. A time later than now was yesterday only if that is less than twelve hours ago
 * (someone who works past midnight); otherwise it is in the future, which is refused.
 */
export function exactTime(text: string, now: Date): ExactTime {
  const time = timeOfDay(text);
  if (time === null) return { wrong: 'not-a-time' };
  const daysAgo = (days: number): Date =>
    new Date(now.getFullYear(), now.getMonth(), now.getDate() - days, time.hour, time.minute);
  const today = daysAgo(0);
  if (today <= now) return { at: today.getTime() };
  const yesterday = daysAgo(1);
  const isLastNight = now.getTime() - yesterday.getTime() < 12 * 3_600_000;
  return isLastNight ? { at: yesterday.getTime() } : { wrong: 'future' };
}

export type TimeBetween = { at: number } | { wrong: 'not-a-time' | 'outside' };

const MOST_DAYS = 400;

/** As an instant after `from` and not after `to` (ms), the latest where several days have it. */
export function timeBetween(text: string, from: number, to: number): TimeBetween {
  const time = timeOfDay(text);
  if (time === null) return { wrong: 'not-a-time' };
  const last = new Date(to);
  for (let back = 0; back < MOST_DAYS; back += 1) {
    const date = new Date(last.getFullYear(), last.getMonth(), last.getDate() - back, time.hour, time.minute);
    const at = date.getTime();
    if (at <= from) break;
    if (at <= to) return { at };
  }
  return { wrong: 'outside' };
}

/** As an instant of the local day `YYYY-MM-DD`; null for what is no time or no day. */
export function timeOnDay(text: string, day: string): number | null {
  const time = timeOfDay(text);
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day);
  if (time === null || parts === null) return null;
  return new Date(Number(parts[1]), Number(parts[2]) - 1, Number(parts[3]), time.hour, time.minute).getTime();
}
