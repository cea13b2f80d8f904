import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { layOut, linesIn } from '../../../../../renderer/features/time/day/blocks.ts';
import type { Scale } from '../../../../../renderer/features/time/day/hours.ts';
import type { EntryView } from '../../../../../shared/contract/index.ts';
import { countedTwice, dayBounds, pieces } from '../../../../../shared/time/day.ts';
import { HOUR, local, MINUTE, timeEntry } from '../../../../shared/time/entries.ts';

const SCALE: Scale = { bounds: dayBounds('2026-11-19'), hourHeight: 48 };
const NOW = local(19, 18);
const layOutEntries = (...entries: EntryView[]) => layOut(pieces(entries, SCALE.bounds, NOW), SCALE);
const nine = local(19, 9);

it('a block stands at its time, with 2 px to its neighbour', () => {
  const { blocks, seams, doubled } = layOutEntries(timeEntry('a', nine, nine + HOUR), timeEntry('b', nine + HOUR, NOW));
  expect(blocks[0]).toMatchObject({ top: 9 * 48, height: 46, column: 0, columns: 1, twiceMs: 0 });
  expect(blocks[1]).toMatchObject({ top: 10 * 48, columns: 1 });
  expect([seams, doubled]).toEqual([[], []]);
});

it('the running block ends at the present', () => {
  const { blocks } = layOutEntries(timeEntry('a', local(19, 17), null));
  expect(blocks[0]).toMatchObject({ top: 17 * 48, height: 48, isOpenBelow: false });
});

it('a very short entry can still be seen', () => {
  expect(layOutEntries(timeEntry('a', nine, nine + MINUTE)).blocks[0]).toMatchObject({ height: 3, lines: 'none' });
});

it('an entry across midnight is open towards the other day', () => {
  const { blocks } = layOutEntries(
    timeEntry('a', local(18, 23), local(19, 1)),
    timeEntry('b', local(19, 23), local(20, 1)),
  );
  expect(blocks.map(({ isOpenAbove, isOpenBelow }) => [isOpenAbove, isOpenBelow])).toEqual([
    [true, false],
    [false, true],
  ]);
});

describe('entries at the same time', () => {
  it('stand side by side, each at its full length, with the doubled time between them', () => {
    const { blocks, seams, doubled } = layOutEntries(
      timeEntry('a', nine, nine + HOUR),
      timeEntry('b', nine + 45 * MINUTE, nine + 2 * HOUR),
    );
    expect(blocks.map(({ column, columns, twiceMs }) => [column, columns, twiceMs])).toEqual([
      [0, 2, 0],
      [1, 2, 15 * MINUTE],
    ]);
    expect(seams).toEqual([{ column: 1, columns: 2, top: 9.75 * 48, height: 12 }]);
    expect(doubled).toEqual([{ from: nine + 45 * MINUTE, to: nine + HOUR }]);
  });

  it('share the width of all that touch, also through others', () => {
    const { blocks } = layOutEntries(
      timeEntry('long', nine, nine + 3 * HOUR),
      timeEntry('first', nine, nine + HOUR),
      timeEntry('second', nine + 2 * HOUR, nine + 3 * HOUR),
      timeEntry('apart', nine + 4 * HOUR, nine + 5 * HOUR),
    );
    expect(
      Object.fromEntries(blocks.map(({ piece, column, columns }) => [piece.entry.id, `${column}/${columns}`])),
    ).toEqual({ long: '1/2', first: '0/2', second: '0/2', apart: '0/1' });
  });

  it('do not count as such below a minute', () => {
    const { blocks, seams } = layOutEntries(
      timeEntry('a', nine, nine + HOUR + 59_000),
      timeEntry('b', nine + HOUR, nine + 2 * HOUR),
    );
    expect(blocks.map(({ columns }) => columns)).toEqual([1, 1]);
    expect(seams).toEqual([]);
  });

  it('never cover each other, and the marked time is the day’s time counted twice', () => {
    const entry = fc.record({ from: fc.integer({ min: 0, max: 600 }), minutes: fc.integer({ min: 1, max: 200 }) });
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 20 }), (entries) => {
        const day = pieces(
          entries.map(({ from, minutes }, at) =>
            timeEntry(String(at), nine + from * MINUTE - 6 * HOUR, nine + (from + minutes) * MINUTE - 6 * HOUR),
          ),
          SCALE.bounds,
          NOW,
        );
        const { blocks } = layOut(day, SCALE);
        expect(blocks).toHaveLength(day.length);
        expect(blocks.reduce((sum, { twiceMs }) => sum + twiceMs, 0)).toBe(countedTwice(day));
        for (const one of blocks)
          for (const other of blocks) {
            if (one === other || one.columns !== other.columns || one.column !== other.column) continue;
            expect(Math.min(one.piece.to, other.piece.to) <= Math.max(one.piece.from, other.piece.from)).toBe(true);
          }
      }),
    );
  });
});

it('text is left out before it is cut', () => {
  expect([13, 14, 33, 34, 49, 50, 60].map((height) => linesIn(height, 1))).toEqual([
    'none',
    'one',
    'one',
    'two',
    'two',
    'tall',
    'tall',
  ]);
  expect([50, 60].map((height) => linesIn(height, 2))).toEqual(['tall', 'three']);
});
