/**
 * Understands a line as a task. Pure; knows nothing that it is not told, and changes nothing but the line it returns.
 *
 * - Every character that was not understood stays in the title, in its order. Only whitespace beside what was taken out is
 *   joined, control characters and line breaks become spaces, and marks that turn the order of letters are left out.
 * - Of several projects, people, priorities or columns the last one counts, and an error says so. Of several dates the last
 *   one counts, and the others stay text: a title may speak of dates.
 * - Quoted text is left alone. A backslash before something makes it text.
 * - Starting the timer is a matter of the key (Ctrl+Enter), never of the text: "start" is a word of many titles.
 */

import { calendarDay, dueAt, dueInstant, dueOnDay } from '../dates/calendar-day.ts';
import { either } from '../i18n/format-dates.ts';
import { quickAddMessages as words } from '../i18n/generated/quick-add.ts';
import { PRIORITIES } from '../tasks/priority.ts';
import {
  BLANK,
  backslashesBefore,
  foldCase,
  isPunctuation,
  opensBracket,
  toSingleLine,
  withoutDirection,
  withoutTrailingMarks,
} from './characters.ts';

import { ME, NOBODY } from './references.ts';
import {
  columnNames,
  labelNames,
  matchExactly,
  matchPrefix,
  type Names,
  personNames,
  projectNames,
  type Resolved,
  spelledOut,
} from './resolve-names.ts';
import { isPrefix, type Mark, PREFIXES, type Range, type Scan, scan } from './scanner.ts';
import type {
  DateReader,
  DirectoryColumn,
  DirectoryProject,
  FoundDate,
  ParsedLabel,
  ParsedLine,
  ParseError,
  ParseErrorKind,
  ParseOptions,
  ParserDirectory,
  Token,
  TokenKind,
} from './types.ts';

/** Longer names of new labels stay text (UTF-16 code units). */
const MAX_NEW_LABEL = 50;

interface Person {
  id: string;
  name: string;
}

/** A token and what it stands for. */
interface Meant<T> {
  token: Token;
  value: T;
}

/** `dates` is null while the language is still being loaded: then nothing is read as a date. */
export function parse(
  text: string,
  known: ParserDirectory,
  dates: DateReader | null,
  options: ParseOptions = {},
): ParsedLine {
  const line = toSingleLine(text);
  const reading = new Reading(line, scan(line), options.plain ?? []);
  const named = readNames(reading, known);
  const description = describe(reading, text);
  const dueDate = dates === null ? null : readDates(reading, dates, known.now);
  const tokens = reading.tokens.sort((a, b) => a.from - b.from);
  return {
    title: titleOf(line, tokens),
    description,
    ...named,
    dueDate,
    tokens,
    errors: reading.errors.sort((a, b) => a.from - b.from),
  };
}

/** The line while it is read. */
class Reading {
  readonly tokens: Token[];
  readonly errors: ParseError[] = [];
  readonly line: string;
  readonly scanned: Scan;
  readonly #plain: Set<string>;

  constructor(line: string, scanned: Scan, plain: readonly string[]) {
    this.line = line;
    this.scanned = scanned;
    this.#plain = new Set(plain.map(foldCase));
    this.tokens = scanned.escapes.map((range) => this.token('escape', range));
  }

  token(kind: TokenKind, { from, to }: Range): Token {
    return { kind, from, to, text: this.line.slice(from, to), overruled: false };
  }

  staysText({ from, to }: Range): boolean {
    return this.#plain.size > 0 && this.#plain.has(foldCase(this.line.slice(from, to)));
  }

  error(kind: ParseErrorKind, { from, to }: Range, sentence: string): void {
    this.errors.push({ kind, from, to, text: this.line.slice(from, to), words: sentence });
  }
}

type Named = Pick<
  ParsedLine,
  'project' | 'projectChosen' | 'labels' | 'assignee' | 'assigneeChosen' | 'priority' | 'column'
>;

