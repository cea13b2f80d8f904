/** Unreadable records. */
import type { Chance } from './chance.ts';

/**
 * The answer with one unreadable record, from its list or the answer itself. Values are missing or of a wrong type, never another
 * valid value, which no client could detect.
 */
export function odd(answer: unknown, chance: Chance): unknown {
  const copy: unknown = structuredClone(answer);
  const lists = listsIn(copy);
  const list = chance.anyOf(lists);
  const at = list === undefined ? -1 : chance.between(0, list.length);
  const record = list === undefined ? copy : list[at];
  if (list !== undefined && chance.is(0.2)) {
    list[at] = chance.pick([null, 42, 'odd', []]);
  } else if (typeof record === 'object' && record !== null) {
    // These would be valid: a running entry, or one without an owner.
    const key = chance.anyOf(Object.keys(record).filter((name) => name !== 'endTime' && name !== 'userId'));
    if (key === undefined) return copy;
    const value = chance.pick<unknown>([42, {}, [], true, undefined]);
    if (value === undefined || typeof value === typeof Reflect.get(record, key)) Reflect.deleteProperty(record, key);
    else Reflect.set(record, key, value);
  }
  return copy;
}

function listsIn(value: unknown): unknown[][] {
  if (typeof value !== 'object' || value === null) return [];
  const below = Object.values(value).flatMap(listsIn);
  return Array.isArray(value) && value.length > 0 ? [value, ...below] : below;
}
