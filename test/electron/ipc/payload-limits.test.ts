/** Limits of a command's payload: ordinary values pass, large ones are rejected quickly. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isWithinBounds, MAX_TEXT, MAX_VALUES } from '../../../electron/ipc/serve.ts';

test('plain values of ordinary size are accepted', () => {
  fc.assert(fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => isWithinBounds(value)));
  const tasks = Array.from({ length: 100 }, () => ({
    title: 'x'.repeat(500),
    description: 'y'.repeat(10_000),
    labels: ['a'],
  }));
  expect(isWithinBounds({ tasks, startTimer: false })).toBe(true);
  for (const value of [undefined, null, 0, Number.NaN, true, '', {}, []]) expect(isWithinBounds(value)).toBe(true);
});

describe('rejected:', () => {
  const deep = (levels: number): unknown => (levels === 0 ? 0 : [deep(levels - 1)]);
  test.each<[string, unknown]>([
    ['a long text', { note: 'x'.repeat(MAX_TEXT + 1) }],
    ['many texts that are long in total', new Array(30).fill('x'.repeat(MAX_TEXT / 20))],
    ['a long name', { ['x'.repeat(MAX_TEXT + 1)]: 1 }],
    ['a long list', new Array(MAX_VALUES + 1).fill(0)],
    ['a long list of empty items', { list: new Array(2 ** 32 - 1) }],
    ['many lists', new Array(200).fill(new Array(200).fill(0))],
    ['many names', Object.fromEntries(Array.from({ length: MAX_VALUES }, (_, index) => [`k${index}`, 1]))],
    ['a deep object', deep(1_000)],
    ['50 MB of bytes', new Uint8Array(50 * 1024 * 1024)],
    ['bytes in a field', { theme: new Uint8Array(50 * 1024 * 1024) }],
    ['a date', { at: new Date() }],
    ['a map', new Map([[1, 2]])],
    ['an error', new Error('x')],
  ])('%s', (_what, value) => {
    expect(isWithinBounds(value)).toBe(false);
  });

  test('a cyclic object', () => {
    const round: unknown[] = [];
    round.push(round);
    expect(isWithinBounds(round)).toBe(false);
  });
});
