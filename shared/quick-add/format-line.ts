/**
 * Formats a parsed line as text that parses to the same result. The title comes first; a backslash escapes everything in it that would
 * be parsed as a token. Pure.
 */
import { type CalendarDay, calendarDay, dueAt, dueOnDay, wholeDay } from '../dates/calendar-day.ts';
import { PRIORITIES } from '../tasks/priority.ts';
import { ofAccount } from './accounts.ts';
import { toSingleLine } from './characters.ts';
import { DATE_FIELDS, writtenLead } from './date-languages.ts';
import { parse } from './parser.ts';
import { columnReference, labelReference, NOBODY, personReference, projectReference } from './references.ts';
import { scan } from './scanner.ts';
import type { DateReader, ParsedDates, ParsedLine, ParserDirectory } from './types.ts';

const NO_PRIORITY = '!none';
/** Each pass escapes the tokens that the previous one left; more than two are rare. */
const MAX_PASSES = 50;

export function formatLine(parsed: ParsedLine, directory: ParserDirectory, dates: DateReader | null): string {
  const project = parsed.project;
  // The title is parsed with the columns of this project, not of the last one used.
  const context = { ...directory, lastProjectId: project?.id ?? directory.lastProjectId };
  const marks = marksOf(parsed, directory);
  const description = parsed.description === '' ? [] : [`// ${parsed.description}`];
  const wanted = normalizeDates(parsed.dates);
  const title = escapeTitle(parsed.title, [...marks, ...description].join(' '), context, dates);
  // A token in the title alone may be none in the whole line, and then its backslash would stay in the title.
  for (const words of title === parsed.title ? [title] : [title, parsed.title]) {
    for (const texts of waysToWrite(wanted, directory.locale)) {
      // A date directly after the title could be parsed together with its last words.
      for (const between of marks.length > 0 ? [marks] : [[], [NO_PRIORITY]]) {
        const line = [words, ...between, ...texts, ...description].join(' ').trim();
        const again = parse(line, context, dates);
        if (again.title === parsed.title && DATE_FIELDS.every((field) => again.dates[field] === wanted[field]))
          return line;
      }
    }
  }
  // A date that has passed is written too, so that the line says why it is none.
  return [title, ...marks, ...(waysToWrite(wanted, directory.locale)[0] ?? []), ...description].join(' ').trim();
}

function marksOf(parsed: ParsedLine, all: ParserDirectory): string[] {
  const { project, labels, assignee, priority, column } = parsed;
  const directory = ofAccount(all, project);
  const columns = project === null ? [] : (directory.columns[project.id] ?? []);
  const word = PRIORITIES.find(({ id }) => id === priority)?.word;
  return [
    project !== null && parsed.projectChosen ? `#${projectReference(project, directory)}` : '',
    ...labels.map((label) => `+${labelReference(label, directory)}`),
    parsed.assigneeChosen ? `@${assignee === null ? NOBODY : personReference(assignee, directory)}` : '',
    priority === 'no-priority' ? '' : `!${word}`,
    column === null ? '' : `>${columnReference(column, columns)}`,
  ].filter((mark) => mark !== '');
}

/** The ways to write the dates, best first. A start date comes last: its word separates it from the due date. */
function waysToWrite(dates: ParsedDates, locale: string): string[][] {
  const fields = DATE_FIELDS.toReversed().filter((field) => dates[field] !== undefined);
  const texts = fields.map((field) => textsOf(dates[field] ?? '').map((text) => writtenLead(field, locale) + text));
  return texts.length === 0
    ? []
    : texts.reduce<string[][]>((ways, one) => one.flatMap((text) => ways.map((way) => [...way, text])), [[]]);
}

/** The ways to write a date, best first. */
function textsOf(date: string): string[] {
  const at = new Date(date);
  const day = wholeDay(at);
  if (day !== null) return [dayText(day)];
  const local = calendarDay(at);
  const clock = { hour: at.getHours(), minute: at.getMinutes() };
  const words = `${dayText(local)} ${digits(clock.hour)}:${digits(clock.minute)}`;
  // In the hour that the clock repeats when summer time ends, only the instant is exact.
  const instant = `${date.slice(0, 19)}Z`;
  return dueAt(local, clock) === date ? [words, instant] : [instant];
}

const dayText = ({ year, month, day }: CalendarDay): string => `${digits(year, 4)}-${digits(month)}-${digits(day)}`;

/** Normalizes whole days: an unsent task of an earlier version may store them differently. */
function normalizeDates(dates: ParsedDates): ParsedDates {
  const normalized: ParsedDates = {};
  for (const field of DATE_FIELDS) {
    const date = dates[field];
    if (date === undefined) continue;
    const day = wholeDay(new Date(date));
    normalized[field] = day === null ? date : dueOnDay(day);
  }
  return normalized;
}

function digits(number: number, length = 2): string {
  return String(number).padStart(length, '0');
}

/** `rest`: the text after the title, which could close a quote that is open in the title. */
function escapeTitle(title: string, rest: string, directory: ParserDirectory, dates: DateReader | null): string {
  let line = title;
  /** Positions of the backslashes that were inserted here; other ones belong to the title and are escaped too. */
  let own: number[] = [];
  for (let pass = 0; pass < MAX_PASSES; pass += 1) {
    const tokens = parse(line, directory, dates).tokens;
    const places = tokens.filter(({ kind, from }) => kind !== 'escape' || !own.includes(from)).map(({ from }) => from);
    const all = [...new Set([...places, ...quotesAcrossEnd(line, rest)])].sort((a, b) => a - b);
    if (all.length === 0) return line;
    own = [...own.map((at) => at + all.filter((place) => place <= at).length), ...all.map((at, index) => at + index)];
    line = all.reduceRight((text, at) => `${text.slice(0, at)}\\${text.slice(at)}`, line);
  }
  return line;
}

function quotesAcrossEnd(title: string, rest: string): number[] {
  const { marks, quoted } = scan(toSingleLine(`${title} ${rest}`));
  return [...marks, ...quoted]
    .filter(({ from, to }) => from < title.length && to > title.length)
    .map(({ from }) => from);
}
