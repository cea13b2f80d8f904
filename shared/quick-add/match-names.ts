/**
 * Matches a typed name with a project, label, person or column. Pure. The folded names are cached for as long as the list they come
 * from exists.
 */
import { nameWithAccount } from './accounts.ts';
import { foldCase, withoutSeparators } from './characters.ts';
import type { DirectoryColumn, DirectoryLabel, DirectoryPerson, DirectoryProject } from './types.ts';

export type Resolved<T> = { is: 'one'; item: T } | { is: 'many'; items: T[] } | { is: 'none' };

interface Entry<T> {
  item: T;
  /** Names by priority: a match in an earlier tier beats one in a later tier. */
  tiers: string[][];
  /** The words of a name of several words, for names typed without quotes. */
  words: string[];
}

export interface Names<T> {
  entries: Entry<T>[];
  byFirstWord: Map<string, Entry<T>[]>;
  /** The same items by their account and name, acme/payments; only where several accounts are open. */
  withAccount?: Names<T> | undefined;
}

function cachedNames<T>(
  tiersOf: (item: T) => string[][],
  nameOf: (item: T) => string,
): (items: readonly T[]) => Names<T> {
  const cache = new WeakMap<readonly T[], Names<T>>();
  return (items) => {
    const cached = cache.get(items);
    if (cached !== undefined) return cached;
    const entries = items.map((item) => ({
      item,
      tiers: tiersOf(item),
      words: foldCase(nameOf(item)).trim().split(/\s+/),
    }));
    const byFirstWord = new Map<string, Entry<T>[]>();
    for (const entry of entries) {
      const [first] = entry.words;
      if (first === undefined || entry.words.length < 2) continue;
      const sharing = byFirstWord.get(first);
      if (sharing === undefined) byFirstWord.set(first, [entry]);
      else sharing.push(entry);
    }
    const names = { entries, byFirstWord };
    cache.set(items, names);
    return names;
  };
}

const projectTiers = (id: string, slug: string, name: string): string[][] => [
  [id],
  [foldCase(slug)],
  [foldCase(name)],
  [withoutSeparators(name), withoutSeparators(slug)],
];

const ownProjectNames = cachedNames<DirectoryProject>(
  ({ id, slug, name }) => projectTiers(id, slug, name),
  ({ name }) => name,
);

const projectNamesWithAccount = cachedNames<DirectoryProject>(({ id, slug, name, account }) => {
  const place = `${account?.name}/`;
  return projectTiers(place + id, place + slug, place + name);
}, nameWithAccount);

export function projectNames(projects: readonly DirectoryProject[]): Names<DirectoryProject> {
  const names = ownProjectNames(projects);
  if (projects[0]?.account !== undefined) names.withAccount ??= projectNamesWithAccount(projects);
  return names;
}

export const labelNames = cachedNames<DirectoryLabel>(
  ({ id, name }) => [[id], [foldCase(name)], [withoutSeparators(name)]],
  ({ name }) => name,
);

export const personNames = cachedNames<DirectoryPerson>(
  ({ id, name, email }) => [
    [id],
    [foldCase(name), foldCase(email)],
    [withoutSeparators(name), ...foldCase(name).split(/\s+/), foldCase(email.split('@')[0] ?? '')],
  ],
  ({ name }) => name,
);

export const columnNames = cachedNames<DirectoryColumn>(
  ({ slug, name }) => [[slug], [foldCase(slug)], [foldCase(name)], [withoutSeparators(name), withoutSeparators(slug)]],
  ({ name }) => name,
);

/** The item with exactly this name; several if they cannot be distinguished. */
export function matchExactly<T>(typed: string, names: Names<T>): Resolved<T> {
  const found = matchEntries(typed, names);
  return found.is === 'none' && isWithAccount(typed, names) ? matchEntries(typed, names.withAccount) : found;
}

