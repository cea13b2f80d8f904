/** What the palette shows for a query: matching, ranking and limits. Pure. */
import { folded, wordsOf } from '../tasks/filter-tasks.ts';
import { type Matchable, matchScore } from '../tasks/match-score.ts';
import { ONE_USE } from './use.ts';

/** In the order in which they are shown. */
const GROUPS = ['likely', 'tasks', 'entries', 'links', 'do', 'go', 'server'] as const;
export type PaletteGroup = (typeof GROUPS)[number];

export const MAX_PER_GROUP = 5;
export const MAX_LINES = 12;
/** So many of each group are shown before another group gets more. */
const FIRST_OF_GROUP = 2;

export interface Searchable extends Matchable {
  /** Unique; uses are counted under it. */
  id: string;
  group: PaletteGroup;
  /** The person's own task: before other tasks that match as well. */
  isOwn?: boolean;
}

/** UTF-16 offsets of a part of a text. */
export type Range = readonly [from: number, to: number];

export interface FoundGroup<T> {
  group: PaletteGroup;
  lines: { item: T; marks: Range[] }[];
}

/** Together less than what tells an identifier from the beginning of a title (matchScore). */
const MAX_USE_SCORE = 10;
const OWN_SCORE = 8;

/** What uses add to the score of a match: as much as one step of matching, never as much as an identifier. */
export function scoreOfUse(weight: number): number {
  return Math.min(MAX_USE_SCORE, 5 * Math.log2(1 + weight / ONE_USE));
}

/**
 * The best matches of each group. `weightOf` is how often a line was chosen lately (shared/palette/use.ts). Equal lines keep their
 * order. `reserved` lines of the total are left to the caller.
 */
export function searchPalette<T extends Searchable>(
  query: string,
  items: readonly T[],
  weightOf: (id: string) => number,
  reserved = 0,
): FoundGroup<T>[] {
  const words = wordsOf(query);
  if (words.length === 0) return [];
  const byGroup = new Map<PaletteGroup, { item: T; score: number }[]>();
  for (const item of items) {
    const match = matchScore(item, words);
    if (match === 0) continue;
    const score = match + scoreOfUse(weightOf(item.id)) + (item.isOwn ? OWN_SCORE : 0);
    const group = byGroup.get(item.group);
    if (group) group.push({ item, score });
    else byGroup.set(item.group, [{ item, score }]);
  }
  const ranked = GROUPS.flatMap((group) => {
    const found = byGroup.get(group)?.sort((one, other) => other.score - one.score);
    return found ? [{ group, found: found.slice(0, MAX_PER_GROUP) }] : [];
  });
  const counts = shares(
    ranked.map(({ found }) => found.length),
    MAX_LINES - reserved,
  );
  return ranked.flatMap(({ group, found }, index) => {
    const lines = found.slice(0, counts[index]).map(({ item }) => ({ item, marks: marksIn(item.title, words) }));
    return lines.length === 0 ? [] : [{ group, lines }];
  });
}

/** How many lines each group gets: first the best of every group, then more of the first ones. */
export function shares(wanted: readonly number[], most: number): number[] {
  const given = wanted.map(() => 0);
  let left = most;
  for (const limit of [FIRST_OF_GROUP, MAX_PER_GROUP]) {
    for (const [index, want] of wanted.entries()) {
      const more = Math.max(0, Math.min(Math.min(want, limit) - (given[index] ?? 0), left));
      given[index] = (given[index] ?? 0) + more;
      left -= more;
    }
  }
  return given;
}

/** The parts of the text that the words match: the beginnings of words, or else the first occurrence. Sorted, without overlaps. */
export function marksIn(text: string, words: readonly string[]): Range[] {
  // Folding changes lengths ("ß", accents), so each folded letter remembers where it came from.
  let plain = '';
  const origin: number[] = [];
  let at = 0;
  for (const character of text) {
    const letters = folded(character);
    plain += letters;
    for (let index = 0; index < letters.length; index += 1) origin.push(at);
    at += character.length;
  }
  origin.push(text.length);
  const found: [number, number][] = [];
  for (const word of words) {
    const start = ` ${plain}`.indexOf(` ${word}`);
    const index = start >= 0 ? start : plain.indexOf(word);
    const [from, to] = [origin[index], origin[index + word.length]];
    if (index >= 0 && from !== undefined && to !== undefined && to > from) found.push([from, to]);
  }
  const merged: [number, number][] = [];
  for (const range of found.sort((one, other) => one[0] - other[0])) {
    const last = merged.at(-1);
    if (last && range[0] <= last[1]) last[1] = Math.max(last[1], range[1]);
    else merged.push(range);
  }
  return merged;
}

/** Mistakes in a word of this many letters that a suggestion forgives. */
const mistakesIn = (length: number): number => (length < 4 ? 0 : length < 8 ? 1 : 2);

/** The item whose title has a word that is almost a typed one, for "Did you mean …?"; undefined if there is none. */
export function nearest<T extends Pick<Searchable, 'title'>>(query: string, items: readonly T[]): T | undefined {
  const lettersOf = (text: string) =>
    wordsOf(text).map((word) => word.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, ''));
  const typed = lettersOf(query);
  let best: { item: T; distance: number } | undefined;
  for (const item of items) {
    for (const title of lettersOf(item.title)) {
      for (const word of typed) {
        const limit = mistakesIn(word.length);
        if (limit === 0 || Math.abs(title.length - word.length) > limit) continue;
        const distance = editDistance(word, title);
        if (distance <= limit && distance < (best?.distance ?? Number.POSITIVE_INFINITY)) best = { item, distance };
      }
    }
  }
  return best?.item;
}

/** Letters to insert, remove or replace (Levenshtein). */
export function editDistance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [index, letter] of [...one].entries()) {
    const next = [index + 1];
    for (let column = 1; column <= other.length; column += 1) {
      const replaced = (row[column - 1] ?? 0) + (letter === other[column - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[other.length] ?? 0;
}
