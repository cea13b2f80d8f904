/**
 * Parses a line of text into a task. Pure.
 *
 * - Everything that is not a token stays in the title, in order. Whitespace around removed tokens is joined, control characters and line
 *   breaks become spaces, and characters that change the text direction are removed.
 * - If there are several projects, people, priorities or columns, the last one counts and an error says so. If there are several dates,
 *   the last one counts and the others stay in the title, because titles may mention dates.
 * - Quoted text is not parsed. A backslash turns the token after it into text.
 * - No word starts the timer, only the key (Ctrl+Enter): many titles contain "start".
 */

import { isSameTask } from '../accounts.ts';
import { either } from '../i18n/format-dates.ts';
import { quickAddMessages as words } from '../i18n/generated/quick-add.ts';
import { PRIORITIES } from '../tasks/priority.ts';
import { nameWithAccount, ofAccount } from './accounts.ts';
import {
  foldCase,
  isPunctuation,
  opensBracket,
  toSingleLine,
  withoutDirection,
  withoutTrailingMarks,
} from './characters.ts';
import { readDates } from './date-fields.ts';
import { LineParse } from './line-parse.ts';
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
import { isPrefix, type Mark, PREFIXES, type Range, scan } from './scanner.ts';
import type {
  AccountLists,
  DateReader,
  DirectoryColumn,
  DirectoryProject,
  ParsedLabel,
  ParsedLine,
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

/** A token and its value. */
interface Match<T> {
  token: Token;
  value: T;
}

/** `dates` is null until the language is loaded; no dates are found then. */
export function parse(
  text: string,
  directory: ParserDirectory,
  dates: DateReader | null,
  options: ParseOptions = {},
): ParsedLine {
  const line = toSingleLine(text);
  const state = new LineParse(line, scan(line), options.plain ?? []);
  const named = readNames(state, directory);
  const description = describe(state, text);
  const parsedDates = dates === null ? {} : readDates(state, dates, directory.now);
  const tokens = state.tokens.sort((a, b) => a.from - b.from);
  return {
    title: titleOf(line, tokens),
    description,
    ...named,
    dates: parsedDates,
    tokens,
    errors: state.errors.sort((a, b) => a.from - b.from),
  };
}

type Named = Pick<
  ParsedLine,
  'project' | 'projectChosen' | 'labels' | 'assignee' | 'assigneeChosen' | 'priority' | 'column'
>;

function readNames(state: LineParse, directory: ParserDirectory): Named {
  const projects = readProjects(state, directory);
  const chosen = lastCounts(
    state,
    projects,
    'two-projects',
    ({ name }) => words.twoProjects({ counts: name }),
    (a, b) => a.id === b.id && a.account?.id === b.account?.id,
  );
  const project = chosen ?? defaultProject(directory);
  const lists = ofAccount(directory, project);

  const labels: Match<ParsedLabel>[] = [];
  const people: Match<Person | null>[] = [];
  const priorities: Match<ParsedLine['priority']>[] = [];
  const columns: Match<DirectoryColumn>[] = [];
  let taken = 0;
  for (const mark of state.scanned.marks) {
    if (mark.from < taken) continue;
    const kind = PREFIXES[mark.sigil];
    const found =
      kind === 'label'
        ? keep(labels, readLabel(state, mark, lists))
        : kind === 'assignee'
          ? keep(people, readPerson(state, mark, lists))
          : kind === 'priority'
            ? keep(priorities, readPriority(state, mark))
            : kind === 'column'
              ? keep(columns, readColumn(state, mark, project, lists))
              : null;
    taken = found?.token.to ?? taken;
  }
  for (const star of state.scanned.stars) {
    if (!state.staysText(star)) people.push({ token: state.token('assignee', star), value: lists.me });
  }
  people.sort((a, b) => a.token.from - b.token.from);
  state.tokens.push(...[...labels, ...people, ...priorities, ...columns].map(({ token }) => token));

  const assignee = lastCounts(
    state,
    people,
    'two-people',
    (person) => words.twoPeople({ counts: person?.name ?? NOBODY }),
    (a, b) => a?.id === b?.id,
  );
  return {
    project,
    projectChosen: chosen !== undefined,
    labels: distinct(labels),
    assignee: assignee === undefined ? (lists.assignToMe ? lists.me : null) : assignee,
    assigneeChosen: assignee !== undefined,
    priority: lastCounts(state, priorities, 'two-priorities', wordsOfPriority, Object.is) ?? 'no-priority',
    column:
      lastCounts(
        state,
        columns,
        'two-columns',
        ({ name }) => words.twoColumns({ counts: name }),
        (a, b) => a.slug === b.slug,
      ) ?? null,
  };
}

function keep<T>(list: Match<T>[], found: Match<T> | null): Match<T> | null {
  if (found !== null) list.push(found);
  return found;
}

function wordsOfPriority(priority: ParsedLine['priority']): string {
  return words.twoPriorities({ counts: PRIORITIES.find(({ id }) => id === priority)?.word ?? priority });
}

/** The value of the last match; marks the others as overruled. undefined if there is none. */
function lastCounts<T>(
  state: LineParse,
  matches: readonly Match<T>[],
  kind: ParseErrorKind,
  sentence: (counts: T) => string,
  isSame: (a: T, b: T) => boolean,
): T | undefined {
  const last = matches.at(-1);
  if (last === undefined) return undefined;
  for (const { token, value } of matches.slice(0, -1)) {
    token.overruled = true;
    if (!isSame(value, last.value)) state.error(kind, token, sentence(last.value));
  }
  return last.value;
}

function defaultProject({ projects, lastProjectId: id, lastAccountId }: ParserDirectory): DirectoryProject | null {
  const [only, another] = projects;
  const isLast = (one: DirectoryProject) =>
    id !== null && isSameTask({ id, accountId: lastAccountId }, { id: one.id, accountId: one.account?.id });
  return projects.find(isLast) ?? (another === undefined ? (only ?? null) : null);
}

function readProjects(state: LineParse, directory: ParserDirectory): Match<DirectoryProject>[] {
  const names = projectNames(directory.projects);
  const found: Match<DirectoryProject>[] = [];
  for (const mark of state.scanned.marks) {
    if (mark.sigil !== '#' || mark.from < (found.at(-1)?.token.to ?? 0)) continue;
    keep(
      found,
      readNamed(state, mark, names, {
        kind: 'project',
        nameOf: nameWithAccount,
        ambiguous: 'ambiguous-project',
        unknown: (name) => state.error('unknown-project', mark, words.unknownProject({ name })),
      }),
    );
  }
  state.tokens.push(...found.map(({ token }) => token));
  return found;
}

function readPerson(state: LineParse, mark: Mark, directory: AccountLists): Match<Person | null> | null {
  const bare = bareName(mark);
  const folded = foldCase(bare);
  if (folded === ME || folded === NOBODY) {
    const range = { from: mark.from, to: endOf(mark, bare) };
    return matchOf(state, 'assignee', range, folded === ME ? directory.me : null);
  }
  const found = readNamed(state, mark, personNames(directory.people), {
    kind: 'assignee',
    nameOf: ({ name }) => name,
    ambiguous: 'ambiguous-person',
    unknown: (name) => state.error('unknown-person', mark, words.unknownPerson({ name })),
  });
  return found === null ? null : { ...found, value: { id: found.value.id, name: found.value.name } };
}

function readColumn(
  state: LineParse,
  mark: Mark,
  project: DirectoryProject | null,
  directory: AccountLists,
): Match<DirectoryColumn> | null {
  const columns = project === null ? [] : directory.columns[project.id];
  return readNamed(state, mark, columnNames(columns ?? NO_COLUMNS), {
    kind: 'column',
    nameOf: ({ name }) => name,
    ambiguous: 'ambiguous-column',
    unknown: (name) => {
      if (project !== null && columns === undefined) {
        state.error('columns-not-read', mark, words.columnsNotRead({ name, project: project.name }));
      } else state.error('unknown-column', mark, words.unknownColumn({ name, project: project?.name ?? null }));
    },
  });
}

const NO_COLUMNS: readonly DirectoryColumn[] = [];

/** An unknown label is a new one if its name is valid: "+49 170…" and "+1" are not labels. */
function readLabel(state: LineParse, mark: Mark, directory: AccountLists): Match<ParsedLabel> | null {
  const names = labelNames(directory.labels);
  const spelled = mark.quoted ? null : spelledOut(state.line, mark.from + 1, endOfWords(state, mark), names);
  if (spelled !== null) return matchOf(state, 'label', { from: mark.from, to: spelled.to }, { ...spelled.item });
  for (const name of possibleNames(mark)) {
    const found = matchExactly(name, names);
    // Labels with the same name are interchangeable.
    const item = found.is === 'one' ? found.item : found.is === 'many' ? found.items[0] : undefined;
    if (item !== undefined) return matchOf(state, 'label', { from: mark.from, to: endOf(mark, name) }, { ...item });
  }
  const bare = withoutDirection(bareName(mark)).trim();
  const canBeName = mark.quoted ? bare !== '' : /^\p{L}/u.test(bare);
  if (!canBeName || bare.length > MAX_NEW_LABEL) return null;
  const value = { id: null, name: bare, color: null };
  return matchOf(state, 'label', { from: mark.from, to: endOf(mark, bareName(mark)) }, value);
}

function readPriority(state: LineParse, mark: Mark): Match<ParsedLine['priority']> | null {
  const bare = bareName(mark);
  const found = PRIORITIES.find(({ word, digit }) => word === foldCase(bare) || digit === bare);
  if (found === undefined || bare === '') return null;
  return matchOf(state, 'priority', { from: mark.from, to: endOf(mark, bare) }, found.id);
}

interface NameOptions<T> {
  kind: TokenKind;
  nameOf: (item: T) => string;
  ambiguous: ParseErrorKind;
  unknown: (name: string) => void;
}

/** The item that the mark refers to. Otherwise the mark stays text, with an error if it looks like a name. */
function readNamed<T>(state: LineParse, mark: Mark, names: Names<T>, options: NameOptions<T>): Match<T> | null {
  const spelled = mark.quoted ? null : spelledOut(state.line, mark.from + 1, endOfWords(state, mark), names);
  if (spelled !== null) return matchOf(state, options.kind, { from: mark.from, to: spelled.to }, spelled.item);
  let several: { name: string; items: T[] } | null = null;
  for (const name of possibleNames(mark)) {
    const found: Resolved<T> = mark.quoted ? matchExactly(name, names) : matchPrefix(name, names);
    if (found.is === 'one') return matchOf(state, options.kind, { from: mark.from, to: endOf(mark, name) }, found.item);
    if (found.is === 'many') several = { name, items: found.items };
  }
  const bare = bareName(mark);
  // Turned back to text by the person, or not a name: a number or punctuation.
  if (state.staysText(mark) || !/^\p{L}/u.test(bare)) return null;
  if (several === null) options.unknown(withoutDirection(bare));
  else
    state.error(
      options.ambiguous,
      mark,
      words.ambiguous({ name: several.name, meant: anyOf(several.items.map(options.nameOf)) }),
    );
  return null;
}

function matchOf<T>(state: LineParse, kind: TokenKind, range: Range, value: T): Match<T> | null {
  return state.staysText(range) ? null : { token: state.token(kind, range), value };
}

/** The name as typed, then without punctuation at its end. */
function possibleNames(mark: Mark): string[] {
  const bare = bareName(mark);
  return bare === mark.name || bare === '' ? [mark.name] : [mark.name, bare];
}

function bareName({ name, quoted }: Mark): string {
  return quoted ? name : withoutTrailingMarks(name);
}

function endOf(mark: Mark, name: string): number {
  return mark.quoted ? mark.to : mark.from + 1 + name.length;
}

/** The end of the plain words after a mark, where a name without quotes must end. */
function endOfWords({ line, scanned }: LineParse, mark: Mark): number {
  let end = mark.to;
  // Names have at most eight words (resolve-names.ts).
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
function describe(state: LineParse, text: string): string {
  const range = state.scanned.description;
  if (range === null || state.staysText(range)) return '';
  state.tokens.push(state.token('description', range));
  return withoutDirection(
    text
      .slice(range.from + 2)
      .toWellFormed()
      .replace(/\r\n?|\p{Zl}|\p{Zp}/gu, '\n')
      .replace(/(?![\n\t])\p{Cc}/gu, ' '),
  ).trim();
}

/** The line without the tokens; a space separates parts that were separated before. */
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

/** The parts between the tokens. A removed backslash does not separate parts. */
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

/** Each label once, also for its tokens. */
function distinct(labels: readonly Match<ParsedLabel>[]): ParsedLabel[] {
  const keyOf = ({ id, name }: ParsedLabel) => id ?? `new ${foldCase(name)}`;
  const byName = new Map(labels.map(({ value }) => [keyOf(value), value]));
  for (const { token, value } of labels) token.label = byName.get(keyOf(value));
  return [...byName.values()];
}

const GERMAN_MONTH =
  'Jan(?:uar)?|Feb(?:ruar)?|März|Apr(?:il)?|Mai|Juni?|Juli?|Aug(?:ust)?|Sept?(?:ember)?|Okt(?:ober)?|Nov(?:ember)?|Dez(?:ember)?';
/** Bullets, checkboxes and numbering of lists: "- [ ] ", "* ", "1. ", "2) ", "• ". */
const listMark = (number: string): RegExp =>
  new RegExp(`^\\s*(?:(?:[-*+•‣◦▪–—]|\\d{1,3}${number})\\s+)?(?:[-*]?\\s*\\[[ x✓]?\\]\\s+)?`, 'iu');
const LIST_MARK = listMark('[.)]');
/** Not the day of "1. Mai". */
const GERMAN_LIST_MARK = listMark(`(?:\\)|\\.(?!\\s+(?:${GERMAN_MONTH})(?![\\p{L}-])))`);

/** One line per task, without list marks. A single line keeps its list mark. */
export function splitLines(text: string, locale: string): string[] {
  const lines = text.split(/\r\n|[\n\r\u2028\u2029]/).filter((line) => line.trim() !== '');
  if (lines.length < 2) return lines.map((line) => line.trim());
  return lines
    .map((line) => line.replace(locale.startsWith('de') ? GERMAN_LIST_MARK : LIST_MARK, '').trim())
    .filter((line) => line !== '' && !/^[-*+•=_–—]+$/u.test(line));
}

/** "“Mail”, “Main”, “Maps” or 2 more" */
function anyOf(names: readonly string[]): string {
  const shown = names.slice(0, 3).map((name) => words.quoted({ name }));
  const others = names.length - shown.length;
  return either(others > 0 ? [...shown, words.others({ count: others })] : shown);
}
