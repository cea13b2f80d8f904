/** Returns `next` with every part that deeply equals its counterpart in `before` replaced by that object. JSON values only. */
export function shareUnchanged<T>(before: unknown, next: T): T {
  if (Object.is(before, next) || !isTree(before) || !isTree(next)) return next;
  if (Array.isArray(before) !== Array.isArray(next)) return next;
  const shared = Object.entries(next).map(([key, value]): [string, unknown] => [
    key,
    shareUnchanged(before[key], value),
  ]);
  const isSame =
    shared.length === Object.keys(before).length &&
    shared.every(([key, value]) => Object.hasOwn(before, key) && before[key] === value);
  if (isSame) return before as T;
  return (Array.isArray(next) ? shared.map(([, value]) => value) : Object.fromEntries(shared)) as T;
}

const isTree = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
