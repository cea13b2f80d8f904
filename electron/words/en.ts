/**
 * English, main's half (tray, notices, problems) and what both halves say (due dates, durations).
 * The renderer's own words are in renderer/words/en.ts.
 */
import { format } from 'date-fns';

/** Words are English; whether the clock has 12 or 24 hours follows the person's locale. */
export const hour12 = new Intl.DateTimeFormat(undefined, { hour: 'numeric' }).resolvedOptions().hour12 === true;
/** Here and below date-fns, not Intl: a formatter of Intl keeps the zone it was made in, and a laptop travels. */
const CLOCK = hour12 ? 'h:mm aaa' : 'HH:mm';

/** "14:06", or "2:06 pm"; local time. */
export function clock(instant: Date | number | string): string {
  return format(new Date(instant), CLOCK);
}

export function plural(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en')} ${count === 1 ? one : many}`;
}

/** What is to be said of a due date. Counts are whole and at least 1. */
export type DueDistance =
  | { say: 'minutes-late' | 'hours-late' | 'days-late'; count: number }
  | { say: 'in-minutes' | 'in-hours'; count: number }
  | { say: 'today' | 'tomorrow' }
  | { say: 'weekday' | 'date'; day: Date };

/** "2 days late", "in 3 h", "tomorrow", "Sunday", "24 Nov". */
export function dueWords(due: DueDistance, now: Date): string {
  switch (due.say) {
    case 'days-late':
      return due.count > 365
        ? `${plural(Math.floor(due.count / 365), 'year')} late`
        : `${plural(due.count, 'day')} late`;
    case 'hours-late':
      return `${due.count} h late`;
    case 'minutes-late':
      return `${due.count} min late`;
    case 'in-minutes':
      return `in ${due.count} min`;
    case 'in-hours':
      return `in ${due.count} h`;
    case 'today':
    case 'tomorrow':
      return due.say;
    case 'weekday':
      return format(due.day, 'EEEE');
    case 'date':
      return format(due.day, due.day.getFullYear() === now.getFullYear() ? 'd MMM' : 'd MMM yyyy');
  }
}

/** Hours and minutes, h:mm, rounded down to the minute; never negative. */
export function hoursMinutes(ms: number): string {
  const minutes = Math.max(0, Math.floor(ms / 60_000));
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`;
}

/** Hours, minutes and seconds, h:mm:ss, rounded down to the second; never negative. */
export function hoursMinutesSeconds(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return `${h}:${String(m).padStart(2, '0')}:${String(s).padStart(2, '0')}`;
}