function readNames(reading: Reading, known: ParserDirectory): Named {
  const projects = readProjects(reading, known);
  const chosen = lastCounts(
    reading,
    projects,
    'two-projects',
    ({ name }) => words.twoProjects({ counts: name }),
    same('id'),
  );
  const project = chosen ?? defaultProject(known);

  const labels: Meant<ParsedLabel>[] = [];
  const people: Meant<Person | null>[] = [];
  const priorities: Meant<ParsedLine['priority']>[] = [];
  const columns: Meant<DirectoryColumn>[] = [];
  let taken = 0;
  for (const mark of reading.scanned.marks) {
    if (mark.from < taken) continue;
    const kind = PREFIXES[mark.sigil];
    const found =
      kind === 'label'
        ? keep(labels, readLabel(reading, mark, known))
        : kind === 'assignee'
          ? keep(people, readPerson(reading, mark, known))
          : kind === 'priority'
            ? keep(priorities, readPriority(reading, mark))
            : kind === 'column'
              ? keep(columns, readColumn(reading, mark, project, known))
              : null;
    taken = found?.token.to ?? taken;
  }
  for (const star of reading.scanned.stars) {
    if (!reading.staysText(star)) people.push({ token: reading.token('assignee', star), value: known.me });
  }
  people.sort((a, b) => a.token.from - b.token.from);
  reading.tokens.push(...[...labels, ...people, ...priorities, ...columns].map(({ token }) => token));

  const assignee = lastCounts(
    reading,
    people,
    'two-people',
    (person) => words.twoPeople({ counts: person?.name ?? NOBODY }),
    (a, b) => a?.id === b?.id,
  );
  return {
    project,
    projectChosen: chosen !== undefined,
    labels: distinct(labels.map(({ value }) => value)),
    assignee: assignee === undefined ? (known.assignToMe ? known.me : null) : assignee,
    assigneeChosen: assignee !== undefined,
    priority: lastCounts(reading, priorities, 'two-priorities', wordsOfPriority, Object.is) ?? 'no-priority',
    column:
      lastCounts(reading, columns, 'two-columns', ({ name }) => words.twoColumns({ counts: name }), same('slug')) ??
      null,
  };
}

function keep<T>(list: Meant<T>[], found: Meant<T> | null): Meant<T> | null {
  if (found !== null) list.push(found);
  return found;
}

function same<K extends string>(key: K): (a: Record<K, string>, b: Record<K, string>) => boolean {
  return (a, b) => a[key] === b[key];
}

function wordsOfPriority(priority: ParsedLine['priority']): string {
  return words.twoPriorities({ counts: PRIORITIES.find(({ id }) => id === priority)?.word ?? priority });
}

/** The last one, with the others overruled; undefined where there is none. */
function lastCounts<T>(
  reading: Reading,
  meant: readonly Meant<T>[],
  kind: ParseErrorKind,
  sentence: (counts: T) => string,
  isSame: (a: T, b: T) => boolean,
): T | undefined {
  const last = meant.at(-1);
  if (last === undefined) return undefined;
  for (const { token, value } of meant.slice(0, -1)) {
    token.overruled = true;
    if (!isSame(value, last.value)) reading.error(kind, token, sentence(last.value));
  }
  return last.value;
}

function defaultProject({ projects, lastProjectId }: ParserDirectory): DirectoryProject | null {
  const [only, another] = projects;
  return projects.find(({ id }) => id === lastProjectId) ?? (another === undefined ? (only ?? null) : null);
}

function readProjects(reading: Reading, known: ParserDirectory): Meant<DirectoryProject>[] {
  const names = projectNames(known.projects);
  const found: Meant<DirectoryProject>[] = [];
  for (const mark of reading.scanned.marks) {
    if (mark.sigil !== '#' || mark.from < (found.at(-1)?.token.to ?? 0)) continue;
    keep(
      found,
      readNamed(reading, mark, names, {
        kind: 'project',
        nameOf: ({ name }) => name,
        ambiguous: 'ambiguous-project',
        unknown: (name) => reading.error('unknown-project', mark, words.unknownProject({ name })),
      }),
    );
  }
  reading.tokens.push(...found.map(({ token }) => token));
  return found;
}

