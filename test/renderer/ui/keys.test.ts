import { expect, it } from 'vitest';
import { moveInList, pressedKeys } from '../../../renderer/ui/keys.ts';
import { nextBoundary } from '../../../renderer/ui/use-now.ts';

const key = (name: string, part = {}) => ({
  key: name,
  ctrlKey: false,
  altKey: false,
  metaKey: false,
  shiftKey: false,
  ...part,
});

it.each([
  ['ArrowDown', -1, 5, 0],
  ['j', 0, 5, 1],
  ['j', 4, 5, 4],
  // With Caps Lock.
  ['J', 0, 5, 1],
  ['k', 0, 5, 0],
  ['k', -1, 5, 0],
  ['End', 0, 5, 4],
  ['Home', 3, 5, 0],
  ['PageDown', 0, 5, 4],
  ['x', 0, 5, null],
  ['j', -1, 0, null],
])('moveInList %s from %i of %i', (name, at, count, to) => {
  expect(moveInList(key(name), at, count)).toBe(to);
});

it.each([
  ['a letter', key('s'), 'S'],
  ['a letter with Shift', key('S', { shiftKey: true }), 'Shift+S'],
  ['the slash of a German keyboard', key('/', { shiftKey: true }), '/'],
  ['a digit of a French keyboard', key('1', { shiftKey: true }), '1'],
  ['a named key', key('Enter', { shiftKey: true }), 'Shift+Enter'],
  ['the space bar', key(' ', { shiftKey: true, ctrlKey: true }), 'CommandOrControl+Shift+ '],
])('pressedKeys: %s', (_, pressed, keys) => {
  expect(pressedKeys(pressed)).toBe(keys);
});

it('ignores keys with a modifier', () => {
  expect(moveInList(key('ArrowDown', { ctrlKey: true }), 0, 5)).toBeNull();
  expect(moveInList(key('J', { shiftKey: true }), 0, 5)).toBeNull();
});

it.each([
  [1000, 1000, 0, 2000],
  [1999, 1000, 0, 2000],
  [1999, 1000, 250, 2250],
  [100, 1000, 250, 250],
])('nextBoundary after %i, every %i from %i', (now, step, phase, next) => {
  expect(nextBoundary(now, step, phase)).toBe(next);
});
