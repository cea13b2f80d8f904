/** The dates of a line: which fields they set, and the text that stays in the title. Pure. */

import { addDays } from 'date-fns';
import { calendarDay, dueAt, dueInstant, dueOnDay, startOf, startsAfter } from '../dates/calendar-day.ts';
import { quickAddMessages } from '../i18n/generated/quick-add.ts';
import { BLANK, backslashesBefore } from './characters.ts';
import { DATE_FIELDS } from './date-languages.ts';
import type { LineParse } from './line-parse.ts';
import type { DateReader, FoundDate, ParsedDates } from './types.ts';

export type DateErrorKind = 'no-such-date' | 'past-date' | 'start-after-due';

/** Parsed dates become tokens. The last date of each field counts. */
export function readDates(state: LineParse, reader: DateReader, now: Date): ParsedDates {
  const isDate = (date: FoundDate) => !isText(state, date);
  const found = reader(withBlanks(state), now).filter(isDate).flatMap(splitPeriod).filter(isDate);
  for (const { is, from, to } of found) {
    const text = state.line.slice(from, to);
    if (is === 'none') state.error('no-such-date', { from, to }, quickAddMessages.noSuchDate({ text }));
    if (is === 'past') state.error('past-date', { from, to }, quickAddMessages.pastDate({ text }));
  }
  const dates: ParsedDates = {};
  for (const field of DATE_FIELDS) {
    const meant = found.filter(({ is, sets }) => is === 'date' && sets === field);
    const last = meant.at(-1);
    if (last === undefined) continue;
    const partner = meant.slice(0, -1).findLast((other) => completes(other, last) || completes(last, other));
    for (const date of [partner, last]) {
      if (date !== undefined) state.tokens.push({ ...state.token('date', date), sets: field });
    }
    dates[field] = instantOf(last, partner, now);
    // "from Monday by Friday" on a Thursday: the Friday of the week that starts then.
    const { startDate } = dates;
    if (field === 'dueDate' && startDate && last.isWeekday && startsAfter(startDate, dates[field])) {
      dates[field] = instantOf(weekLater(last), partner && weekLater(partner), now);
    }
  }
  const { startDate, dueDate } = dates;
  const start = state.tokens.find(({ sets }) => sets === 'startDate');
  if (start && startDate && dueDate && startsAfter(startDate, dueDate)) {
    state.error('start-after-due', start, quickAddMessages.startAfterDue);
  }
  return dates;
}

/** "from Monday to Friday" is two dates. A time alone starts nothing. */
function splitPeriod(date: FoundDate): FoundDate[] {
  const { sets, is, day, begins, ...end } = date;
  if (sets !== 'startDate' || is !== 'date') return [date];
  if (begins === undefined) return day === null ? [] : [date];
  if (begins === null || begins.day === null) return [];
  const { to, next, ...start } = begins;
  return [
    { ...start, sets, from: date.from, to },
    { ...end, is, day, sets: 'dueDate', from: next },
  ];
}

/** True if `a` is a day without a time, which a time elsewhere in the line completes. */
function completes(a: FoundDate, b: FoundDate): boolean {
  return a.instant === null && b.instant === null && a.time === null && b.day === null;
}

function weekLater(date: FoundDate): FoundDate {
  return date.day === null ? date : { ...date, day: calendarDay(addDays(startOf(date.day), 7)) };
}

function instantOf(date: FoundDate, partner: FoundDate | undefined, now: Date): string {
  if (date.instant !== null) return dueInstant(date.instant);
  const day = date.day ?? partner?.day ?? null;
  const time = date.time ?? partner?.time ?? null;
  if (day !== null) return time === null ? dueOnDay(day) : dueAt(day, time);
  // Only a time: today, or tomorrow if it has passed.
  const clock = time ?? { hour: 0, minute: 0 };
  const today = dueAt(calendarDay(now), clock);
  if (new Date(today) > now) return today;
  return dueAt(calendarDay(new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1, 12)), clock);
}

/** True if the date is text, because of a backslash or because the person turned it back. Removes the backslash. */
function isText(state: LineParse, { from, to }: FoundDate): boolean {
  const slashes = backslashesBefore(state.line, from);
  if (slashes > 0) {
    state.tokens.push(state.token('escape', { from: from - slashes, to: from - slashes + 1 }));
    return true;
  }
  return state.staysText({ from, to });
}

/** The line for the date reader, with tokens and quoted text blanked out; the length stays the same. */
function withBlanks({ line, tokens, scanned }: LineParse): string {
  const parts: string[] = [];
  let at = 0;
  for (const { from, to } of [...tokens, ...scanned.quoted, ...scanned.stars].sort((a, b) => a.from - b.from)) {
    if (from < at) continue;
    parts.push(line.slice(at, from), BLANK.repeat(to - from));
    at = to;
  }
  return [...parts, line.slice(at)].join('');
}
