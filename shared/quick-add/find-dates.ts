/**
 * Finds dates in words with chrono-node, loaded on demand for one language. Its results are candidates: a due date is a day or a
 * moment in the future, so months, durations, past days and parts of words stay text. parser.ts decides what the title keeps.
 */

import type { Chrono, ParsedComponents, ParsedResult } from 'chrono-node';
import { addDays } from 'date-fns';
import {
  type CalendarDay,
  type ClockTime,
  calendarDay,
  compareDays,
  dayExists,
  startOf,
} from '../dates/calendar-day.ts';
import { DAY_MS, MINUTE_MS } from '../dates/milliseconds.ts';
import { BLANK, standsAlone, startsDate, startsWord } from './characters.ts';
import {
  DATE_FIELDS,
  type DateField,
  isPlainEnglish,
  LANGUAGES,
  type Language,
  languageOf,
  leadOf,
} from './date-languages.ts';
import type { DateReader, FoundDate } from './types.ts';

/** Separate imports, so that each language is a chunk. */
const LOADERS: Readonly<Record<string, () => Promise<{ casual: Chrono }>>> = {
  ar: () => import('chrono-node/ar'),
  de: () => import('chrono-node/de'),
  es: () => import('chrono-node/es'),
  fi: () => import('chrono-node/fi'),
  fr: () => import('chrono-node/fr'),
  id: () => import('chrono-node/id'),
  it: () => import('chrono-node/it'),
  ja: () => import('chrono-node/ja'),
  nl: () => import('chrono-node/nl'),
  pt: () => import('chrono-node/pt'),
  ru: () => import('chrono-node/ru'),
  sv: () => import('chrono-node/sv'),
  uk: () => import('chrono-node/uk'),
  vi: () => import('chrono-node/vi'),
  zh: () => import('chrono-node/zh'),
};

/** Regions where English dates have the month first. */
const MONTH_FIRST = new Set(['US', 'PH']);

/**
 * The date reader for a locale (BCP 47). A language that chrono-node does not support is read as English, day first. In other
 * languages plain English dates are read too, because many people write tasks in English.
 */
export async function loadDates(locale: string): Promise<DateReader> {
  const { language, own, english } = await loadChrono(locale);
  const plain = dateReader(english, LANGUAGES.en ?? {}, true);
  const reader = own === null ? plain : both(dateReader(own, LANGUAGES[language] ?? {}, false), plain);
  // The first call compiles a hundred expressions, so it runs before the person types.
  reader('2 Jan 12:00', new Date());
  return reader;
}

/** chrono-node for the locale's language, null for English and unsupported ones, and for English. */
export async function loadChrono(locale: string): Promise<{ language: string; own: Chrono | null; english: Chrono }> {
  const { language, region } = languageOf(locale);
  const english = await loadEnglish(language === 'en' && MONTH_FIRST.has(region));
  const own = await LOADERS[language]?.();
  return { language, own: own?.casual ?? null, english };
}

/** The results of both readers; the longer one wins. Of English, only dates that mean nothing else in the language. */
function both(own: DateReader, english: DateReader): DateReader {
  return (line, now) => {
    const plain = english(line, now).filter(
      ({ is, from, to }) => is === 'date' && isPlainEnglish(line.slice(from, to)),
    );
    return apart([...own(line, now), ...plain]).sort((a, b) => a.from - b.from);
  };
}

async function loadEnglish(monthFirst: boolean): Promise<Chrono> {
  const english = await import('chrono-node/en');
  return monthFirst ? english.casual : english.GB;
}

/** chrono-node looks at no more than this much at either end of a line (UTF-16 code units), whatever was pasted. */
const MAX_READ = 1000;

