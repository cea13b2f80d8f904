/** Letters, words and what separates them: the small print of reading a line. Pure. */

/** Stands for text that no reader may look at; as long as what it replaces, so that positions stay. */
export const BLANK = '\u0001';

/** Embeddings, overrides and isolates turn the order of everything that stands behind them in other views too. Marks stay. */
const DIRECTION = /[\u202A-\u202E\u2066-\u2069]/g;
const CONTROL = /[\p{Cc}\p{Zl}\p{Zp}]/gu;

/** The line as it is read: of the same length, with a space for every control character and line break. */
export function toSingleLine(text: string): string {
  return text.replace(CONTROL, ' ').toWellFormed();
}

export function withoutDirection(text: string): string {
  return text.replace(DIRECTION, '');
}

const PLAIN_LETTERS: Record<string, string> = { ß: 'ss', ø: 'o', æ: 'ae', œ: 'oe', ł: 'l', đ: 'd', ð: 'd', ı: 'i' };

/** For comparing: no case, no accents. Only Latin, Greek and Cyrillic accents: が and か are different letters. */
export function foldCase(text: string): string {
  return withoutDirection(text)
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\u0300-\u036F]/g, '')
    .replace(/[ßøæœłđðı]/g, (letter) => PLAIN_LETTERS[letter] ?? letter)
    .normalize('NFC');
}

/** "Mobile app", "mobile-app" and "MobileApp" are one. */
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

/** Whether a word can begin at `at`: at the start, after a space or an opening bracket. */
export function startsWord(text: string, at: number): boolean {
  const before = text[at - 1];
  return before === undefined || OPENING.test(before);
}

/** Whether a word can end before `at`: "today," and "(today)" do, "today's" and "today-ish" do not. */
export function endsWord(text: string, at: number): boolean {
  const next = text[at];
  if (next === undefined || next === BLANK) return true;
  if (!CLOSING.test(next)) return false;
  // A point or a colon within a number.
  return !(/[.,:]/.test(next) && /\d/.test(text[at + 1] ?? ''));
}

/** The edges of a date: those of words, and in scripts without spaces every letter is one. */
export function standsAlone(text: string, from: number, to: number): boolean {
  return startsDate(text, from) && endsDate(text, to);
}

/** Backslashes before it are looked through: what they mean is for the parser to say. */
export function startsDate(text: string, at: number): boolean {
  const start = at - backslashesBefore(text, at);
  const before = text[start - 1];
  return startsWord(text, start) || before === BLANK || UNSPACED.test(before ?? '') || UNSPACED.test(text[at] ?? '');
}

/** How many backslashes end before `at`. */
export function backslashesBefore(text: string, at: number): number {
  let start = at;
  while (text[start - 1] === '\\') start -= 1;
  return at - start;
}

function endsDate(text: string, at: number): boolean {
  return endsWord(text, at) || UNSPACED.test(text[at] ?? '') || UNSPACED.test(text[at - 1] ?? '');
}

/** What may stand at the end of a word without belonging to a name. */
export function withoutTrailingMarks(word: string): string {
  return word.replace(/[,.;:!?)\]}>'"”“»」』）、。！？…]+$/u, '');
}

export function isPunctuation(char: string | undefined): boolean {
  return char !== undefined && /[,.;:!?)\]}”»」』）、。！？…]/u.test(char);
}

export function opensBracket(char: string | undefined): boolean {
  return char !== undefined && /[([{<“„«「『（]/u.test(char);
}
