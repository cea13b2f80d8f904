/** How well a task, or anything else with a title, matches typed words. Pure. */
import { folded } from './filter-tasks.ts';

export interface Matchable {
  /** Such as PAY-137; empty for what has none. */
  identifier: string;
  title: string;
  /** Further text that may match, such as the project. */
  words: string;
}

/**
 * 0 if a word does not match. Identifiers count most, then the beginning of the title, then of any word. `words` are folded, as
 * wordsOf() returns them.
 */
export function matchScore(of: Matchable, words: readonly string[]): number {
  const identifier = folded(of.identifier);
  const title = folded(of.title);
  const other = folded(of.words);
  let sum = 0;
  for (const word of words) {
    if (identifier === word) sum += 100;
    else if (identifier.startsWith(word) || identifier.endsWith(`-${word}`)) sum += 50;
    else if (title.startsWith(word)) sum += 30;
    else if (` ${title}`.includes(` ${word}`)) sum += 20;
    else if (title.includes(word) || identifier.includes(word)) sum += 10;
    else if (other.includes(word)) sum += 5;
    else return 0;
  }
  return sum;
}
