/** Suggestions for the mark at the caret, best first, and the line after one is accepted. Pure. */

import { MAX_NAME } from '../limits.ts';
import { PRIORITIES } from '../tasks/priority.ts';
import { nameWithAccount, ofAccount } from './accounts.ts';
import { foldCase, isSpace, startsWord, toSingleLine } from './characters.ts';
import { columnReference, labelReference, ME, personReference, projectReference } from './references.ts';
import { isPrefix, type Mark, PREFIXES, type Prefix, scan } from './scanner.ts';
import type { Candidate, Completed, DirectoryProject, ParserDirectory, Suggestion } from './types.ts';

const MAX_CANDIDATES = 8;

/** `project`: the project whose columns are suggested. null if the caret is not in a mark or nothing matches. */
export function suggestCompletions(
  text: string,
  caret: number,
  all: ParserDirectory,
  project: DirectoryProject | null,
): Suggestion | null {
  const directory = ofAccount(all, project);
  const line = toSingleLine(text);
  const mark = markAtCaret(line, caret);
  if (mark === null) return null;
  const query = foldCase(mark.query);
  const candidates = candidatesFor(mark.sigil, directory, project)
    .map((candidate, place) => ({ candidate, place, rank: rankOf(query, candidate) }))
    .filter(({ rank }) => rank !== null)
    .sort((a, b) => Number(a.rank) - Number(b.rank) || a.place - b.place)
    .slice(0, MAX_CANDIDATES)
    .map(({ candidate: { names: _, ...candidate } }): Candidate => candidate);
  const kind = PREFIXES[mark.sigil];
  if (kind === 'label') addNewLabel(candidates, mark.query, directory);
  return candidates.length === 0 ? null : { kind, from: mark.from, to: mark.to, candidates };
}

/** Puts the caret after a space. */
export function applySuggestion(text: string, { from, to }: Suggestion, { insert }: Candidate): Completed {
  const rest = text.slice(to);
  const hasSpace = isSpace(rest[0]);
  return { text: `${text.slice(0, from)}${insert}${hasSpace ? '' : ' '}${rest}`, caret: from + insert.length + 1 };
}

interface MarkAtCaret extends Pick<Mark, 'sigil' | 'from' | 'to'> {
  /** The name up to the caret. */
  query: string;
}