function dateReader(chrono: Chrono, language: Language, afternoons: boolean): DateReader {
  const { read } = extended(chrono, language);

  const readPart = (part: string, now: Date): FoundDate[] => {
    const { results, impossible } = read(
      language.hidden ? part.replace(language.hidden, (word) => BLANK.repeat(word.length)) : part,
      now,
    );
    const before = ({ from }: Stretch) => part.slice(Math.max(0, from - MAX_LEAD), from);
    const fieldOf = (stretch: Stretch): DateField =>
      DATE_FIELDS.find((field) => leadOf(field, language)?.test(before(stretch))) ?? 'dueDate';
    const none = [
      ...impossible.map((result) => ({ ...(leapDay(result, now) ?? blank('none')), ...stretchOf(result) })),
      ...noSuchNumbers(part).map((stretch) => ({ ...blank('none'), ...stretch })),
    ].map((found): FoundDate => ({ ...found, sets: fieldOf(found) }));
    const dates = results.flatMap((result): FoundDate[] => {
      const stretch = stretchOf(result);
      if (none.some((other) => overlaps(other, stretch) && length(other) > length(stretch))) return [];
      if (isNoDay(part, result)) return [{ ...blank('none'), sets: 'dueDate', ...stretch }];
      if (language.never?.test(result.text.trim()) || language.neverAfter?.test(before(stretch))) return [];
      if (language.onlyAfterLead?.test(result.text.trim()) && !language.leads?.dueDate?.test(before(stretch)))
        return [];
      const meant = meantBy(result, result.end ?? result.start, now, afternoons);
      if (meant === null) return [];
      const startDay = dayIn(result.start);
      // chrono-node gives a German weekday at the end of a period the day of its beginning.
      if (result.end && startDay && isWeekdayOnly(result.end))
        meant.day = nextWeekday(startDay, result.end.get('weekday'));
      const begins = result.end ? beginningOf(result, language, now, afternoons) : undefined;
      const isWeekday = isWeekdayOnly(result.end ?? result.start);
      return [{ ...meant, sets: fieldOf(stretch), isWeekday, ...(begins !== undefined && { begins }), ...stretch }];
    });
    return apart([...dates, ...none].filter(({ from, to }) => standsAlone(part, from, to)))
      .map((found) => spread(found, part, language))
      .sort((a, b) => a.from - b.from);
  };

  const readEnds = (line: string, now: Date): FoundDate[] => {
    if (line.length <= 2 * MAX_READ) return readPart(line, now);
    const start = wordEdge(line, line.length - MAX_READ);
    const tail = readPart(line.slice(start), now);
    return [
      ...readPart(line.slice(0, wordEdge(line, MAX_READ)), now),
      ...tail.map((found) => ({ ...found, from: found.from + start, to: found.to + start })),
    ];
  };

  return (line, now) =>
    cutAtBackslashes(line).flatMap(({ from: start, part }) =>
      readEnds(part, now).map((found) => ({ ...found, from: found.from + start, to: found.to + start })),
    );
}

/** The limit of pieces per line. */
const MAX_PIECES = 16;

/**
 * Splits the line at backslashes, so that a date after one is found regardless of the text before it. Only a date that was found can be
 * escaped.
 */
function cutAtBackslashes(line: string): { from: number; part: string }[] {
  const starts = [0];
  for (let at = line.indexOf('\\'); at !== -1 && starts.length < MAX_PIECES; at = line.indexOf('\\', at)) {
    const isEscape = startsWord(line, at);
    while (line[at] === '\\') at += 1;
    if (isEscape) starts.push(at);
  }
  return starts.map((from, n) => ({ from, part: line.slice(from, starts[n + 1]) }));
}

/** The next word boundary at or after `at`; `at` itself if none is near. */
function wordEdge(line: string, at: number): number {
  for (let edge = at; edge < at + 100 && edge < line.length; edge += 1) if (/\s/.test(line[edge] ?? '')) return edge;
  return at;
}

/** The longest words before a date (UTF-16 code units). */
const MAX_LEAD = 40;

/** What a date means, wherever it stands. */
type Meant = Pick<FoundDate, 'is' | 'day' | 'time' | 'instant'>;

interface Stretch {
  from: number;
  to: number;
}

/** Trims spaces that chrono-node sometimes includes. */
function stretchOf({ index, text }: ParsedResult): Stretch {
  const to = index + text.trimEnd().length;
  return { from: index + text.length - text.trimStart().length, to };
}

const length = ({ from, to }: Stretch): number => to - from;
const overlaps = (a: Stretch, b: Stretch): boolean => a.from < b.to && b.from < a.to;
/** The longest of overlapping results: a date that does not exist is found in several lengths. */
function apart(found: readonly FoundDate[]): FoundDate[] {
  const kept: FoundDate[] = [];
  for (const date of found.toSorted((a, b) => length(b) - length(a))) {
    if (!kept.some((other) => overlaps(other, date))) kept.push(date);
  }
  return kept;
}

const blank = (is: FoundDate['is']): Meant => ({
  is,
  day: null,
  time: null,
  instant: null,
});