function readPerson(reading: Reading, mark: Mark, known: ParserDirectory): Meant<Person | null> | null {
  const bare = bareName(mark);
  const folded = foldCase(bare);
  if (folded === ME || folded === NOBODY) {
    const range = { from: mark.from, to: endOf(mark, bare) };
    return meantBy(reading, 'assignee', range, folded === ME ? known.me : null);
  }
  const found = readNamed(reading, mark, personNames(known.people), {
    kind: 'assignee',
    nameOf: ({ name }) => name,
    ambiguous: 'ambiguous-person',
    unknown: (name) => reading.error('unknown-person', mark, words.unknownPerson({ name })),
  });
  return found === null ? null : { ...found, value: { id: found.value.id, name: found.value.name } };
}

function readColumn(
  reading: Reading,
  mark: Mark,
  project: DirectoryProject | null,
  known: ParserDirectory,
): Meant<DirectoryColumn> | null {
  const columns = project === null ? [] : known.columns[project.id];
  return readNamed(reading, mark, columnNames(columns ?? NO_COLUMNS), {
    kind: 'column',
    nameOf: ({ name }) => name,
    ambiguous: 'ambiguous-column',
    unknown: (name) => {
      if (project !== null && columns === undefined) {
        reading.error('columns-not-read', mark, words.columnsNotRead({ name, project: project.name }));
      } else reading.error('unknown-column', mark, words.unknownColumn({ name, project: project?.name ?? null }));
    },
  });
}

const NO_COLUMNS: readonly DirectoryColumn[] = [];

/** A label that is not known is a new one, if it can be a name: "+49 170…" and "+1" are not. */
function readLabel(reading: Reading, mark: Mark, known: ParserDirectory): Meant<ParsedLabel> | null {
  const names = labelNames(known.labels);
  const spelled = mark.quoted ? null : spelledOut(reading.line, mark.from + 1, nextThing(reading, mark), names);
  if (spelled !== null) return meantBy(reading, 'label', { from: mark.from, to: spelled.to }, { ...spelled.item });
  for (const name of waysToRead(mark)) {
    const found = matchExactly(name, names);
    // Two of one name are as good as each other.
    const item = found.is === 'one' ? found.item : found.is === 'many' ? found.items[0] : undefined;
    if (item !== undefined) return meantBy(reading, 'label', { from: mark.from, to: endOf(mark, name) }, { ...item });
  }
  const bare = withoutDirection(bareName(mark)).trim();
  const canBeName = mark.quoted ? bare !== '' : /^\p{L}/u.test(bare);
  if (!canBeName || bare.length > MAX_NEW_LABEL) return null;
  const value = { id: null, name: bare, color: null };
  return meantBy(reading, 'label', { from: mark.from, to: endOf(mark, bareName(mark)) }, value);
}

function readPriority(reading: Reading, mark: Mark): Meant<ParsedLine['priority']> | null {
  const bare = bareName(mark);
  const found = PRIORITIES.find(({ word, digit }) => word === foldCase(bare) || digit === bare);
  if (found === undefined || bare === '') return null;
  return meantBy(reading, 'priority', { from: mark.from, to: endOf(mark, bare) }, found.id);
}

interface HowNamed<T> {
  kind: TokenKind;
  nameOf: (item: T) => string;
  ambiguous: ParseErrorKind;
  unknown: (name: string) => void;
}

