/** A due or start date being edited: a local day with an optional time. Pure. */
import { addDays, parseISO, startOfWeek } from 'date-fns';
import { dueAt, dueOnDay } from '../../shared/dates/calendar-day.ts';
import type { Day } from '../../shared/dates/week-start.ts';
import { clock } from '../../shared/i18n/format-dates.ts';
import { dayOf, parseDue } from '../../shared/tasks/due-date.ts';
import { localDay } from '../../shared/time/day.ts';
import { timeOfDay } from '../../shared/time/typed-time.ts';

export interface DateDraft {
  /** `YYYY-MM-DD`; empty for none. */
  day: string;
  /** As typed; empty for a whole day. */
  time: string;
}

export type ReadDate = { date: string } | { wrong: 'no-day' | 'no-time' };

export function dateDraft(date: string | null): DateDraft {
  const due = parseDue(date);
  if (due === null) return { day: '', time: '' };
  return { day: localDay(dayOf(due)), time: due.allDay ? '' : clock(due.at) };
}

export function readDate({ day, time }: DateDraft): ReadDate {
  const parts = /^(\d{4,6})-(\d{2})-(\d{2})$/.exec(day);
  if (parts === null) return { wrong: 'no-day' };
  const calendarDay = { year: Number(parts[1]), month: Number(parts[2]), day: Number(parts[3]) };
  if (time.trim() === '') return { date: dueOnDay(calendarDay) };
  const at = timeOfDay(time);
  return at === null ? { wrong: 'no-time' } : { date: dueAt(calendarDay, at) };
}

/** The date on another day, with its time. */
export function onDay(date: string | null, day: string): string | null {
  const moved = readDate({ ...dateDraft(date), day });
  return 'date' in moved ? moved.date : date;
}

/** The shortcut days. */
export function quickDays(today: string, weekStartsOn: Day): { today: string; tomorrow: string; nextWeek: string } {
  const date = parseISO(today);
  return {
    today,
    tomorrow: localDay(addDays(date, 1)),
    nextWeek: localDay(startOfWeek(addDays(date, 7), { weekStartsOn: weekStartsOn === 0 ? 1 : weekStartsOn })),
  };
}
