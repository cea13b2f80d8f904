/** The shortest text that refers to exactly one project, label, person or column, for formatted lines and suggestions. Pure. */

import { nameWithAccount } from './accounts.ts';
import { foldCase } from './characters.ts';
import {
  columnNames,
  labelNames,
  matchExactly,
  matchPrefix,
  type Names,
  personNames,
  projectNames,
} from './match-names.ts';
import type { DirectoryColumn, DirectoryProject, ParsedLabel, ParserDirectory } from './types.ts';

export const ME = 'me';
/** Overrides the assignee that the setting would choose. */
export const NOBODY = 'nobody';

export function projectReference(project: DirectoryProject, directory: ParserDirectory): string {
  const names = projectNames(directory.projects);
  const named = nameWithAccount(project);
  const candidates = [ifBare(project.name), project.slug, project.name, ifBare(named), named, project.id];
  return quotedIfNeeded(candidates.find((text) => refersTo(text, project, names)) ?? project.id);
}

export function labelReference(label: ParsedLabel, directory: ParserDirectory): string {
  if (label.id === null) return quotedIfNeeded(label.name);
  const names = labelNames(directory.labels);
  const item = directory.labels.find(({ id }) => id === label.id);
  const candidates = [ifBare(label.name), label.name];
  return quotedIfNeeded(
    item === undefined ? label.name : (candidates.find((text) => refersTo(text, item, names)) ?? item.id),
  );
}

export function personReference(person: { id: string; name: string }, directory: ParserDirectory): string {
  if (person.id === directory.me.id) return ME;
  const item = directory.people.find(({ id }) => id === person.id);
  if (item === undefined) return quotedIfNeeded(person.name);
  const names = personNames(directory.people);
  const first = ifBare(foldCase(item.name).split(/\s+/)[0] ?? '');
  const candidates = [first, ifBare(item.email.split('@')[0] ?? ''), item.name, item.email];
  const isReserved = (text: string): boolean => [ME, NOBODY].includes(foldCase(text));
  return quotedIfNeeded(candidates.find((text) => !isReserved(text) && refersTo(text, item, names)) ?? item.id);
}

export function columnReference(column: DirectoryColumn, columns: readonly DirectoryColumn[]): string {
  const names = columnNames(columns);
  const candidates = [ifBare(column.name), column.slug, column.name];
  return quotedIfNeeded(candidates.find((text) => refersTo(text, column, names)) ?? column.slug);
}

function refersTo<T>(text: string, item: T, names: Names<T>): boolean {
  if (text === '') return false;
  const found = isBare(text) ? matchPrefix(text, names) : matchExactly(text, names);
  return found.is === 'one' && found.item === item;
}

/** The name if it needs no quotes, else an empty string. */
function ifBare(name: string): string {
  return isBare(name) ? name : '';
}

/** True for letters and digits with a few marks between them, none of which ends the name or starts another token. */
function isBare(name: string): boolean {
  return /^[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}._&/@+-]*[\p{L}\p{N}\p{M}_+-])?$/u.test(name);
}

const QUOTES = ['""', '“”', '«»', '「」'];

/** Uses quotes that do not occur in the text. */
function quotedIfNeeded(text: string): string {
  if (isBare(text)) return text;
  const [open = '"', close = '"'] = [
    ...(QUOTES.find((pair) => ![...pair].some((quote) => text.includes(quote))) ?? '""'),
  ];
  return `${open}${text}${close}`;
}
