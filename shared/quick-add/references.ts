/**
 * The shortest thing to type that means exactly this project, label, person or column. Pure. Used where a line is printed and
 * where a suggestion is taken.
 */

import { foldCase } from './characters.ts';
import {
  columnNames,
  labelNames,
  matchExactly,
  matchPrefix,
  type Names,
  personNames,
  projectNames,
} from './resolve-names.ts';
import type { DirectoryColumn, DirectoryProject, ParsedLabel, ParserDirectory } from './types.ts';

export const ME = 'me';
/** Takes the assignee back that the setting would choose. */
export const NOBODY = 'nobody';

export function projectReference(project: DirectoryProject, known: ParserDirectory): string {
  const names = projectNames(known.projects);
  const ways = [asOneWord(project.name), project.slug, project.name, project.id];
  return quotedIfNeeded(ways.find((way) => means(way, project, names)) ?? project.id);
}

export function labelReference(label: ParsedLabel, known: ParserDirectory): string {
  if (label.id === null) return quotedIfNeeded(label.name);
  const names = labelNames(known.labels);
  const item = known.labels.find(({ id }) => id === label.id);
  const ways = [asOneWord(label.name), label.name];
  return quotedIfNeeded(item === undefined ? label.name : (ways.find((way) => means(way, item, names)) ?? item.id));
}

export function personReference(person: { id: string; name: string }, known: ParserDirectory): string {
  if (person.id === known.me.id) return ME;
  const item = known.people.find(({ id }) => id === person.id);
  if (item === undefined) return quotedIfNeeded(person.name);
  const names = personNames(known.people);
  const first = asOneWord(foldCase(item.name).split(/\s+/)[0] ?? '');
  const ways = [first, asOneWord(item.email.split('@')[0] ?? ''), item.name, item.email, item.id];
  const taken = (way: string): boolean => [ME, NOBODY].includes(foldCase(way));
  return quotedIfNeeded(ways.find((way) => !taken(way) && means(way, item, names)) ?? item.id);
}

export function columnReference(column: DirectoryColumn, columns: readonly DirectoryColumn[]): string {
  const names = columnNames(columns);
  const ways = [asOneWord(column.name), column.slug, column.name];
  return quotedIfNeeded(ways.find((way) => means(way, column, names)) ?? column.slug);
}

function means<T>(way: string, item: T, names: Names<T>): boolean {
  if (way === '') return false;
  const found = isBare(way) ? matchPrefix(way, names) : matchExactly(way, names);
  return found.is === 'one' && found.item === item;
}

/** A name that needs no quotes, else nothing. */
function asOneWord(name: string): string {
  return isBare(name) ? name : '';
}

/** Letters and digits, with a few marks inside: nothing that ends a name or opens something else. */
function isBare(name: string): boolean {
  return /^[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}._&/@+-]*[\p{L}\p{N}\p{M}_+-])?$/u.test(name);
}

const QUOTES = ['""', '“”', '«»', '「」'];

/** A name with quotes in it takes another pair. */
function quotedIfNeeded(way: string): string {
  if (isBare(way)) return way;
  const [open = '"', close = '"'] = [
    ...(QUOTES.find((pair) => ![...pair].some((quote) => way.includes(quote))) ?? '""'),
  ];
  return `${open}${way}${close}`;
}
