/** Sums of a week's entries in the person's time zone, across clock changes. */

import fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import type { Day } from '../../../shared/dates/week-start.ts';
import { dayAfter, dayBounds, localDay } from '../../../shared/time/day.ts';
import type { Entry } from '../../../shared/time/entry.ts';
import { sumEntries } from '../../../shared/time/entry-sums.ts';
import { daysOfWeek, weekOf } from '../../../shared/time/period.ts';

const HOUR = 3_600_000;
const before = process.env.TZ;
afterEach(() => {
  if (before === undefined) delete process.env.TZ;
  else process.env.TZ = before;
});

function inZone(zone: string): void {
  process.env.TZ = zone;
  expect(Intl.DateTimeFormat().resolvedOptions().timeZone).toBe(zone);
}

let made = 0;
function entry(start: string | number, end: string | number | null, task = 'a'): Entry {
  made += 1;
  return {
    id: `e${made}`,
    accountId: 'me',
    task: { taskId: task, identifier: `P-${task}`, title: task, projectName: 'P' },
    startTime: new Date(start).toISOString(),
    endTime: end === null ? null : new Date(end).toISOString(),
    note: '',
    discardedAt: null,
    createdAt: new Date(start).toISOString(),
  };
}

const MONDAY: Day = 1;
const weekAt = (now: string | number, first: Day = MONDAY): string[] =>
  daysOfWeek(weekOf(localDay(new Date(now)), first).from);
const sum = (cells: readonly { ms: number }[]): number => cells.reduce((all, { ms }) => all + ms, 0);
const hours = (entries: Entry[], now: string) => {
  const { cells } = sumEntries(entries, weekAt(now));
  return weekAt(now).map((day) => sum(cells.filter((cell) => cell.day === day)) / HOUR);
};
const startHours = (days: readonly string[]) =>
  [...days, dayAfter(days.at(-1) ?? '', 1)].map((day) => new Date(dayBounds(day).from).getHours());
const lengths = (now: string) =>
  weekAt(now).map((day) => {
    const { from, to } = dayBounds(day);
    return (to - from) / HOUR;
  });

describe('the days of a week', () => {
  test('seven from the locale’s first day', () => {
    inZone('Europe/Berlin');
    const first = (day: Day) => weekAt('2026-11-18T12:00:00Z', day);
    expect(first(1)).toEqual(['16', '17', '18', '19', '20', '21', '22'].map((day) => `2026-11-${day}`));
    expect([first(0)[0], first(0)[6]]).toEqual(['2026-11-15', '2026-11-21']);
    expect([first(6)[0], first(6)[6]]).toEqual(['2026-11-14', '2026-11-20']);
  });

  test('across the end of the year', () => {
    inZone('Europe/Berlin');
    const days = weekAt('2026-12-31T23:30:00Z');
    expect([days[0], days[6]]).toEqual(['2026-12-28', '2027-01-03']);
  });

  test('a day of 23 and one of 25 hours', () => {
    inZone('Europe/Berlin');
    expect(lengths('2026-03-25T12:00:00Z')).toEqual([24, 24, 24, 24, 24, 24, 23]);
    expect(lengths('2026-10-21T12:00:00Z')).toEqual([24, 24, 24, 24, 24, 24, 25]);
    inZone('America/New_York');
    expect(lengths('2026-03-04T12:00:00Z')).toEqual([24, 24, 24, 24, 24, 24, 23]);
    inZone('Australia/Lord_Howe');
    expect(lengths('2026-10-02T12:00:00Z')).toEqual([24, 24, 24, 24, 24, 24, 23.5]);
  });

  test('a day that begins at 1:00, and the full night before it', () => {
    inZone('Asia/Beirut');
    expect(startHours(weekAt('2026-03-27T12:00:00Z'))[6]).toBe(1);
    expect(lengths('2026-03-27T12:00:00Z')).toEqual([24, 24, 24, 24, 24, 24, 23]);
    // Also as the first day of a week.
    expect(startHours(weekAt('2026-04-01T12:00:00Z', 0))).toEqual([1, 0, 0, 0, 0, 0, 0, 0]);
  });
});

