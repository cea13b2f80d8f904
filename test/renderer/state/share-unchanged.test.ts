import fc from 'fast-check';
import { expect, test } from 'vitest';
import { shareUnchanged } from '../../../renderer/state/share-unchanged.ts';

test('an equal value keeps its identity', () => {
  const before = { tasks: { list: [{ id: 1 }, { id: 2 }], total: 2 }, notice: null };
  const next = structuredClone(before);
  expect(shareUnchanged(before, next)).toBe(before);
});

test('only the changed part is replaced', () => {
  const before = { tasks: { list: [{ id: 1 }, { id: 2 }], total: 2 }, time: { running: null } };
  const next = { tasks: { list: [{ id: 1 }, { id: 3 }, { id: 4 }], total: 3 }, time: { running: null } };
  const kept = shareUnchanged(before, next);
  expect(kept).toEqual(next);
  expect(kept.tasks).not.toBe(before.tasks);
  expect(kept.tasks.list[0]).toBe(before.tasks.list[0]);
  expect(kept.time).toBe(before.time);
});

test('an array is not an object, and a subset is not equal', () => {
  expect(shareUnchanged({ 0: 'a' }, ['a'])).toEqual(['a']);
  expect(shareUnchanged(['a', 'b'], ['a'])).toEqual(['a']);
  expect(shareUnchanged({ a: 1, b: 2 }, { a: 1 })).toEqual({ a: 1 });
  expect(shareUnchanged({ a: 1, b: 1 }, { b: 1, c: undefined })).toStrictEqual({ b: 1, c: undefined });
});

test('the result always equals the new value', () => {
  const tree = fc.jsonValue({ maxDepth: 4 });
  fc.assert(
    fc.property(tree, tree, (before, next) => {
      const expected = structuredClone(next);
      expect(shareUnchanged(before, next)).toEqual(expected);
      const copy = structuredClone(next);
      if (typeof next === 'object') expect(shareUnchanged(next, copy)).toBe(next);
    }),
  );
});
