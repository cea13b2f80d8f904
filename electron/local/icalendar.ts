/** Tasks with dates as an iCalendar (RFC 5545). Pure. */

export interface CalendarTask {
  id: string;
  title: string;
  description: string;
  /** ISO strings; at least one of the two is there. */
  startDate: string | null;
  dueDate: string | null;
  createdAt: string;
  updatedAt: string;
}

/** Octets a line may have (RFC 5545, 3.1). */
const MAX_LINE = 75;

const DAY_MS = 24 * 60 * 60 * 1000;

/** Throws a RangeError for a zone that does not exist. */
function dayFormat(timeZone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('en-GB', { timeZone, dateStyle: 'short', timeStyle: 'medium', hourCycle: 'h23' });
}

export function isTimeZone(name: string): boolean {
  try {
    dayFormat(name);
    return true;
  } catch {
    return false;
  }
}

/** `name` is what the calendar is called; `timeZone` an IANA name. Lines end in CR LF. */
export function toICalendar(calendar: { name: string; timeZone: string; tasks: CalendarTask[] }): string {
  const { name, timeZone, tasks } = calendar;
  const format = dayFormat(timeZone);
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Punchcard//Calendar feed//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `X-WR-CALNAME:${escapeText(name)}`,
    `X-WR-TIMEZONE:${timeZone}`,
    ...tasks.flatMap((task) => eventLines(task, format)),
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${fold(line)}\r\n`).join('');
}

function eventLines(task: CalendarTask, format: Intl.DateTimeFormat): string[] {
  const from = task.startDate ?? task.dueDate;
  const to = task.dueDate ?? task.startDate;
  if (from === null || to === null) return [];
  return [
    'BEGIN:VEVENT',
    `UID:${task.id}@punchcard`,
    `DTSTAMP:${instant(task.updatedAt)}`,
    `CREATED:${instant(task.createdAt)}`,
    `LAST-MODIFIED:${instant(task.updatedAt)}`,
    ...when(from, to, format),
    `SUMMARY:${escapeText(task.title)}`,
    ...(task.description === '' ? [] : [`DESCRIPTION:${escapeText(task.description)}`]),
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
  ];
}

/** Whole days where both ends are days; DTEND is the first day after them. Else moments, of which one alone has no end. */
function when(from: string, to: string, format: Intl.DateTimeFormat): string[] {
  const [first, last] = [wholeDay(from, format), wholeDay(to, format)];
  if (first !== null && last !== null) {
    return [`DTSTART;VALUE=DATE:${compact(first)}`, `DTEND;VALUE=DATE:${compact(nextDay(last))}`];
  }
  return [`DTSTART:${instant(from)}`, ...(from < to ? [`DTEND:${instant(to)}`] : [])];
}

/**
 * The calendar day that is meant, as yyyy-mm-dd, or null for a moment. A plain date is kept as midnight UTC
 * (field notes 4); who picks a day in a browser sends the midnight of their own zone.
 */
function wholeDay(date: string, format: Intl.DateTimeFormat): string | null {
  if (Date.parse(date) % DAY_MS === 0) return date.slice(0, 10);
  const parts = new Map(format.formatToParts(new Date(date)).map(({ type, value }) => [type, value]));
  const isMidnight = ['hour', 'minute', 'second'].every((part) => Number(parts.get(part as 'hour')) === 0);
  return isMidnight ? `${parts.get('year')}-${parts.get('month')}-${parts.get('day')}` : null;
}

const nextDay = (day: string) => new Date(Date.parse(day) + DAY_MS).toISOString().slice(0, 10);

const compact = (day: string) => day.replaceAll('-', '');

/** `20261118T120000Z` */
const instant = (date: string) => `${date.slice(0, 19).replaceAll(/[-:]/g, '')}Z`;

/** Characters that no text of a calendar may hold (RFC 5545, 3.1: CONTROL) are left out. */
const escapeText = (text: string) =>
  text
    .replaceAll(/[^\P{Cc}\t\r\n]/gu, '')
    .replaceAll('\\', '\\\\')
    .replaceAll(';', '\\;')
    .replaceAll(',', '\\,')
    .replaceAll(/\r\n|\r|\n/g, '\\n');

/** Long lines go on in the next, after a space; a character is never cut in two. */
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
