/** The time entries of a task: each appears once, own ones with their unsent changes. */

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mergeOwnEntries } from '../../../../electron/features/tasks/own-time-entries.ts';
import type { TaskEntryView } from '../../../../shared/contract/task-page.ts';
import type { OwnEntry } from '../../../../shared/time/entry.ts';

const at = (hour: number): string => new Date(Date.UTC(2026, 10, 18, hour)).toISOString();

const there = (id: string, changed: Partial<TaskEntryView> = {}): TaskEntryView => ({
  id,
  person: 'Mira',
  isMine: false,
  entryId: null,
  startTime: at(9),
  endTime: at(10),
  note: '',
  isUnsent: false,
  ...changed,
});
const own = (id: string, changed: Partial<OwnEntry> = {}): OwnEntry => ({
  id,
  serverId: undefined,
  startTime: at(11),
  endTime: at(12),
  note: 'mine',
  isDiscarded: false,
  isUnsent: true,
  ...changed,
});

test('unsent entries are added, also the running one', () => {
  const seen = mergeOwnEntries([there('s1')], [own('l1'), own('l2', { startTime: at(13), endTime: null })]);
  expect(seen.map(({ id, isMine, isUnsent, endTime }) => [id, isMine, isUnsent, endTime])).toEqual([
    ['s1', false, false, at(10)],
    ['l1', true, true, at(12)],
    ['l2', true, true, null],
  ]);
});

test('an entry of the service appears once, with its unsent change', () => {
  const mine = there('s1', { isMine: true, person: 'You', endTime: null });
  const ended = own('l1', { serverId: 's1', startTime: at(9), endTime: at(14) });
  expect(mergeOwnEntries([mine], [ended])).toEqual([
    { ...mine, entryId: 'l1', endTime: at(14), note: 'mine', isUnsent: true },
  ]);
});

test('a sent entry is as the service has it', () => {
  const mine = there('s1', { isMine: true, note: 'edited elsewhere' });
  expect(mergeOwnEntries([mine], [own('l1', { serverId: 's1', isUnsent: false })])).toEqual([
    { ...mine, entryId: 'l1' },
  ]);
});

test('a discarded entry is gone, whether it was sent or not', () => {
  expect(mergeOwnEntries([there('s1')], [own('l1', { serverId: 's1', isDiscarded: true })])).toEqual([]);
  expect(mergeOwnEntries([], [own('l1', { isDiscarded: true })])).toEqual([]);
});

test('an entry that was sent after the last read is added', () => {
  expect(mergeOwnEntries([], [own('l1', { serverId: 's9', isUnsent: false })])).toMatchObject([
    { id: 'l1', isUnsent: false },
  ]);
});

test('others’ entries stay, each entry appears once, ordered by start', () => {
  const hour = fc.integer({ min: 0, max: 23 }).map(at);
  const entry = fc.record({ id: fc.integer({ min: 0, max: 9 }).map((id) => `s${id}`), startTime: hour });
  const kept = fc.record({
    id: fc.uuid(),
    serverId: fc.option(
      fc.integer({ min: 0, max: 9 }).map((id) => `s${id}`),
      { nil: undefined },
    ),
    startTime: hour,
    isDiscarded: fc.boolean(),
    isUnsent: fc.boolean(),
  });
  fc.assert(
    fc.property(
      fc.uniqueArray(entry, { selector: ({ id }) => id }),
      fc.uniqueArray(kept, { selector: ({ id, serverId }) => serverId ?? id }),
      (all, mine) => {
        const seen = mergeOwnEntries(
          all.map(({ id, startTime }) => there(id, { startTime })),
          mine.map(({ id, ...rest }) => own(id, rest)),
        );
        expect(new Set(seen.map(({ id }) => id)).size).toBe(seen.length);
        expect(seen.map(({ startTime }) => startTime)).toEqual(seen.map(({ startTime }) => startTime).sort());
        const discarded = mine.filter(({ isDiscarded }) => isDiscarded).map(({ serverId }) => serverId);
        for (const { id } of all) expect(seen.some((one) => one.id === id)).toBe(!discarded.includes(id));
      },
    ),
  );
});
