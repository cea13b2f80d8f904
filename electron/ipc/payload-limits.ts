/**
 * Limits the size of a command's payload. Checked before the schema, which reads all of a payload that it rejects: 50 MB of bytes
 * would be 50 million keys. Pure.
 */

/** UTF-16 code units of all texts together; the longest payload of any command is far below. */
export const MAX_TEXT = 2_000_000;
/** The number of values, nested ones included. */
export const MAX_VALUES = 20_000;
const MAX_DEPTH = 20;

/** True for plain objects, arrays and simple values within the limits. */
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
    return value.length <= left.values && value.every((item) => fits(item, left, depth - 1));
  }
  // No command takes bytes, dates or maps, whose size is not limited here.
  if (Object.getPrototypeOf(value) !== Object.prototype) return false;
  const keys = Object.keys(value);
  return (
    keys.length <= left.values &&
    keys.every((key) => fits(key, left, depth - 1) && fits(Reflect.get(value, key), left, depth - 1))
  );
}
