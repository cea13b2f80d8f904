/** When nothing is said: hours of every day, and whole days. Pure; local zone; instants in ms. */

import { addDays, getDay, startOfDay, subDays } from 'date-fns';
import { timeOn } from '../dates/calendar-day.ts';

export interface QuietHours {
  on: boolean;
  /** `HH:mm`; the same as `to`: no hours. */
  from: string;
  /** `HH:mm`; before `from`: on the next day. */
  to: string;
  /** Days that are quiet from midnight to midnight; Sunday is 0. */
  days: number[];
}

/** More stretches than a week can have one after the other. */
const MOST_STRETCHES = 40;

/** Until when it is quiet without a break: `now` where it is not, Infinity where that never ends. */
export function quietUntil(quiet: QuietHours, now: number): number {
  if (!quiet.on) return now;
  let until = now;
  for (let count = 0; count < MOST_STRETCHES; count += 1) {
    const end = stretchEnd(quiet, until);
    if (end <= until) return until;
    until = end;
  }
  return Number.POSITIVE_INFINITY;
}

/** The end of the stretch that holds this instant; the instant itself where none does. */
function stretchEnd({ from, to, days }: QuietHours, instant: number): number {
  const day = startOfDay(instant);
  const ends = [instant];
  if (days.includes(getDay(day))) ends.push(startOfDay(addDays(day, 1)).getTime());
  // Hours that began yesterday may reach into today.
  for (const begun of from === to ? [] : [subDays(day, 1), day]) {
    const end = timeOn(from < to ? begun : addDays(begun, 1), to);
    if (timeOn(begun, from) <= instant && instant < end) ends.push(end);
  }
  return Math.max(...ends);
}