/** A copy of chrono-node with the language's phrases, which also reports dates rejected as impossible. */
function extended(
  chrono: Chrono,
  language: Language,
): { read: (text: string, now: Date) => { results: ParsedResult[]; impossible: ParsedResult[] } } {
  let impossible: ParsedResult[] = [];
  const own = chrono.clone();
  for (const { pattern, day, time, isMorning } of language.phrases ?? []) {
    // The first of two parsers for the same text wins.
    own.parsers.unshift({
      pattern: () => pattern,
      extract: (context, match) => {
        if (isMorning) {
          const morning = context.createParsingComponents().imply('hour', 6).imply('meridiem', 0);
          return morning.addTag('casualReference/morning');
        }
        const date = day?.(match, context.refDate);
        if (date) return { year: date.getFullYear(), month: date.getMonth() + 1, day: date.getDate() };
        return time?.(match) ?? null;
      },
    });
  }
  own.refiners = own.refiners.map((refiner) => ({
    refine: (context, results) => {
      const before = results.map((result) => ({ result, text: result.text, hadZone: hasZone(result) }));
      const kept = refiner.refine(context, results);
      // chrono-node takes "get" and "Amt" for time zones too.
      for (const { result, text, hadZone } of before) {
        if (!hasZone(result) || !WORD.test(result.text.slice(text.length))) continue;
        result.text = text;
        if (!hadZone) for (const end of [result.start, result.end]) end?.delete('timezoneOffset');
      }
      const still = new Set(kept);
      impossible.push(...results.filter((result) => !still.has(result) && isImpossible(result)));
      return kept;
    },
  }));
  return {
    read: (text, now) => {
      impossible = [];
      const results = own.parse(text, now, { forwardDate: true });
      return { results, impossible };
    },
  };
}

const hasZone = ({ start }: ParsedResult): boolean => start.isCertain('timezoneOffset');
/** Unlike the name of a time zone, which has only capitals. */
const WORD = /^[\s,(]*[A-Z]?[a-z]+\)?$/;

/** An explicit day and month that do not exist together. */
function isImpossible({ start }: ParsedResult): boolean {
  const day = dayIn(start);
  return start.isCertain('day') && start.isCertain('month') && day !== null && !dayExists(day);
}

/** 29 February without a year is the next one; chrono-node knows only those of the coming year. */
function leapDay({ start }: ParsedResult, now: Date): Meant | null {
  if (start.isCertain('year') || start.get('month') !== 2 || start.get('day') !== 29) return null;
  const years = Array.from({ length: 9 }, (_, n) => ({ year: now.getFullYear() + n, month: 2, day: 29 }));
  const day = years.find((leap) => dayExists(leap) && compareDays(leap, calendarDay(now)) >= 0) ?? null;
  return {
    is: 'date',
    day,
    time: start.isCertain('hour') ? clockTime(start, false) : null,
    instant: null,
  };
}

function dayIn(components: ParsedComponents): CalendarDay | null {
  const year = components.get('year');
  const month = components.get('month');
  const day = components.get('day');
  return year === null || month === null || day === null ? null : { year, month, day };
}

/** "32 January" and "Jan 32", "Feb 31": read as a month alone, and as months of 2032 and 2031. */
function isNoDay(line: string, { index, text, start }: ParsedResult): boolean {
  if (start.isCertain('day') || !start.isCertain('month') || start.tags().has('result/relativeDate')) return false;
  return /(?<!\d)\d{1,2}(?:\.|st|nd|rd|th)?(?: of| de)? $/.test(line.slice(0, index)) || /\D \d{1,2}$/.test(text);
}

const NUMBERS = /(?<![\d./-])(?:(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})|(\d{1,2})[-/.](\d{1,2})[-/.](\d{4}))(?![\d/-])/g;

/** Numeric dates that do not exist with either number as the month. */
function noSuchNumbers(line: string): Stretch[] {
  return [...line.matchAll(NUMBERS)].flatMap((match) => {
    const [a, b, c] = match.slice(1, 4).map(Number);
    const [d, e, f] = match.slice(4, 7).map(Number);
    const readings =
      match[1] === undefined
        ? [
            { year: f ?? 0, month: e ?? 0, day: d ?? 0 },
            { year: f ?? 0, month: d ?? 0, day: e ?? 0 },
          ]
        : [{ year: a ?? 0, month: b ?? 0, day: c ?? 0 }];
    return readings.some(dayExists) ? [] : [{ from: match.index, to: match.index + match[0].length }];
  });
}

/** Words for the current moment, which is no due date. */
const NOW = 'casualReference/now';
/** Times of day without an hour that count as a time. */
const DAY_TIMES = /^casualReference\/(?:tonight|evening|midnight|morning|afternoon|noon|night)$/;
const MAX_YEAR = 9999;

