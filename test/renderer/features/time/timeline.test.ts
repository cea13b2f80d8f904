import { expect, it } from 'vitest';
import { timeline } from '../../../../renderer/features/time/timeline.ts';
import type { EntryView } from '../../../../shared/contract/index.ts';
import { dayBounds, pieces } from '../../../../shared/time/day.ts';
import { local, MINUTE, timeEntry } from '../../../shared/time/entries.ts';

const list = (...entries: Parameters<typeof pieces<EntryView>>[0]) =>
  timeline(pieces(entries, dayBounds('2026-11-19'), local(19, 18)), []).flatMap((row) =>
    'piece' in row
      ? { id: row.piece.entry.id, overlap: row.overlap && [row.overlap.entry.id, row.overlap.ms / MINUTE] }
      : [],
  );

it('shows entries and gaps by start, the gaps after the last entry too', () => {
  const at = local(19, 9);
  const day = pieces([timeEntry('a', at, at + 10 * MINUTE)], dayBounds('2026-11-19'), local(19, 18));
  const [before, after] = [
    { from: at - 30 * MINUTE, to: at, isNotWork: false },
    { from: at + 10 * MINUTE, to: at + 60 * MINUTE, isNotWork: true },
  ];
  expect(timeline(day, [before, after])).toEqual([before, { piece: day[0], overlap: null }, after]);
});

it('names the entry with the longest overlap, from a minute', () => {
  const at = local(19, 9);
  expect(
    list(
      timeEntry('a', at, at + 30 * MINUTE),
      timeEntry('b', at + 30 * MINUTE - 30_000, at + 60 * MINUTE),
      timeEntry('c', at + 25 * MINUTE, at + 90 * MINUTE),
    ).map(({ id, overlap }) => [id, overlap]),
  ).toEqual([
    ['a', null],
    ['c', ['a', 5]],
    ['b', ['c', 31]],
  ]);
});
