/** Records that nobody can read. */
import type { Chance } from './chance.ts';

/**
 * The answer with one odd record: one of a list's, or itself where it is none. Values are of a wrong type or missing, never another
 * valid one: that would be a lie, which no client can tell.
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
    // That it runs, or is nobody's, would be such a lie.
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