/** The date at one end of a result, or null. */
function meantBy({ start, text }: ParsedResult, end: ParsedComponents, now: Date, afternoons: boolean): Meant | null {
  const hasTime = end.isCertain('hour') || [...start.tags(), ...end.tags()].some((tag) => DAY_TIMES.test(tag));
  const relative = start.tags().has('result/relativeDate');
  const hasDay = end.isCertain('day') || end.isCertain('weekday') || (relative && end.isCertain('year'));
  const day = relative ? withoutOverflow(dayIn(end), end, now) : dayIn(end);
  if (start.tags().has(NOW)) return null;
  if ((!hasDay && !hasTime) || day === null || day.year > MAX_YEAR || day.year < 1) return null;
  // A month without a day is no due date, even with a time.
  if (!hasDay && (start.isCertain('month') || start.isCertain('year'))) return null;
  const time = hasTime ? clockTime(end, afternoons && !/\b0\d/.test(text)) : null;
  if (end.isCertain('timezoneOffset')) {
    const instant = new Date(Math.floor(end.date().getTime() / MINUTE_MS) * MINUTE_MS);
    if (Number.isNaN(instant.getTime())) return null;
    if (hasDay || instant > now) return fromToday({ is: 'date', day: calendarDay(instant), time, instant }, end, now);
    return { is: 'date', day: null, time, instant: new Date(instant.getTime() + DAY_MS) };
  }
  if (!hasDay) return { is: 'date', day: null, time, instant: null };
  return fromToday({ is: 'date', day, time, instant: null }, end, now);
}

/** A month after 31 January is the last day of February; chrono-node counts on into March. */
function withoutOverflow(day: CalendarDay | null, end: ParsedComponents, now: Date): CalendarDay | null {
  if (day === null || end.isCertain('day')) return day;
  const lastOfMonth = new Date(day.year, day.month - 1, 0);
  return now.getDate() - day.day === lastOfMonth.getDate() ? calendarDay(lastOfMonth) : day;
}

/** How a period begins: "Monday" of "Monday to Friday". null if its two dates cannot be separated. */
function beginningOf(result: ParsedResult, { between }: Language, now: Date, afternoons: boolean): FoundDate['begins'] {
  const meant = meantBy(result, result.start, now, afternoons);
  const middle = between?.exec(result.text);
  if (meant === null || !middle) return null;
  const to = result.index + middle.index;
  return { ...meant, to, next: to + middle[0].length - middle[0].trimStart().length };
}

const isWeekdayOnly = (components: ParsedComponents): boolean =>
  components.isCertain('weekday') && !components.isCertain('day');

/** The first such weekday on or after a day. */
function nextWeekday(from: CalendarDay, weekday: number | null): CalendarDay {
  const start = startOf(from);
  return calendarDay(addDays(start, ((weekday ?? start.getDay()) + 7 - start.getDay()) % 7));
}

/** A past day is no due date; if it was written with its year, that is reported. */
function fromToday(found: Meant, written: ParsedComponents, now: Date): Meant | null {
  if (found.day === null || compareDays(found.day, calendarDay(now)) >= 0) return found;
  const spelledOut = written.isCertain('year') && !isRelative(written);
  return spelledOut ? blank('past') : null;
}

function isRelative(components: ParsedComponents): boolean {
  return [...components.tags()].some((tag) => tag.startsWith('result/relative') || tag.startsWith('casualReference/'));
}

/** "at 5" means the afternoon where `afternoons` is set; "05:00" and "morning 5:00" do not. */
function clockTime(components: ParsedComponents, afternoons: boolean): ClockTime {
  const hour = components.get('hour') ?? 0;
  const minute = components.get('minute') ?? 0;
  const guess =
    afternoons &&
    components.isCertain('hour') &&
    !components.isCertain('meridiem') &&
    !components.tags().has('casualReference/morning') &&
    hour >= 1 &&
    hour <= 6;
  return { hour: guess ? hour + 12 : hour, minute };
}

/** The result extended by the words that belong to it: "by Friday". */
function spread(found: FoundDate, line: string, language: Language): FoundDate {
  const { tail } = language;
  const lead = leadOf(found.sets, language);
  const before = found.is === 'date' ? lead?.exec(line.slice(Math.max(0, found.from - MAX_LEAD), found.from)) : null;
  const after = found.is === 'date' ? tail?.exec(line.slice(found.to, found.to + 10)) : null;
  const from = found.from - (before?.[0].length ?? 0);
  return { ...found, from: startsDate(line, from) ? from : found.from, to: found.to + (after?.[0].length ?? 0) };
}
