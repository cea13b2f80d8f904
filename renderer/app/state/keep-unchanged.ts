/** What did not change is the same as before, so that it is not drawn again. */

/** `next`, with those of its objects and lists that are like those of `before` replaced by them. Of what JSON can say. */
export function keepUnchanged<T>(before: unknown, next: T): T {
  if (Object.is(before, next) || !isTree(before) || !isTree(next)) return next;
  if (Array.isArray(before) !== Array.isArray(next)) return next;
  const kept = Object.entries(next).map(([key, value]): [string, unknown] => [key, keepUnchanged(before[key], value)]);
  const isSame =
    kept.length === Object.keys(before).length &&
    kept.every(([key, value]) => Object.hasOwn(before, key) && before[key] === value);
  if (isSame) return before as T;
  return (Array.isArray(next) ? kept.map(([, value]) => value) : Object.fromEntries(kept)) as T;
}

const isTree = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
