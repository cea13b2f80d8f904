/** Characters and word boundaries for the quick-add parser. Pure. */

/** Replaces each character of text that the date reader must skip, so that positions stay the same. */
export const BLANK = '\u0001';

/** Embeddings, overrides and isolates would reorder the text after them wherever the title is shown. Direction marks are kept. */
const DIRECTION = /[\u202A-\u202E\u2066-\u2069]/g;
const CONTROL = /[\p{Cc}\p{Zl}\p{Zp}]/gu;

/** Replaces control characters and line breaks with spaces; the length stays the same. */
export function toSingleLine(text: string): string {
  return text.replace(CONTROL, ' ').toWellFormed();
}

export function withoutDirection(text: string): string {
  return text.replace(DIRECTION, '');
}

const PLAIN_LETTERS: Record<string, string> = { ß: 'ss', ø: 'o', æ: 'ae', œ: 'oe', ł: 'l', đ: 'd', ð: 'd', ı: 'i' };

/** Removes case and accents for comparison. Only Latin, Greek and Cyrillic accents: が and か are different letters. */
export function foldCase(text: string): string {
  return withoutDirection(text)
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\u0300-\u036F]/g, '')
    .replace(/[ßøæœłđðı]/g, (letter) => PLAIN_LETTERS[letter] ?? letter)
    .normalize('NFC');
}

/** "Mobile app", "mobile-app" and "MobileApp" give the same result. */
export function withoutSeparators(text: string): string {
  return foldCase(text).replace(/[\s_-]+/g, '');
}

/** Scripts that are written without spaces. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
const OPENING = /[\s([{<“„«「『（]/u;
const CLOSING = /[\s,.;:!?)\]}>”“»」』）、。！？…]/u;

export function isSpace(char: string | undefined): boolean {
  return char !== undefined && /\s/.test(char);
}

/** True if a word can begin at `at`: at the start, after a space or after an opening bracket. */
export function startsWord(text: string, at: number): boolean {
  const before = text[at - 1];
  return before === undefined || OPENING.test(before);
}

/** True if a word can end before `at`: "today," and "(today)" do, "today's" and "today-ish" do not. */
export function endsWord(text: string, at: number): boolean {
  const next = text[at];
  if (next === undefined || next === BLANK) return true;
  if (!CLOSING.test(next)) return false;
  // A separator within a number does not end a word.
  return !(/[.,:]/.test(next) && /\d/.test(text[at + 1] ?? ''));
}

/** True if [from, to) has word boundaries at both ends. In scripts without spaces every letter is a boundary. */
export function standsAlone(text: string, from: number, to: number): boolean {
  return startsDate(text, from) && endsDate(text, to);
}

/** Ignores backslashes before `at`, which the parser interprets. */
export function startsDate(text: string, at: number): boolean {
  const start = at - backslashesBefore(text, at);
  const before = text[start - 1];
  return startsWord(text, start) || before === BLANK || UNSPACED.test(before ?? '') || UNSPACED.test(text[at] ?? '');
}

/** The number of backslashes directly before `at`. */
export function backslashesBefore(text: string, at: number): number {
  let start = at;
  while (text[start - 1] === '\\') start -= 1;
  return at - start;
}

/** Not within an address such as monday.com. */
function endsDate(text: string, at: number): boolean {
  if (/^\.\p{L}/u.test(text.slice(at, at + 3))) return false;
  return endsWord(text, at) || UNSPACED.test(text[at] ?? '') || UNSPACED.test(text[at - 1] ?? '');
}

/** Removes punctuation at the end of a word, which does not belong to a name. */
export function withoutTrailingMarks(word: string): string {
  return word.replace(/[,.;:!?)\]}>'"”“»」』）、。！？…]+$/u, '');
}

export function isPunctuation(char: string | undefined): boolean {
  return char !== undefined && /[,.;:!?)\]}”»」』）、。！？…]/u.test(char);
}

export function opensBracket(char: string | undefined): boolean {
  return char !== undefined && /[([{<“„«「『（]/u.test(char);
}
