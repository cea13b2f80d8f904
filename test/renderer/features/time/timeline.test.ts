import { expect, it } from 'vitest';
import { timeline } from '../../../../renderer/features/time/timeline.ts';
import type { EntryView } from '../../../../shared/contract/index.ts';
import { dayBounds, pieces } from '../../../../shared/time/day.ts';
import { local, MINUTE, timeEntry } from '../../../shared/time/entries.ts';

const list = (...entries: Parameters<typeof pieces<EntryView>>[0]) =>
  timeline(pieces(entries, dayBounds('2026-11-19'), local(19, 18))).map(({ piece, gapBefore, overlap }) => ({
    id: piece.entry.id,
    gap: gapBefore === null ? null : (gapBefore.to - gapBefore.from) / MINUTE,
    overlap: overlap && [overlap.entry.id, overlap.ms / MINUTE],
  }));

it('shows gaps of five minutes or more', () => {
  const at = local(19, 9);
  expect(
    list(
      timeEntry('a', at, at + 10 * MINUTE),
      timeEntry('b', at + 14 * MINUTE, at + 20 * MINUTE),
      timeEntry('c', at + 25 * MINUTE, at + 30 * MINUTE),
    ),
  ).toEqual([
    { id: 'a', gap: null, overlap: null },
    { id: 'b', gap: null, overlap: null },
    { id: 'c', gap: 5, overlap: null },
  ]);
});

it('shows no gap during an earlier, longer entry', () => {
  const at = local(19, 9);
  expect(
    list(
      timeEntry('a', at, at + 120 * MINUTE),
      timeEntry('b', at + 10 * MINUTE, at + 20 * MINUTE),
      timeEntry('c', at + 60 * MINUTE, at + 70 * MINUTE),
    ),
  ).toEqual([
    { id: 'a', gap: null, overlap: null },
    { id: 'b', gap: null, overlap: ['a', 10] },
    { id: 'c', gap: null, overlap: ['a', 10] },
  ]);
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
