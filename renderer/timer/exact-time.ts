/** A time of day as people type it, as the instant it last was. Pure. */

export type ExactTime = { at: number } | { wrong: 'not-a-time' | 'future' };

const FORM = /^(\d{1,2})(?:[:.h ]?(\d{2}))?\s*(am|pm|a|p)?$/i;

/**
 * "14:05", "14.05", "1405", "9", "2:05 pm". A time later than now was yesterday only if that is less than twelve hours ago
 * (someone who works past midnight); otherwise it is in the future, which is refused.
 */
export function exactTime(text: string, now: Date): ExactTime {
  const match = FORM.exec(text.trim());
  if (!match) return { wrong: 'not-a-time' };
  const [, hourText = '', minuteText = '0', half = ''] = match;
  let hour = Number(hourText);
  const minute = Number(minuteText);
  if (half !== '') {
    if (hour < 1 || hour > 12) return { wrong: 'not-a-time' };
    hour = (hour % 12) + (half.toLowerCase().startsWith('p') ? 12 : 0);
  }
  if (hour > 23 || minute > 59) return { wrong: 'not-a-time' };
  const today = new Date(now.getFullYear(), now.getMonth(), now.getDate(), hour, minute);
  if (today <= now) return { at: today.getTime() };
  const yesterday = new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1, hour, minute);
  const isLastNight = now.getTime() - yesterday.getTime() < 12 * 3_600_000;
  return isLastNight ? { at: yesterday.getTime() } : { wrong: 'future' };
}
