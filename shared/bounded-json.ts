/**
 * Parses JSON from outside after checking its depth and its number of values: a few megabytes of brackets would block the process
 * for seconds. Pure.
 */

/** Nesting depth. The deepest record of the service has seven levels, plus data of other programs. */
const MAX_DEPTH = 64;
/** Twice as many values as the longest accepted answer. */
const MAX_VALUES = 1_000_000;

/** The text is nested too deeply or has too many values. */
export class JsonBoundsError extends Error {
  override readonly name = 'JsonBoundsError';
}

/** Throws JsonBoundsError, or SyntaxError if the text is not JSON. */
export function parseBoundedJson(text: string): unknown {
  checkJsonBounds(text);
  return JSON.parse(text) as unknown;
}

/** Throws JsonBoundsError. */
export function checkJsonBounds(text: string, maxValues = MAX_VALUES): void {
  if (!isWithinBounds(text, maxValues)) throw new JsonBoundsError('nested too deeply, or too many values');
}

const [QUOTE, COMMA, BACKSLASH] = [0x22, 0x2c, 0x5c];
const [OPEN_ARRAY, CLOSE_ARRAY, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];

/** Correct for valid JSON; the parser reports anything else. */
function isWithinBounds(text: string, maxValues: number): boolean {
  let depth = 0;
  let values = 1;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      at = endOfString(text, at + 1);
    } else if (code === COMMA) {
      values += 1;
      if (values > maxValues) return false;
    } else if (code === OPEN_ARRAY || code === OPEN_OBJECT) {
      depth += 1;
      values += 1;
      if (depth > MAX_DEPTH || values > maxValues) return false;
    } else if (code === CLOSE_ARRAY || code === CLOSE_OBJECT) {
      depth -= 1;
    }
  }
  return true;
}

/** The index of the closing quote; the text's length if there is none. */
function endOfString(text: string, from: number): number {
  for (let quote = text.indexOf('"', from); quote !== -1; quote = text.indexOf('"', quote + 1)) {
    let escapes = 0;
    while (quote - escapes > from && text.charCodeAt(quote - escapes - 1) === BACKSLASH) escapes += 1;
    if (escapes % 2 === 0) return quote;
  }
  return text.length;
}
