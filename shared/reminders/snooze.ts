/**
 * Snooze lengths, and which of them fit a due date: one that ends after the due time is offered only if its label says so. Pure;
 * local time zone; instants in ms.
 */

import { addDays, getHours } from 'date-fns';
import { timeOn } from '../dates/calendar-day.ts';
import { HOUR_MS, MINUTE_MS } from '../dates/milliseconds.ts';
import type { Due } from '../tasks/due-date.ts';

/** `evening` is today's; `tomorrow` is in the morning; `due` is at the due time. */
export type SnoozeFor = '10-min' | '1-hour' | 'evening' | 'tomorrow' | 'due';

export interface SnoozeLength {
  length: SnoozeFor;
  until: number;
  /** The task is due before the snooze ends. */
  isPastDue: boolean;
}

const EVENING = '18:00';
const NIGHT_ENDS_AT = 4;
const eveningOf = (now: number): number => timeOn(new Date(now), EVENING);
/** Offered only if it is more than an hour away; one hour is a length of its own. */
const hasEvening = (now: number): boolean => eveningOf(now) - now > HOUR_MS;
/** Within this time before the due time, a task is due now. */
export const SOON_MS = 5_000;

/** The end of a snooze; immediate if the due time is past. At night, `tomorrow` is the coming morning. */
export function snoozeUntil(length: SnoozeFor, now: number, dailyAt: string, due: Due | null = null): number {
  switch (length) {
    case '10-min':
      return now + 10 * MINUTE_MS;
    case '1-hour':
      return now + HOUR_MS;
    case 'evening':
      // The notification may be answered after that time.
      return eveningOf(now) > now ? eveningOf(now) : now + HOUR_MS;
    case 'tomorrow': {
      const isNight = getHours(now) < NIGHT_ENDS_AT && timeOn(new Date(now), dailyAt) > now;
      return timeOn(isNight ? new Date(now) : addDays(now, 1), dailyAt);
    }
    case 'due':
      return Math.max(now, due?.at.getTime() ?? now);
  }
}

/** All lengths that fit this due date, by end. */
export function snoozeLengths(now: number, due: Due, dailyAt: string): SnoozeLength[] {
  const dueAt = due.at.getTime();
  const isComing = dueAt - now > SOON_MS;
  const lengths: SnoozeFor[] = ['10-min', '1-hour', 'tomorrow'];
  if (hasEvening(now)) lengths.push('evening');
  if (isComing && !due.allDay) lengths.push('due');
  return lengths
    .map((length) => ({ length, until: snoozeUntil(length, now, dailyAt, due) }))
    .map((one) => ({ ...one, isPastDue: isComing && one.length !== 'due' && one.until >= dueAt }))
    .sort((one, other) => one.until - other.until);
}

/** The most useful lengths for a task's notification, at most `max`, by end. None ends after the due time. */
export function snoozeButtons(now: number, due: Due, dailyAt: string, max: number): SnoozeFor[] {
  const fits = snoozeLengths(now, due, dailyAt).filter(({ isPastDue }) => !isPastDue);
  const hasHour = fits.some(({ length }) => length === '1-hour');
  const isDueNow = !due.allDay && Math.abs(due.at.getTime() - now) < MINUTE_MS;
  const useful: SnoozeFor[] =
    isDueNow || !hasHour ? ['10-min', 'due', '1-hour', 'tomorrow'] : ['1-hour', 'tomorrow', 'due', 'evening'];
  const chosen = useful.filter((length) => fits.some((one) => one.length === length)).slice(0, max);
  return fits.flatMap(({ length }) => (chosen.includes(length) ? [length] : []));
}

/** The lengths for a notification about several tasks. The snooze of a task that is due earlier ends then (`untilDue`). */
export function snoozeButtonsOfSeveral(now: number, dues: readonly Due[], dailyAt: string): SnoozeFor[] {
  const several: SnoozeFor[] = ['1-hour', 'evening', 'tomorrow'];
  const offered = dues.filter(({ allDay }) => allDay).map((due) => snoozeLengths(now, due, dailyAt));
  return several.filter(
    (length) =>
      (length !== 'evening' || hasEvening(now)) &&
      offered.every((lengths) => lengths.some((one) => one.length === length && !one.isPastDue)),
  );
}

/** A snooze, shortened to the due time if that is earlier. */
export function untilDue(until: number, now: number, { at, allDay }: Due): number {
  const dueAt = at.getTime();
  return !allDay && dueAt > now && dueAt < until ? dueAt : until;
}