describe('the totals', () => {
  test('each day has its own time; entries are cut at midnight', () => {
    inZone('Europe/Berlin');
    const entries = [
      entry('2026-11-15T22:00:00Z', '2026-11-16T01:00:00Z'),
      entry('2026-11-17T22:00:00Z', '2026-11-18T00:30:00Z'),
      entry('2026-11-22T22:00:00Z', '2026-11-23T02:00:00Z'),
    ];
    expect(hours(entries, '2026-11-18T12:00:00Z')).toEqual([2, 1, 1.5, 0, 0, 0, 1]);
  });

  test('an entry over several days fills them, also across a clock change', () => {
    inZone('Europe/Berlin');
    const long = entry('2026-10-23T22:00:00Z', '2026-10-26T05:00:00Z');
    expect(hours([long], '2026-10-21T12:00:00Z')).toEqual([0, 0, 0, 0, 0, 24, 25]);
    expect(hours([long], '2026-10-27T12:00:00Z')).toEqual([6, 0, 0, 0, 0, 0, 0]);
  });

  test('the repeated hour counts twice, the skipped one not at all', () => {
    inZone('Europe/Berlin');
    expect(hours([entry('2026-10-25T00:00:00Z', '2026-10-25T02:00:00Z')], '2026-10-25T12:00:00Z')[6]).toBe(2);
    // From 1:30 to 3:30 local time.
    expect(hours([entry('2026-03-29T00:30:00Z', '2026-03-29T01:30:00Z')], '2026-03-29T12:00:00Z')[6]).toBe(1);
  });

  test('by task and day, without the running entry', () => {
    inZone('UTC');
    const at = (hour: number) => Date.UTC(2026, 10, 18, hour);
    const { cells, spans } = sumEntries(
      [
        entry(at(8), at(9), 'a'),
        entry(at(9), at(12), 'b'),
        entry(at(13), at(14), 'a'),
        entry(at(14), null, 'a'),
        entry(Date.UTC(2026, 9, 1), Date.UTC(2026, 9, 2), 'z'),
      ],
      weekAt(at(15)),
    );
    expect(cells).toEqual([
      { taskId: 'a', day: '2026-11-18', ms: 2 * HOUR, entries: 2 },
      { taskId: 'b', day: '2026-11-18', ms: 3 * HOUR, entries: 1 },
    ]);
    expect(spans.map((day) => day.length)).toEqual([0, 0, 3, 0, 0, 0, 0]);
  });
});

test('in any zone and at any time: the cells and the spans each add up to the time in the week', () => {
  const zones = ['Europe/Berlin', 'America/New_York', 'Asia/Beirut', 'Asia/Kathmandu', 'Australia/Lord_Howe', 'UTC'];
  const from = Date.UTC(2026, 0, 1);
  const times = fc.integer({ min: 0, max: 365 * 24 * 60 }).map((minute) => from + minute * 60_000);
  const near = fc.tuple(times, fc.array(fc.tuple(fc.integer({ min: -240, max: 240 }), fc.nat({ max: 60 }))));
  fc.assert(
    fc.property(
      fc.constantFrom(...zones),
      fc.nat({ max: 6 }),
      near,
      fc.array(fc.nat({ max: 2 })),
      (zone, first, [now, list], tasks) => {
        process.env.TZ = zone;
        const entries = list.map(([hour, long], index) =>
          entry(now + hour * HOUR, now + (hour + long) * HOUR, `t${tasks[index] ?? 0}`),
        );
        const days = weekAt(now, first as Day);
        const [start, end] = [dayBounds(days[0] ?? '').from, dayBounds(days[6] ?? '').to];
        expect(start <= now && now < end).toBe(true);
        const clipped = entries.reduce((all, { startTime, endTime }) => {
          const shared = Math.min(Date.parse(endTime ?? ''), end) - Math.max(Date.parse(startTime), start);
          return all + Math.max(0, shared);
        }, 0);
        const { cells, spans } = sumEntries(entries, days);
        expect([sum(cells), sum(spans.flat().map(({ from, to }) => ({ ms: to - from })))]).toEqual([clipped, clipped]);
        expect(new Set(days).size).toBe(7);
      },
    ),
  );
});
