/**
 * JSON from outside: its depth and the number of its values are looked at before it is parsed. A few megabytes of brackets would
 * hold up the process for seconds. Pure.
 */

/** Objects and arrays within each other; the deepest record of the service has seven, and data of other programs in it. */
const MAX_DEPTH = 64;
/** The longest answers that are read hold half as many. */
const MAX_VALUES = 1_000_000;

/** The text is nested too deeply, or holds too many values. */
export class JsonBoundsError extends Error {
  override readonly name = 'JsonBoundsError';
}

/** Throws JsonBoundsError, or SyntaxError where the text is no JSON. */
export function parseBoundedJson(text: string): unknown {
  if (!isWithinBounds(text)) throw new JsonBoundsError('nested too deeply, or too many values');
  return JSON.parse(text) as unknown;
}

const [QUOTE, COMMA, BACKSLASH] = [0x22, 0x2c, 0x5c];
const [OPEN_ARRAY, CLOSE_ARRAY, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];

/** Right for JSON; of anything else, the parser has to say what is wrong. */
function isWithinBounds(text: string): boolean {
  let depth = 0;
  let values = 1;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      at = endOfString(text, at + 1);
    } else if (code === COMMA) {
      values += 1;
      if (values > MAX_VALUES) return false;
    } else if (code === OPEN_ARRAY || code === OPEN_OBJECT) {
      depth += 1;
      values += 1;
      if (depth > MAX_DEPTH || values > MAX_VALUES) return false;
    } else if (code === CLOSE_ARRAY || code === CLOSE_OBJECT) {
      depth -= 1;
    }
  }
  return true;
}

/** Where the string's closing quote is; the text's length where it has none. */
function endOfString(text: string, from: number): number {
  for (let quote = text.indexOf('"', from); quote !== -1; quote = text.indexOf('"', quote + 1)) {
    let escapes = 0;
    while (quote - escapes > from && text.charCodeAt(quote - escapes - 1) === BACKSLASH) escapes += 1;
    if (escapes % 2 === 0) return quote;
  }
  return text.length;
}