/** The one thing the mark names. Otherwise it stays text, and where it looks like a name, an error says why. */
function readNamed<T>(reading: Reading, mark: Mark, names: Names<T>, how: HowNamed<T>): Meant<T> | null {
  const spelled = mark.quoted ? null : spelledOut(reading.line, mark.from + 1, nextThing(reading, mark), names);
  if (spelled !== null) return meantBy(reading, how.kind, { from: mark.from, to: spelled.to }, spelled.item);
  let several: { name: string; items: T[] } | null = null;
  for (const name of waysToRead(mark)) {
    const found: Resolved<T> = mark.quoted ? matchExactly(name, names) : matchPrefix(name, names);
    if (found.is === 'one') return meantBy(reading, how.kind, { from: mark.from, to: endOf(mark, name) }, found.item);
    if (found.is === 'many') several = { name, items: found.items };
  }
  const bare = bareName(mark);
  // Clicked back to text, or no name at all: a number, or marks.
  if (reading.staysText(mark) || !/^\p{L}/u.test(bare)) return null;
  if (several === null) how.unknown(withoutDirection(bare));
  else
    reading.error(
      how.ambiguous,
      mark,
      words.ambiguous({ name: several.name, meant: anyOf(several.items.map(how.nameOf)) }),
    );
  return null;
}

function meantBy<T>(reading: Reading, kind: TokenKind, range: Range, value: T): Meant<T> | null {
  return reading.staysText(range) ? null : { token: reading.token(kind, range), value };
}

/** As it stands, then without the punctuation at its end. */
function waysToRead(mark: Mark): string[] {
  const bare = bareName(mark);
  return bare === mark.name || bare === '' ? [mark.name] : [mark.name, bare];
}

function bareName({ name, quoted }: Mark): string {
  return quoted ? name : withoutTrailingMarks(name);
}

function endOf(mark: Mark, name: string): number {
  return mark.quoted ? mark.to : mark.from + 1 + name.length;
}