/** True for a name such as acme/payments, where lines may say the account. */
function isWithAccount<T>(typed: string, names: Names<T>): names is Names<T> & { withAccount: Names<T> } {
  return names.withAccount !== undefined && typed.includes('/');
}

function matchEntries<T>(typed: string, names: Names<T>): Resolved<T> {
  const tiers = names.entries[0]?.tiers.length ?? 0;
  for (let tier = 0; tier < tiers; tier += 1) {
    // The last tier is the loosest one in every list.
    const key =
      tier === tiers - 1 ? [foldCase(typed), withoutSeparators(typed)] : [tier === 0 ? typed : foldCase(typed)];
    const items = names.entries
      .filter(({ tiers }) => tiers[tier]?.some((name) => name !== '' && key.includes(name)))
      .map(({ item }) => item);
    if (items.length > 0) return oneOf(items);
  }
  return { is: 'none' };
}

/** As matchExactly(), or the only item with a name that begins like this. A number must be the whole name. */
export function matchPrefix<T>(typed: string, names: Names<T>): Resolved<T> {
  const exact = matchExactly(typed, names);
  if (exact.is !== 'none' || !/^\p{L}/u.test(typed)) return exact;
  const folded = foldCase(typed);
  const tight = withoutSeparators(typed);
  const items = names.entries
    .filter(({ tiers }) =>
      tiers.slice(1).some((tier) => tier.some((name) => name.startsWith(folded) || name.startsWith(tight))),
    )
    .map(({ item }) => item);
  if (items.length > 0) return oneOf(items);
  return isWithAccount(typed, names) ? matchPrefix(typed, names.withAccount) : { is: 'none' };
}

function oneOf<T>(items: T[]): Resolved<T> {
  const [item] = items;
  return item !== undefined && items.length === 1 ? { is: 'one', item } : { is: 'many', items };
}

export interface SpelledName<T> {
  item: T;
  /** End of the name in the line. */
  to: number;
}

/** The longest name of several words without quotes that begins at `from`; null if there is none or two items have it. */
export function spelledOut<T>(line: string, from: number, limit: number, names: Names<T>): SpelledName<T> | null {
  const found = spelledIn(line, from, limit, names);
  return found ?? (names.withAccount ? spelledIn(line, from, limit, names.withAccount) : null);
}

function spelledIn<T>(line: string, from: number, limit: number, names: Names<T>): SpelledName<T> | null {
  const words = wordsFrom(line, from, limit);
  let best: SpelledName<T> | null = null;
  let length = 0;
  for (const entry of names.byFirstWord.get(words[0]?.word ?? '') ?? []) {
    const last = words[entry.words.length - 1];
    if (last === undefined || !entry.words.every((word, n) => isWord(words[n], word, n === entry.words.length - 1)))
      continue;
    if (entry.words.length < length) continue;
    const to = last.word === entry.words.at(-1) ? last.to : last.bareTo;
    best = entry.words.length === length ? null : { item: entry.item, to };
    length = entry.words.length;
  }
  return best;
}

interface LineWord {
  word: string;
  /** Without punctuation at its end. */
  bare: string;
  to: number;
  bareTo: number;
}

function isWord(typed: LineWord | undefined, word: string, last: boolean): boolean {
  return typed !== undefined && (typed.word === word || (last && typed.bare === word));
}

/** Longer names have to be quoted. */
const MAX_WORDS = 8;

function wordsFrom(line: string, from: number, limit: number): LineWord[] {
  const words: LineWord[] = [];
  const pattern = /\s?(\S{1,100})/y;
  pattern.lastIndex = from;
  while (words.length < MAX_WORDS) {
    const match = pattern.exec(line);
    const word = match?.[1];
    if (match === null || word === undefined || pattern.lastIndex > limit) break;
    const bare = word.replace(/[,.;:!?)\]}…]+$/u, '');
    const to = pattern.lastIndex;
    words.push({ word: foldCase(word), bare: foldCase(bare), to, bareTo: to - (word.length - bare.length) });
  }
  return words;
}
