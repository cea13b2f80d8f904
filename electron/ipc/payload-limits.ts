/**
 * How much a window may ask at once. Looked at before the schema is: a schema reads all of what it refuses, and 50 MB of bytes
 * would be as many keys to it. Pure.
 */

/** In UTF-16 code units, all texts of a payload together; the longest that any command takes is far below. */
export const MAX_TEXT = 2_000_000;
/** Objects, arrays and what is in them. */
export const MAX_VALUES = 20_000;
const MAX_DEPTH = 20;

/** True for plain objects, arrays and simple values, few and short enough to be looked at closely. */
export function isWithinBounds(payload: unknown): boolean {
  const left = { text: MAX_TEXT, values: MAX_VALUES };
  return fits(payload, left, MAX_DEPTH);
}

function fits(value: unknown, left: { text: number; values: number }, depth: number): boolean {
  left.values -= 1;
  if (left.values < 0 || depth === 0) return false;
  if (typeof value === 'string') {
    left.text -= value.length;
    return left.text >= 0;
  }
  if (typeof value !== 'object' || value === null) return true;
  if (Array.isArray(value)) {
    return value.length <= left.values && value.every((one) => fits(one, left, depth - 1));
  }
  // Bytes, dates, maps: no command takes one, and each has a way of being large.
  if (Object.getPrototypeOf(value) !== Object.prototype) return false;
  const keys = Object.keys(value);
  return (
    keys.length <= left.values &&
    keys.every((key) => fits(key, left, depth - 1) && fits(Reflect.get(value, key), left, depth - 1))
  );
}
