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

import { isPunctuation, opensBracket, toSingleLine, withoutDirection } from './characters.ts';
import { readDates } from './date-fields.ts';
import { LineParse } from './line-parse.ts';
import { readNames } from './name-fields.ts';
import { scan } from './scanner.ts';
import type { DateReader, ParsedLine, ParseOptions, ParserDirectory, Token } from './types.ts';

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
