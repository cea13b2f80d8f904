/** Interprets due dates in the local time zone of the process. Pure. */
import { addDays, differenceInCalendarDays, startOfDay } from 'date-fns';
import { startOf, wholeDay } from '../dates/calendar-day.ts';
import { HOUR_MS, MINUTE_MS } from '../dates/milliseconds.ts';
import type { DueDistance } from '../i18n/format-dates.ts';

export type DueGroup = 'overdue' | 'today' | 'tomorrow' | 'next-7-days' | 'later' | 'no-date';
export type DueTone = 'overdue' | 'soon' | 'near' | 'far';

/** A moment within this time is urgent and its distance is shown in hours. */
const URGENT_WITHIN_MS = 6 * HOUR_MS;

export interface Due {
  /** The moment, or the end of a whole day. */
  at: Date;
  /** True for a whole day. */
  allDay: boolean;
}

/** null if there is no due date, or the text is not a date. */
export function parseDue(dueDate: string | null): Due | null {
  if (dueDate === null) return null;
  const instant = new Date(dueDate);
  if (Number.isNaN(instant.getTime())) return null;
  const day = wholeDay(instant);
  if (day === null) return { at: instant, allDay: false };
  const at = startOf({ ...day, day: day.day + 1 });
  // At the end of the range of Date.
  return Number.isNaN(at.getTime()) ? null : { at, allDay: true };
}

/** An instant within the local day of the due date. */
export function dayOf(due: Due): Date {
  return due.allDay ? addDays(due.at, -1) : due.at;
}

/** A moment is due for one minute and overdue afterwards. A whole day is overdue when it ends. */
export function isOverdue({ at, allDay }: Due, now: Date): boolean {
  return now.getTime() >= at.getTime() + (allDay ? 0 : MINUTE_MS);
}

export function dueGroup(due: Due | null, now: Date): DueGroup {
  if (due === null) return 'no-date';
  if (isOverdue(due, now)) return 'overdue';
  const days = differenceInCalendarDays(dayOf(due), now);
  if (days <= 0) return 'today';
  if (days === 1) return 'tomorrow';
  return days <= 7 ? 'next-7-days' : 'later';
}

export function dueTone(due: Due, now: Date): DueTone {
  const group = dueGroup(due, now);
  if (group === 'overdue') return 'overdue';
  if (!due.allDay && due.at.getTime() - now.getTime() < URGENT_WITHIN_MS) return 'soon';
  return group === 'later' ? 'far' : 'near';
}

export function dueDistance(due: Due, now: Date): DueDistance {
  const ms = due.at.getTime() - now.getTime();
  const day = dayOf(due);
  const days = differenceInCalendarDays(day, now);
  if (ms <= 0 && !isOverdue(due, now)) return { say: 'now' };
  if (ms <= 0) {
    // A moment within the last 24 hours is shown in hours, also across midnight.
    if (days < 0 && (due.allDay || -ms >= 24 * HOUR_MS)) return { say: 'days-late', count: -days };
    if (-ms < HOUR_MS) return { say: 'minutes-late', count: Math.floor(-ms / MINUTE_MS) };
    return { say: 'hours-late', count: Math.floor(-ms / HOUR_MS) };
  }
  if (!due.allDay && ms < HOUR_MS) return { say: 'in-minutes', count: Math.max(1, Math.ceil(ms / MINUTE_MS)) };
  if (!due.allDay && ms < URGENT_WITHIN_MS) return { say: 'in-hours', count: Math.round(ms / HOUR_MS) };
  if (days <= 0) return { say: 'today' };
  if (days === 1) return { say: 'tomorrow' };
  if (days < 7) return { say: 'weekday', day };
  return { say: 'date', day };
}

/** When the texts of these due dates change next: a task becomes due or overdue, or a new day begins. */
export function nextDayTurn(dueDates: readonly (string | null)[], now: Date): Date {
  const midnight = startOfDay(addDays(now, 1));
  const turns = dueDates.flatMap((dueDate) => {
    const due = parseDue(dueDate);
    if (due === null) return [];
    return due.allDay ? [due.at] : [due.at, new Date(due.at.getTime() + MINUTE_MS)];
  });
  const coming = turns.filter((at) => at > now);
  return coming.reduce((first, at) => (at < first ? at : first), midnight);
}
