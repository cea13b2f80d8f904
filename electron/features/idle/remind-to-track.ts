/** When to remind that no timer runs. Pure. Instants in ms. */
import { addDays, getDay, startOfDay } from 'date-fns';
import type { Settings } from '../../../shared/contract/settings.ts';
import { timeOn } from '../../../shared/dates/calendar-day.ts';
import { HOUR_MS, MINUTE_MS } from '../../../shared/dates/milliseconds.ts';

/** The shortest time between two reminders. */
export const REMIND_EVERY_MS = HOUR_MS;
/** No reminder within this time after a timer ended. */
const REMIND_QUIET_MS = 10 * MINUTE_MS;

/** On the days the hours begin; `to` is on the next day if it is not after `from`. */
export type RemindToTrack = Settings['remindToTrack'];

export interface RemindInput {
  settings: RemindToTrack;
  isRunning: boolean;
  now: number;
  /** The last reminder; null for none. */
  lastReminded: number | null;
  /** When a timer last ended; null if unknown. */
  lastEnd: number | null;
}

/**
 * The time of the next reminder that no timer runs; `now` for at once, null for never. Call again at that time before reminding:
 * the computer may have slept past it.
 */
export function remindToTrack({ settings, isRunning, now, lastReminded, lastEnd }: RemindInput): number | null {
  if (!settings.on || isRunning) return null;
  const afterReminder = lastReminded === null ? now : Math.min(lastReminded, now) + REMIND_EVERY_MS;
  const afterEnd = lastEnd === null ? now : Math.min(lastEnd, now) + REMIND_QUIET_MS;
  const earliest = Math.max(now, afterReminder, afterEnd);
  // Yesterday's hours may reach into today. After a week every weekday was tried.
  const today = startOfDay(earliest);
  for (let offset = -1; offset <= 8; offset += 1) {
    const day = addDays(today, offset);
    if (!settings.days.includes(getDay(day))) continue;
    const begin = timeOn(day, settings.from);
    const end = settings.to > settings.from ? timeOn(day, settings.to) : timeOn(addDays(day, 1), settings.to);
    if (earliest < end && begin < end) return Math.max(begin, earliest);
  }
  return null;
}
