/** Positions in a column: the requested order with as few changes as possible. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MAX_POSITION, type Placed, place } from '../../../shared/board/card-order.ts';

const column = (...positions: number[]): Placed[] =>
  positions.map((position, index) => ({ id: 'abcdefgh'[index] ?? '', position }));
const changed = (placed: Placed[] | undefined) =>
  placed && Object.fromEntries(placed.map((one) => [one.id, one.position]));

describe('a task', () => {
  test.each<
    [what: string, of: Placed[], id: string, before: string | null, expected: Record<string, number> | undefined]
  >([
    ['between two with a gap', column(1, 5, 9), 'c', 'b', { c: 2 }],
    ['at the end', column(1, 2, 3), 'a', null, { a: 4 }],
    ['before the first', column(1, 2, 3), 'c', 'a', { c: 0 }],
    [
      'before the first at 0: the following tasks are moved up to the next gap',
      column(0, 1, 2),
      'c',
      'a',
      { c: 0, a: 1, b: 2 },
    ],
    ['between two without a gap, towards the nearer gap', column(1, 2, 3, 4), 'd', 'b', { d: 1, a: 0 }],
    ['down by one', column(1, 2, 3, 4), 'a', 'c', { a: 2, b: 1 }],
    ['from another column', column(1, 2), 'x', 'b', { x: 2, b: 3 }],
    ['in an empty column', [], 'x', null, { x: 0 }],
    ['at its own position', column(1, 2, 3), 'b', 'c', {}],
    ['before itself', column(1, 2, 3), 'b', 'b', undefined],
    ['before a missing one', column(1, 2), 'a', 'z', undefined],
    ['if all have the same position', column(0, 0, 0), 'c', 'b', { c: 1, b: 2 }],
    ['after one at the largest position', column(1, MAX_POSITION), 'a', null, { a: MAX_POSITION, b: MAX_POSITION - 1 }],
    [
      'after one beyond 2^53, which is moved back',
      column(2 ** 60),
      'x',
      null,
      { x: MAX_POSITION, a: MAX_POSITION - 1 },
    ],
    ['between two beyond 2^53', column(2 ** 60, 2 ** 61), 'x', 'b', undefined],
    ['before one far below zero', column(-5), 'x', 'a', { x: 0, a: 1 }],
  ])('%s', (_, of, id, before, expected) => {
    expect(changed(place(of, id, before))).toEqual(expected);
  });

  test('gets the requested position, and the order of the others stays', () => {
    const positions = fc.array(fc.integer({ min: 0, max: 12 }), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(positions, fc.nat(7), fc.nat(8), (all, from, to) => {
        const before = column(...all.sort((one, other) => one - other));
        const id = before[from % before.length]?.id ?? '';
        const others = before.filter((one) => one.id !== id);
        const next = others[to % (others.length + 1)]?.id ?? null;
        const placed = place(before, id, next);
        expect(placed).toBeDefined();
        const now = new Map([...before, ...(placed ?? [])].map((one) => [one.id, one.position]));
        const order = others.map((one) => one.id);
        order.splice(next === null ? order.length : order.indexOf(next), 0, id);
        const sorted = [...order].sort((one, other) => (now.get(one) ?? 0) - (now.get(other) ?? 0));
        expect(sorted).toEqual(order);
        for (const { position } of placed ?? []) expect(Number.isInteger(position) && position >= 0).toBe(true);
      }),
    );
  });
});
