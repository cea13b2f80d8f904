/** Tasks with dates as an iCalendar (RFC 5545). Pure. */
import { type CalendarDay, wholeDay } from '../../shared/dates/calendar-day.ts';
import type { TaskRow } from './task-rows.ts';

/** At least one of its two dates is set. */
export type CalendarTask = Pick<
  TaskRow,
  'id' | 'title' | 'description' | 'startDate' | 'dueDate' | 'createdAt' | 'updatedAt'
>;

/** Maximum octets of a line (RFC 5545, 3.1). */
const MAX_LINE = 75;

type DayIn = (instant: Date) => CalendarDay;

/** Converts instants to calendar days in a time zone. Throws a RangeError for an unknown zone. */
function calendarOf(timeZone: string): DayIn {
  const format = new Intl.DateTimeFormat('en-GB', { timeZone, dateStyle: 'short' });
  return (instant) => {
    const [day = 0, month = 0, year = 0] = format.format(instant).split('/').map(Number);
    return { year, month, day };
  };
}

export function isTimeZone(name: string): boolean {
  try {
    calendarOf(name);
    return true;
  } catch {
    return false;
  }
}

/** `name` is the calendar's name, `timeZone` an IANA name. Lines end in CR LF. */
export function toICalendar(calendar: { name: string; timeZone: string; tasks: CalendarTask[] }): string {
  const { name, timeZone, tasks } = calendar;
  const dayIn = calendarOf(timeZone);
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Punchcard//Calendar feed//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `X-WR-CALNAME:${escapeText(name)}`,
    `X-WR-TIMEZONE:${timeZone}`,
    ...tasks.flatMap((task) => eventLines(task, dayIn)),
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${fold(line)}\r\n`).join('');
}

function eventLines(task: CalendarTask, dayIn: DayIn): string[] {
  const from = task.startDate ?? task.dueDate;
  const to = task.dueDate ?? task.startDate;
  if (from === null || to === null) return [];
  return [
    'BEGIN:VEVENT',
    `UID:${task.id}@punchcard`,
    `DTSTAMP:${instant(task.updatedAt)}`,
    `CREATED:${instant(task.createdAt)}`,
    `LAST-MODIFIED:${instant(task.updatedAt)}`,
    ...when(from, to, dayIn),
    `SUMMARY:${escapeText(task.title)}`,
    ...(task.description === '' ? [] : [`DESCRIPTION:${escapeText(task.description)}`]),
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
  ];
}

/** Whole days if both ends are days; DTEND is the day after the last. Otherwise instants; a single one has no end. */
function when(from: string, to: string, dayIn: DayIn): string[] {
  const [first, last] = [from, to].map((date) => wholeDay(new Date(date), dayIn));
  if (first && last) {
    return [`DTSTART;VALUE=DATE:${compact(first)}`, `DTEND;VALUE=DATE:${compact({ ...last, day: last.day + 1 })}`];
  }
  return [`DTSTART:${instant(from)}`, ...(from < to ? [`DTEND:${instant(to)}`] : [])];
}

/** `20261118`; a day beyond the end of the month counts into the next. */
function compact({ year, month, day }: CalendarDay): string {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return date.toISOString().slice(0, 10).replaceAll('-', '');
}

/** `20261118T120000Z` */
const instant = (date: string) => `${date.slice(0, 19).replaceAll(/[-:]/g, '')}Z`;

/** Removes characters that calendar text must not contain (RFC 5545, 3.1: CONTROL). */
const escapeText = (text: string) =>
  text
    .replaceAll(/[^\P{Cc}\t\r\n]/gu, '')
    .replaceAll('\\', '\\\\')
    .replaceAll(';', '\\;')
    .replaceAll(',', '\\,')
    .replaceAll(/\r\n|\r|\n/g, '\\n');

/** Folds long lines: they continue on the next line after a space. Never splits a character. */
function fold(line: string): string {
  const lines: string[] = [];
  let current = '';
  let size = 0;
  for (const character of line) {
    const bytes = Buffer.byteLength(character);
    if (size + bytes > MAX_LINE) {
      lines.push(current);
      current = ' ';
      size = 1;
    }
    current += character;
    size += bytes;
  }
  return [...lines, current].join('\r\n');
}