function markAtCaret(line: string, caret: number): MarkAtCaret | null {
  const from = openMark(line, caret);
  const sigil = line[from];
  if (from === caret || !isPrefix(sigil) || !startsWord(line, from)) return null;
  const { quoted, description, marks } = scan(line);
  const isText = quoted.some((range) => range.from < from && from < range.to) || (description?.from ?? caret) < from;
  if (isText) return null;
  const whole = marks.find((mark) => mark.from === from);
  const to = Math.max(caret, whole !== undefined && !whole.quoted ? whole.to : caret);
  const isClosed = whole?.quoted === true && caret >= whole.to;
  const query = line.slice(from + 1, caret).replace(/^["“„«「]/, '');
  return isClosed ? null : { sigil, query, from, to: whole?.quoted === true ? whole.to : to };
}

/** Start of the mark before the caret: of the word at the caret, or of a mark with an open quote. */
function openMark(line: string, caret: number): number {
  // Names are limited to MAX_NAME characters.
  const first = Math.max(0, caret - MAX_NAME);
  for (let at = caret - 1; at >= first; at -= 1) {
    const isQuoteOfMark = /["“„«「]/.test(line[at] ?? '') && isPrefix(line[at - 1]) && startsWord(line, at - 1);
    if (isQuoteOfMark) return at - 1;
  }
  let at = caret;
  while (at > first && !isSpace(line[at - 1])) at -= 1;
  while (at < caret && !isPrefix(line[at]) && /[([{]/.test(line[at] ?? '')) at += 1;
  return at;
}

interface Named extends Candidate {
  /** Texts that the query is compared with. */
  names: string[];
}

function candidatesFor(sigil: Prefix, directory: ParserDirectory, project: DirectoryProject | null): Named[] {
  switch (sigil) {
    case '#':
      return projectCandidates(directory);
    case '+':
      return byName(directory.labels).map((label) => ({
        key: label.id,
        name: label.name,
        hint: '',
        insert: `+${labelReference(label, directory)}`,
        is: { kind: 'label', label },
        names: [label.name],
      }));
    case '@':
      return personCandidates(directory);
    case '!':
      return PRIORITIES.map(({ id, word, digit }) => ({
        key: id,
        name: `${word[0]?.toUpperCase()}${word.slice(1)}`,
        hint: digit === '' ? '' : `!${digit}`,
        insert: `!${word}`,
        is: { kind: 'priority', priority: id },
        names: [word, digit],
      }));
    case '>': {
      const columns = project === null ? [] : (directory.columns[project.id] ?? []);
      return columns.map((column) => ({
        key: column.slug,
        name: column.name,
        hint: '',
        insert: `>${columnReference(column, columns)}`,
        is: { kind: 'column', column },
        names: [column.name, column.slug],
      }));
    }
  }
}

function byName<T extends { name: string }>(items: readonly T[]): T[] {
  return items.toSorted((a, b) => a.name.localeCompare(b.name));
}

/** The last project used comes first. */
function projectCandidates(directory: ParserDirectory): Named[] {
  return byName(directory.projects)
    .sort((a, b) => Number(b.id === directory.lastProjectId) - Number(a.id === directory.lastProjectId))
    .map((project) => ({
      key: project.account === undefined ? project.id : `${project.account.id} ${project.id}`,
      name: project.name,
      hint: [project.slug, project.account?.name].filter((part) => part !== undefined).join(' · '),
      insert: `#${projectReference(project, directory)}`,
      is: { kind: 'project', project },
      names: [project.slug, project.name, ...(project.account ? [nameWithAccount(project)] : [])],
    }));
}

/** The person comes first. */
function personCandidates(directory: ParserDirectory): Named[] {
  const me = directory.people.find(({ id }) => id === directory.me.id) ?? { ...directory.me, email: '' };
  const others = byName(directory.people.filter(({ id }) => id !== me.id));
  return [me, ...others].map((person) => {
    const handle = personReference(person, directory);
    const isMe = person.id === me.id;
    return {
      key: person.id,
      name: person.name,
      hint: isMe ? 'you' : `@${handle}`,
      insert: `@${handle}`,
      is: { kind: 'assignee', person: { id: person.id, name: person.name } },
      names: [person.name, person.email.split('@')[0] ?? '', ...(isMe ? [ME] : [])],
    };
  });
}

/** Lower is better: the whole name, its beginning, the beginning of a word, its letters in order. null: no match. */
function rankOf(query: string, { names }: Named): number | null {
  const ranks = names
    .filter((name) => name !== '')
    .flatMap((name) => {
      const folded = foldCase(name);
      if (folded === query) return [0];
      if (folded.startsWith(query)) return [1];
      if (folded.split(/[\s_./-]+/).some((word) => word.startsWith(query))) return [2];
      return isSubsequence(query, folded) ? [3] : [];
    });
  return ranks.length === 0 ? null : Math.min(...ranks);
}

function isSubsequence(letters: string, word: string): boolean {
  let at = 0;
  for (const letter of letters) {
    at = word.indexOf(letter, at) + 1;
    if (at === 0) return false;
  }
  return true;
}

/** A label that does not exist is offered as a new one, last. */
function addNewLabel(candidates: Candidate[], query: string, directory: ParserDirectory): void {
  const name = query.trim();
  if (!/^\p{L}/u.test(name) || directory.labels.some((label) => foldCase(label.name) === foldCase(name))) return;
  const label = { id: null, name, color: null };
  const last = { key: `new ${foldCase(name)}`, name, hint: 'new', insert: `+${labelReference(label, directory)}` };
  candidates.splice(MAX_CANDIDATES - 1);
  candidates.push({ ...last, is: { kind: 'label', label } });
}