/** Where the next thing begins that is no plain word: a name without quotes ends before it. */
function nextThing({ line, scanned }: Reading, mark: Mark): number {
  let end = mark.to;
  // Names are short; further words are not looked at.
  for (let words = 0; words < 8; words += 1) {
    const next = /\s(\S+)/y;
    next.lastIndex = end;
    const word = next.exec(line)?.[1];
    if (word === undefined || isPrefix(word[0]) || /^[\\"“„«「`*]|^\/\//.test(word)) break;
    end = next.lastIndex;
  }
  return Math.min(end, scanned.description?.from ?? line.length);
}

/** The description keeps its lines; other control characters are spaces. */
function describe(reading: Reading, text: string): string {
  const range = reading.scanned.description;
  if (range === null || reading.staysText(range)) return '';
  reading.tokens.push(reading.token('description', range));
  return withoutDirection(
    text
      .slice(range.from + 2)
      .toWellFormed()
      .replace(/\r\n?|\p{Zl}|\p{Zp}/gu, '\n')
      .replace(/(?![\n\t])\p{Cc}/gu, ' '),
  ).trim();
}

/** Understood dates become tokens. */
function readDates(reading: Reading, dates: DateReader, now: Date): string | null {
  const found = dates(withBlanks(reading), now).filter((date) => !isTextOf(reading, date));
  for (const { is, from, to } of found) {
    const text = reading.line.slice(from, to);
    if (is === 'none') reading.error('no-such-date', { from, to }, words.noSuchDate({ text }));
    if (is === 'past') reading.error('past-date', { from, to }, words.pastDate({ text }));
  }
  const meant = found.filter(({ is }) => is === 'date');
  const last = meant.at(-1);
  if (last === undefined) return null;
  const partner = meant.slice(0, -1).findLast((other) => completes(other, last) || completes(last, other));
  reading.tokens.push(...[partner, last].flatMap((date) => (date === undefined ? [] : [reading.token('date', date)])));
  return dueDateOf(last, partner, now);
}

/** A day without a time, and a time without a day: one moment, said in two places. */
function completes(a: FoundDate, b: FoundDate): boolean {
  return a.instant === null && b.instant === null && a.time === null && b.day === null;
}

function dueDateOf(date: FoundDate, partner: FoundDate | undefined, now: Date): string {
  if (date.instant !== null) return dueInstant(date.instant);
  const day = date.day ?? partner?.day ?? null;
  const time = date.time ?? partner?.time ?? null;
  if (day !== null) return time === null ? dueOnDay(day) : dueAt(day, time);
  // Only a time: today, or tomorrow where it has passed.
  const clock = time ?? { hour: 0, minute: 0 };
  const today = dueAt(calendarDay(now), clock);
  if (new Date(today) > now) return today;
  return dueAt(calendarDay(new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1, 12)), clock);
}

/** Clicked back to text, or with a backslash before it: that is then no part of the title. */
function isTextOf(reading: Reading, { from, to }: FoundDate): boolean {
  const slashes = backslashesBefore(reading.line, from);
  if (slashes > 0) {
    reading.tokens.push(reading.token('escape', { from: from - slashes, to: from - slashes + 1 }));
    return true;
  }
  return reading.staysText({ from, to });
}

/** The line for the reader of dates: of the same length, without what is understood already and what is quoted. */
function withBlanks({ line, tokens, scanned }: Reading): string {
  const parts: string[] = [];
  let at = 0;
  for (const { from, to } of [...tokens, ...scanned.quoted, ...scanned.stars].sort((a, b) => a.from - b.from)) {
    if (from < at) continue;
    parts.push(line.slice(at, from), BLANK.repeat(to - from));
    at = to;
  }
  return [...parts, line.slice(at)].join('');
}

/** What is left of the line, joined by a space where one stood. */
function titleOf(line: string, tokens: readonly Token[]): string {
  let title = '';
  let hasGap = false;
  for (const piece of piecesOf(line, tokens)) {
    const text = piece.trim();
    if (text === '') {
      hasGap ||= piece !== '';
      continue;
    }
    const isIndented = piece.trimStart() !== piece;
    const isApart = hasGap ? isIndented || !isPunctuation(text[0]) : isIndented && !opensBracket(title.at(-1));
    title += title !== '' && isApart ? ` ${text}` : text;
    hasGap = piece.trimEnd() !== piece;
  }
  return title;
}

/** Between the tokens. A backslash that was taken out separates nothing. */
function piecesOf(line: string, tokens: readonly Token[]): string[] {
  const pieces = [''];
  let at = 0;
  for (const token of [...tokens, { kind: 'escape', from: line.length, to: line.length }]) {
    pieces[pieces.length - 1] += withoutDirection(line.slice(at, token.from));
    if (token.kind !== 'escape') pieces.push('');
    at = token.to;
  }
  return pieces;
}

/** Each label once. */
function distinct(labels: readonly ParsedLabel[]): ParsedLabel[] {
  const byName = new Map(labels.map((label) => [label.id ?? `new ${foldCase(label.name)}`, label]));
  return [...byName.values()];
}

/** Bullets, boxes and numbering as lists have them, one after the other: "- [ ] ", "* ", "1. ", "2) ", "• ". */
export const LIST_MARK = /^\s*(?:(?:[-*+•‣◦▪–—]|\d{1,3}[.)])\s+)?(?:[-*]?\s*\[[ xX✓]?\]\s+)?/u;

/** The lines that would be tasks, without their list marks. A text of one line is one task, and stays as it is. */
export function splitLines(text: string): string[] {
  const lines = text.split(/\r\n|[\n\r\u2028\u2029]/).filter((line) => line.trim() !== '');
  if (lines.length < 2) return lines.map((line) => line.trim());
  return lines
    .map((line) => line.replace(LIST_MARK, '').trim())
    .filter((line) => line !== '' && !/^[-*+•=_–—]+$/u.test(line));
}

/** "“Mail”, “Main”, “Maps” or 2 more". */
function anyOf(names: readonly string[]): string {
  const shown = names.slice(0, 3).map((name) => words.quoted({ name }));
  const others = names.length - shown.length;
  return either(others > 0 ? [...shown, words.others({ count: others })] : shown);
}
