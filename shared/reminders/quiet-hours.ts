/** Quiet hours and quiet days, without reminders. Pure; local time zone; instants in ms. */

import { addDays, getDay, startOfDay, subDays } from 'date-fns';
import type { Settings } from '../contract/settings.ts';
import { timeOn } from '../dates/calendar-day.ts';

/** Quiet days last from midnight to midnight. `to` is on the next day if before `from`; no quiet hours if they are equal. */
export type QuietHours = Settings['reminders']['quiet'];

/** More than the quiet periods of a week; after these the quiet never ends. */
const MAX_PERIODS = 40;

/** The end of the current quiet time; `now` if it is not quiet, Infinity if it never ends. */
export function quietUntil(quiet: QuietHours, now: number): number {
  if (!quiet.on) return now;
  let until = now;
  for (let count = 0; count < MAX_PERIODS; count += 1) {
    const end = periodEnd(quiet, until);
    if (end <= until) return until;
    until = end;
  }
  return Number.POSITIVE_INFINITY;
}

/** The end of the quiet period at this instant; the instant itself if there is none. */
function periodEnd({ from, to, days }: QuietHours, instant: number): number {
  const day = startOfDay(instant);
  const ends = [instant];
  if (days.includes(getDay(day))) ends.push(startOfDay(addDays(day, 1)).getTime());
  // Quiet hours that began yesterday may extend into today.
  for (const startDay of from === to ? [] : [subDays(day, 1), day]) {
    const end = timeOn(from < to ? startDay : addDays(startDay, 1), to);
    if (timeOn(startDay, from) <= instant && instant < end) ends.push(end);
  }
  return Math.max(...ends);
}
