import fc from 'fast-check';
import { expect, test } from 'vitest';
import { shareUnchanged } from '../../../../renderer/app/state/store.ts';

test('what did not change is the very same', () => {
  const before = { tasks: { list: [{ id: 1 }, { id: 2 }], total: 2 }, notice: null };
  const next = structuredClone(before);
  expect(shareUnchanged(before, next)).toBe(before);
});

test('what changed is new, and what is beside it the same', () => {
  const before = { tasks: { list: [{ id: 1 }, { id: 2 }], total: 2 }, time: { running: null } };
  const next = { tasks: { list: [{ id: 1 }, { id: 3 }, { id: 4 }], total: 3 }, time: { running: null } };
  const kept = shareUnchanged(before, next);
  expect(kept).toEqual(next);
  expect(kept.tasks).not.toBe(before.tasks);
  expect(kept.tasks.list[0]).toBe(before.tasks.list[0]);
  expect(kept.time).toBe(before.time);
});

test('a list is none of the same parts, and less is not the same', () => {
  expect(shareUnchanged({ 0: 'a' }, ['a'])).toEqual(['a']);
  expect(shareUnchanged(['a', 'b'], ['a'])).toEqual(['a']);
  expect(shareUnchanged({ a: 1, b: 2 }, { a: 1 })).toEqual({ a: 1 });
  expect(shareUnchanged({ a: 1, b: 1 }, { b: 1, c: undefined })).toStrictEqual({ b: 1, c: undefined });
});

test('it says what the new one says, whatever was before', () => {
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
