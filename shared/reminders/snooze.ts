/**
 * How long a reminder can be put off, and which lengths fit a due date: one that passes the due moment is offered only where it
 * says so. Pure; local zone; instants in ms.
 */

import { addDays, getHours } from 'date-fns';
import { timeOn } from '../dates/calendar-day.ts';
import type { Due } from '../tasks/due-date.ts';

/** `evening`: today's; `tomorrow`: in the morning; `due`: at the due moment. */
export type SnoozeFor = '10-min' | '1-hour' | 'evening' | 'tomorrow' | 'due';

export interface SnoozeLength {
  length: SnoozeFor;
  until: number;
  /** The task is due before it comes back. */
  isPastDue: boolean;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const EVENING = '18:00';
const NIGHT_ENDS_AT = 4;
const eveningOf = (now: number): number => timeOn(new Date(now), EVENING);
/** Later than an hour from now, which is a length of its own. */
const hasEvening = (now: number): boolean => eveningOf(now) - now > HOUR_MS;
/** So little before it is due, it is due now. */
export const SOON_MS = 5_000;

/** When it comes back; at once where the due moment is past. Deep in the night, tomorrow's morning is the one to come. */
export function snoozeUntil(length: SnoozeFor, now: number, dailyAt: string, due: Due | null = null): number {
  switch (length) {
    case '10-min':
      return now + 10 * MINUTE_MS;
    case '1-hour':
      return now + HOUR_MS;
    case 'evening':
      // A notification from the afternoon may be answered in the evening.
      return eveningOf(now) > now ? eveningOf(now) : now + HOUR_MS;
    case 'tomorrow': {
      const isNight = getHours(now) < NIGHT_ENDS_AT && timeOn(new Date(now), dailyAt) > now;
      return timeOn(isNight ? new Date(now) : addDays(now, 1), dailyAt);
    }
    case 'due':
      return Math.max(now, due?.at.getTime() ?? now);
  }
}

/** All lengths that make sense for this due date, by when they end. */
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

/** The most useful lengths for the buttons of one task's notification, at most `most`, by when they end. None passes the due moment. */
export function snoozeButtons(now: number, due: Due, dailyAt: string, most: number): SnoozeFor[] {
  const fits = snoozeLengths(now, due, dailyAt).filter(({ isPastDue }) => !isPastDue);
  const hasHour = fits.some(({ length }) => length === '1-hour');
  const isDueNow = !due.allDay && Math.abs(due.at.getTime() - now) < MINUTE_MS;
  const useful: SnoozeFor[] =
    isDueNow || !hasHour ? ['10-min', 'due', '1-hour', 'tomorrow'] : ['1-hour', 'tomorrow', 'due', 'evening'];
  const chosen = useful.filter((length) => fits.some((one) => one.length === length)).slice(0, most);
  return fits.flatMap(({ length }) => (chosen.includes(length) ? [length] : []));
}

/** The lengths of a notification about several tasks. A moment in between cuts the snooze short for its task (`untilDue`). */
export function snoozeButtonsOfSeveral(now: number, dues: readonly Due[], dailyAt: string): SnoozeFor[] {
  const several: SnoozeFor[] = ['1-hour', 'evening', 'tomorrow'];
  const offered = dues.filter(({ allDay }) => allDay).map((due) => snoozeLengths(now, due, dailyAt));
  return several.filter(
    (length) =>
      (length !== 'evening' || hasEvening(now)) &&
      offered.every((lengths) => lengths.some((one) => one.length === length && !one.isPastDue)),
  );
}

/** A snooze that ends at the due moment, should that come first. */
export function untilDue(until: number, now: number, { at, allDay }: Due): number {
  const dueAt = at.getTime();
  return !allDay && dueAt > now && dueAt < until ? dueAt : until;
}
