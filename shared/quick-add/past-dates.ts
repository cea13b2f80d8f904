/**
 * A text that means a day or a week on which time may have been tracked: "12 Nov", "last Friday", "yesterday", "week 45". Read with
 * chrono-node like find-dates.ts, but nothing after today, and only if the whole text is the date.
 */
import type { Chrono, ParsedResult } from 'chrono-node';
import { calendarDay, compareDays, dayExists } from '../dates/calendar-day.ts';
import type { Day } from '../dates/week-start.ts';
import { dayAfter, localDay } from '../time/day.ts';
import { weekNumber, weekOf } from '../time/period.ts';
import { loadChrono } from './find-dates.ts';

export interface PastDate {
  /** Local `YYYY-MM-DD`; for a week, one of its days. */
  day: string;
  isWeek: boolean;
}

export type PastDateReader = (text: string, now: Date, weekStartsOn: Day) => PastDate | null;

/** @param locale BCP 47; English is read in every language */
export async function loadPastDates(locale: string): Promise<PastDateReader> {
  const { own, english } = await loadChrono(locale);
  // It reads "Nov 12", which is a month of 2012 where the day comes first.
  const { casual } = await import('chrono-node/en');
  const readers = [...(own === null ? [] : [own]), english, casual];
  const read: PastDateReader = (text, now, weekStartsOn) => {
    const typed = text.trim().replace(LEAD, '');
    // "MAR-12" is a task, and "sat" the beginning of a title.
    if (IDENTIFIER.test(typed) || SHORT_WORD.test(typed)) return null;
    const week = WEEK.exec(typed);
    if (week) return numberedWeek(Number(week[1]), localDay(now), weekStartsOn);
    const numbers = NUMBERS.exec(typed);
    if (numbers) return dayOfMonth(Number(numbers[1]), Number(numbers[2]), now);
    for (const reader of readers)
      for (const spelling of spellings(typed)) {
        const found = readWhole(reader, spelling, now);
        if (found !== null) return found;
      }
    return null;
  };
  // The first call compiles all expressions.
  read('2 Jan', new Date(), 1);
  return read;
}

const LEAD = /^(?:on|the|am|den|dem)\s+/i;
const IDENTIFIER = /^\p{L}[\p{L}\d]*-\d+$/u;
const SHORT_WORD = /^\p{L}{1,3}$/u;
const WEEK = /^(?:week|wk|cw|kw|woche|kalenderwoche)\s*(\d{1,2})$/i;
const NUMBERS = /^(\d{1,2})\.\s?(\d{1,2})\.?$/;
const WEEKS = /(?:^|\s)(?:weeks?|wochen?)(?:\s|$)/i;

/** chrono-node wants "12. Nov" and "letzten Freitag" in German. */
const spellings = (text: string): Set<string> =>
  new Set([
    text,
    text.replace(/^(\d{1,2})\s+(?=\p{L})/u, '$1. '),
    text.replace(/^(?:letzt|vorig|vergangen)e[mnrs]?\s+/i, 'letzten '),
  ]);

function readWhole(chrono: Chrono, text: string, now: Date): PastDate | null {
  const [found, ...others] = chrono.parse(text, now);
  if (found === undefined || others.length > 0 || found.text.trim() !== text) return null;
  const day = dayOf(found, now);
  if (day === null || day > localDay(now)) return null;
  const isWeek = WEEKS.test(text);
  // chrono-node reads "Monday last week" as the last Monday.
  return isWeek && found.start.isCertain('weekday') ? null : { day, isWeek };
}

function dayOf({ start, end, text }: ParsedResult, now: Date): string | null {
  if (end || start.isCertain('hour')) return null;
  const day = localDay(start.date());
  if (start.isCertain('day')) {
    const { year, month, day: date } = calendarDay(start.date());
    return start.isCertain('year') ? day : (dayOfMonth(date, month, now, year)?.day ?? null);
  }
  if (!start.isCertain('weekday')) return null;
  // A weekday alone is the last one; "next Friday" is not.
  const isAlone = !/\s/.test(text);
  return isAlone && day > localDay(now) ? dayAfter(day, -7) : day;
}

/** The last such day until today, in this year or the one before. */
function dayOfMonth(day: number, month: number, now: Date, latest = now.getFullYear()): PastDate | null {
  const today = calendarDay(now);
  const found = [latest, latest - 1]
    .map((year) => ({ year, month, day }))
    .find((one) => dayExists(one) && compareDays(one, today) <= 0);
  return found === undefined
    ? null
    : { day: localDay(new Date(found.year, found.month - 1, found.day, 12)), isWeek: false };
}

/** The last week of this number that has begun. */
function numberedWeek(number: number, today: string, weekStartsOn: Day): PastDate | null {
  const { from } = weekOf(today, weekStartsOn);
  const starts = Array.from({ length: 54 }, (_, weeks) => dayAfter(from, -7 * weeks));
  const day = starts.find((start) => weekNumber(start) === number);
  return day === undefined ? null : { day, isWeek: true };
}
