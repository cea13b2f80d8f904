/** Entries aggregated by task and local day: the same sums as entry by entry, in any zone, without blocking main. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createEntries } from '../../../../electron/features/time/entry-store.ts';
import { createTrackedSums } from '../../../../electron/features/time/tracked-sums.ts';
import { openDatabase, transaction } from '../../../../electron/store/database.ts';
import { dayAfter, dayBounds } from '../../../../shared/time/day.ts';
import type { Entry } from '../../../../shared/time/entry.ts';
import { partsByDay } from '../../../../shared/time/parts-by-day.ts';
import { daysBetween } from '../../../../shared/time/period.ts';
import { cases } from '../../../properties.ts';
import { inZone, ZONES } from '../../../shared/tasks/zone.ts';
import { ACCOUNT } from '../../outbox/machine.ts';
import { addAccount } from '../account/account-row.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

interface Span {
  taskId: string;
  start: number;
  end: number;
}

function open() {
  const { database } = openDatabase(':memory:', new Date());
  onTestFinished(() => database.close());
  for (const id of [ACCOUNT, 'other']) addAccount(database, id, id);
  const entries = createEntries(database);
  let revision = 0;
  const add = (spans: readonly Span[], changed: Partial<Entry> = {}) =>
    transaction(database, () => {
      for (const [index, { taskId, start, end }] of spans.entries()) {
        const [startTime, endTime] = [new Date(start).toISOString(), new Date(end).toISOString()];
        const task = { taskId, identifier: taskId, title: taskId, projectName: 'Payments' };
        const id = `${revision} ${index}`;
        const entry = { id, accountId: ACCOUNT, task, startTime, endTime, note: '', discardedAt: null };
        entries.put({ ...entry, createdAt: startTime, ...changed });
      }
      revision += 1;
    });
  return { database, add, entries, timesheet: createTrackedSums({ database, revision: () => revision }) };
}

/** As a clock shows it. Not by a date's own seconds: where an hour comes twice, they would move the second one into the first. */
const minute = (at: number): number => at - (at % 60_000);

/** The cells as `task day: ms (entries)`, entry by entry. */
function expected(spans: readonly Span[], days: readonly string[]): string[] {
  const cells = new Map<string, { ms: number; entries: number }>();
  for (const { taskId, start, end } of spans) {
    for (const { day, from, to } of partsByDay(minute(start), minute(end))) {
      if (!days.includes(day)) continue;
      const cell = cells.get(`${taskId} ${day}`) ?? { ms: 0, entries: 0 };
      cells.set(`${taskId} ${day}`, { ms: cell.ms + to - from, entries: cell.entries + 1 });
    }
  }
  return [...cells].map(([name, { ms, entries }]) => `${name}: ${ms} (${entries})`).sort();
}

const WEEK = daysBetween('2026-11-09', '2026-11-15');
const textOf = (cells: Awaited<ReturnType<ReturnType<typeof createTrackedSums>['read']>>['cells']) =>
  cells.map(({ taskId, day, ms, entries }) => `${taskId} ${day}: ${ms} (${entries})`).sort();

describe('cells', () => {
  test.each(ZONES)('are the sums of the entries’ parts in %s', async (zone) => {
    inZone(zone);
    // A week in which the clock of some zones changes, and entries that begin before and end after it.
    const starts = ['2026-03-23', '2026-10-19', '2026-09-01', '2026-11-09'];
    const span = fc.record({
      taskId: fc.constantFrom('a', 'b', 'c'),
      at: fc.integer({ min: -4 * DAY, max: 11 * DAY }),
      length: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 5 * HOUR }), fc.integer({ min: 0, max: 12 * DAY })),
    });
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...starts), fc.array(span, { maxLength: 12 }), async (from, list) => {
        const { add, timesheet, database } = open();
        const days = daysBetween(from, dayAfter(from, 6));
        const first = dayBounds(from).from;
        const spans = list.map(({ taskId, at, length }) => ({ taskId, start: first + at, end: first + at + length }));
        add(spans);
        const { cells, spans: parts } = await timesheet.read(ACCOUNT, days);
        expect(textOf(cells)).toEqual(expected(spans, days));
        const total = parts.flat().reduce((sum, part) => sum + part.to - part.from, 0);
        expect(total).toBe(cells.reduce((sum, { ms }) => sum + ms, 0));
        database.exec('DELETE FROM time_entry');
      }),
      { numRuns: cases(30) },
    );
  });

  test('leave out running and discarded entries, and those of other accounts', async () => {
    const { add, timesheet } = open();
    const start = dayBounds('2026-11-10').from + 9 * HOUR;
    const span = { taskId: 'a', start, end: start + HOUR };
    add([span], { endTime: null });
    add([span], { discardedAt: '2026-11-10T12:00:00.000Z' });
    add([span], { accountId: 'other' });
    expect((await timesheet.read(ACCOUNT, WEEK)).cells).toEqual([]);
    expect((await timesheet.read('other', WEEK)).cells).toHaveLength(1);
  });

  test('contain a week that lies within one entry', async () => {
    const { add, timesheet } = open();
    add([{ taskId: 'a', start: dayBounds('2026-11-01').from, end: dayBounds('2026-11-30').from }]);
    const { cells } = await timesheet.read(ACCOUNT, WEEK);
    expect(cells.map(({ day, ms }) => [day, ms])).toEqual(WEEK.map((day) => [day, DAY]));
    // One entry in all.
    expect(cells.map(({ continued }) => continued)).toEqual([undefined, 1, 1, 1, 1, 1, 1]);
  });
});

describe('the entries of a year', () => {
  const days = daysBetween('2026-01-01', '2026-12-31');
  const many = (count: number): Span[] => {
    const first = dayBounds('2026-01-01').from;
    const step = (365 * DAY) / count;
    return Array.from({ length: count }, (_, index) => {
      const start = Math.round(first + index * step);
      return { taskId: `task ${index % 60}`, start, end: start + 180_000 };
    });
  };

  test('are read in portions, between which main does other work: a hundred thousand', async () => {
    const { add, timesheet } = open();
    const spans = many(100_000);
    add(spans);
    let turns = 0;
    let next = setImmediate(function watch() {
      turns += 1;
      next = setImmediate(watch);
    });
    const { cells } = await timesheet.read(ACCOUNT, days);
    clearImmediate(next);
    const acrossMidnight = spans.filter(({ start, end }) => partsByDay(minute(start), minute(end)).length > 1).length;
    expect(cells.reduce((sum, { entries }) => sum + entries, 0)).toBe(100_000 + acrossMidnight);
    // Portions of two thousand.
    expect(turns).toBeGreaterThanOrEqual(50);
  });

  test('are read again if entries change meanwhile', async () => {
    const { add, timesheet } = open();
    // Three portions: the first is read at once, and another after each turn.
    add(many(6_000));
    const reading = timesheet.read(ACCOUNT, days);
    await nextTurn();
    const start = dayBounds('2026-01-01').from;
    add([{ taskId: 'new', start, end: start + HOUR }]);
    expect((await reading).cells.find(({ taskId }) => taskId === 'new')?.ms).toBe(HOUR);
  });
});
