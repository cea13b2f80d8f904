/**
 * Finds the parts of a line that may not be title: marks (`#name`), lone stars, the description, quoted text and escapes. Does not
 * look up names. Pure, and linear in the length of the line.
 */
import { endsWord, isSpace, startsWord } from './characters.ts';

export const PREFIXES = { '#': 'project', '+': 'label', '@': 'assignee', '!': 'priority', '>': 'column' } as const;

export type Prefix = keyof typeof PREFIXES;

export interface Mark {
  sigil: Prefix;
  from: number;
  /** Ends after the word or the closing quote. */
  to: number;
  /** What follows the sigil, without quotes. */
  name: string;
  quoted: boolean;
}

export interface Range {
  from: number;
  to: number;
}

export interface Scan {
  marks: Mark[];
  /** Lone stars. */
  stars: Range[];
  /** Including their quotes; they stay in the title and are not parsed. */
  quoted: Range[];
  /** Backslashes that are not part of the title. */
  escapes: Range[];
  /** From `//` to the end of the text; null without one. */
  description: Range | null;
}

const CLOSERS: Record<string, string> = { '"': '"', '“': '”', '„': '“', '«': '»', '「': '」', '`': '`' };

export function isPrefix(char: string | undefined): char is Prefix {
  return char !== undefined && Object.hasOwn(PREFIXES, char);
}

type Part =
  | { is: 'mark'; mark: Mark; to: number }
  | { is: 'star'; to: number }
  | { is: 'quoted'; to: number }
  | { is: 'description'; to: number };

/** `line` comes from toSingleLine(). */
export function scan(line: string): Scan {
  const found: Scan = { marks: [], stars: [], quoted: [], escapes: [], description: null };
  const closing = closingQuotes(line);
  let at = 0;
  while (at < line.length) {
    if (!startsWord(line, at)) {
      at += 1;
      continue;
    }
    const slashes = backslashes(line, at);
    const part = partAt(line, at + slashes, closing);
    if (part === null) {
      at += slashes + 1;
    } else if (slashes > 0) {
      // Of several backslashes only the first is removed, so that a literal backslash can be typed.
      found.escapes.push({ from: at, to: at + 1 });
      at += slashes + 1;
    } else {
      const range = { from: at, to: part.to };
      if (part.is === 'mark') found.marks.push(part.mark);
      else if (part.is === 'star') found.stars.push(range);
      else if (part.is === 'quoted') found.quoted.push(range);
      else found.description = range;
      at = part.to;
    }
  }
  return found;
}

function backslashes(line: string, at: number): number {
  let end = at;
  while (line[end] === '\\') end += 1;
  return end - at;
}

function partAt(line: string, at: number, closing: ClosingQuotes): Part | null {
  const char = line[at];
  const next = line[at + 1];
  if (char === undefined) return null;
  if (char === '/' && next === '/') return { is: 'description', to: line.length };
  if (char === '*') return next === undefined || isSpace(next) ? { is: 'star', to: at + 1 } : null;
  if (isPrefix(char)) {
    if (next === undefined || isSpace(next)) return null;
    const mark = markAt(line, at, char, closing);
    return { is: 'mark', mark, to: mark.to };
  }
  const end = closing(at);
  return end === null ? null : { is: 'quoted', to: end + 1 };
}

function markAt(line: string, at: number, sigil: Prefix, closing: ClosingQuotes): Mark {
  const end = closing(at + 1);
  if (end !== null) return { sigil, from: at, to: end + 1, name: line.slice(at + 2, end), quoted: true };
  let to = at + 1;
  while (to < line.length && !isSpace(line[to])) to += 1;
  return { sigil, from: at, to, name: line.slice(at + 1, to), quoted: false };
}

/** Where the quote that opens at `at` is closed; null if none opens there or it is never closed. */
type ClosingQuotes = (at: number) => number | null;

function closingQuotes(line: string): ClosingQuotes {
  // After this position there is no such closing quote. Without this, many open quotes would take quadratic time.
  const noneFrom = new Map<string, number>();
  return (at) => {
    const closer = CLOSERS[line[at] ?? ''];
    if (closer === undefined || at >= (noneFrom.get(closer) ?? Number.POSITIVE_INFINITY)) return null;
    let end = line.indexOf(closer, at + 1);
    while (end !== -1 && !endsWord(line, end + 1)) end = line.indexOf(closer, end + 1);
    if (end === at + 1) return null;
    if (end !== -1) return end;
    noneFrom.set(closer, at);
    return null;
  };
}
