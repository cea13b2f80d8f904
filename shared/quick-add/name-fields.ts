/** The fields of a line that are given by a mark and a name: project, label, assignee, priority and column. Pure. */
import { isSameTask } from '../accounts.ts';
import { either } from '../i18n/format-dates.ts';
import { quickAddMessages as words } from '../i18n/generated/quick-add.ts';
import { PRIORITIES } from '../tasks/priority.ts';
import { nameWithAccount, ofAccount } from './accounts.ts';
import { foldCase, withoutDirection, withoutTrailingMarks } from './characters.ts';
import type { LineParse } from './line-parse.ts';
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
} from './match-names.ts';
import { ME, NOBODY } from './references.ts';
import { isPrefix, type Mark, PREFIXES, type Range } from './scanner.ts';
import type {
  AccountLists,
  DirectoryColumn,
  DirectoryProject,
  ParsedLabel,
  ParsedLine,
  ParseErrorKind,
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

type Named = Pick<
  ParsedLine,
  'project' | 'projectChosen' | 'labels' | 'assignee' | 'assigneeChosen' | 'priority' | 'column'
>;

/** Labels, people, priorities, columns and the project that the marks of a line name. */
export function readNames(state: LineParse, directory: ParserDirectory): Named {
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
  // Names have at most eight words (match-names.ts).
  for (let words = 0; words < 8; words += 1) {
    const next = /\s(\S+)/y;
    next.lastIndex = end;
    const word = next.exec(line)?.[1];
    if (word === undefined || isPrefix(word[0]) || /^[\\"“„«「`*]|^\/\//.test(word)) break;
    end = next.lastIndex;
  }
  return Math.min(end, scanned.description?.from ?? line.length);
}

/** Each label once, also for its tokens. */
function distinct(labels: readonly Match<ParsedLabel>[]): ParsedLabel[] {
  const keyOf = ({ id, name }: ParsedLabel) => id ?? `new ${foldCase(name)}`;
  const byName = new Map(labels.map(({ value }) => [keyOf(value), value]));
  for (const { token, value } of labels) token.label = byName.get(keyOf(value));
  return [...byName.values()];
}

/** "“Mail”, “Main”, “Maps” or 2 more" */
function anyOf(names: readonly string[]): string {
  const shown = names.slice(0, 3).map((name) => words.quoted({ name }));
  const others = names.length - shown.length;
  return either(others > 0 ? [...shown, words.others({ count: others })] : shown);
}
