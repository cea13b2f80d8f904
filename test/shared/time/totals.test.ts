/** Totals of a week in the person's time zone, across clock changes. */

import fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import type { Day } from '../../../shared/dates/week-start.ts';
import type { Entry } from '../../../shared/time/entry.ts';
import { weekDays, weekTotals } from '../../../shared/time/totals.ts';

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
function entry(start: string | number, end: string | number | null, task = 'a', project = 'P'): Entry {
  made += 1;
  return {
    id: `e${made}`,
    accountId: 'me',
    task: { taskId: task, identifier: `P-${task}`, title: task, projectName: project },
    startTime: new Date(start).toISOString(),
    endTime: end === null ? null : new Date(end).toISOString(),
    note: '',
    discardedAt: null,
    createdAt: new Date(start).toISOString(),
  };
}

const MONDAY: Day = 1;
const hours = (entries: Entry[], now: string, first: Day = MONDAY) =>
  weekTotals(entries, new Date(now), first).days.map(({ ms }) => ms / HOUR);
const lengths = (now: string) => {
  const days = weekDays(new Date(now), MONDAY).map((day) => day.getTime());
  return days.slice(1).map((day, index) => (day - (days[index] ?? 0)) / HOUR);
};

describe('the days of a week', () => {
  test('seven from the locale’s first day', () => {
    inZone('Europe/Berlin');
    const first = (day: Day) => weekTotals([], new Date('2026-11-18T12:00:00Z'), day).days.map((one) => one.day);
    expect(first(1)).toEqual(['16', '17', '18', '19', '20', '21', '22'].map((day) => `2026-11-${day}`));
    expect([first(0)[0], first(0)[6]]).toEqual(['2026-11-15', '2026-11-21']);
    expect([first(6)[0], first(6)[6]]).toEqual(['2026-11-14', '2026-11-20']);
  });

  test('across the end of the year', () => {
    inZone('Europe/Berlin');
    const { days } = weekTotals([], new Date('2026-12-31T23:30:00Z'), MONDAY);
    expect([days[0]?.day, days[6]?.day]).toEqual(['2026-12-28', '2027-01-03']);
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
    const days = weekDays(new Date('2026-03-27T12:00:00Z'), MONDAY);
    expect(days[6]?.getHours()).toBe(1);
    expect(lengths('2026-03-27T12:00:00Z')).toEqual([24, 24, 24, 24, 24, 24, 23]);
    // Also as the first day of a week.
    const sundays = weekDays(new Date('2026-04-01T12:00:00Z'), 0);
    expect(sundays.map((day) => day.getHours())).toEqual([1, 0, 0, 0, 0, 0, 0, 0]);
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

  test('by project and by task, longest first, without the running entry', () => {
    inZone('UTC');
    const at = (hour: number) => Date.UTC(2026, 10, 18, hour);
    const { projects, tasks, totalMs } = weekTotals(
      [
        entry(at(8), at(9), 'a', 'One'),
        entry(at(9), at(12), 'b', 'Two'),
        entry(at(12), at(13), 'c', 'One'),
        entry(at(13), at(14), 'a', 'One'),
        entry(at(14), null, 'a', 'One'),
        entry(Date.UTC(2026, 9, 1), Date.UTC(2026, 9, 2), 'z', 'Elsewhere'),
      ],
      new Date(at(15)),
      MONDAY,
    );
    expect(projects.map(({ name, ms }) => [name, ms / HOUR])).toEqual([
      ['One', 3],
      ['Two', 3],
    ]);
    expect(tasks.map(({ task, ms }) => [task.taskId, ms / HOUR])).toEqual([
      ['b', 3],
      ['a', 2],
      ['c', 1],
    ]);
    expect(totalMs / HOUR).toBe(6);
  });
});

test('in any zone and at any time: days, projects and tasks each add up to the time in the week', () => {
  const zones = ['Europe/Berlin', 'America/New_York', 'Asia/Beirut', 'Asia/Kathmandu', 'Australia/Lord_Howe', 'UTC'];
  const from = Date.UTC(2026, 0, 1);
  const times = fc.integer({ min: 0, max: 365 * 24 * 60 }).map((minute) => from + minute * 60_000);
  const near = fc.tuple(times, fc.array(fc.tuple(fc.integer({ min: -240, max: 240 }), fc.nat({ max: 60 }))));
  fc.assert(
    fc.property(
      fc.constantFrom(...zones),
      fc.nat({ max: 6 }),
      near,
      fc.array(fc.tuple(fc.nat({ max: 2 }), fc.nat({ max: 2 }))),
      (zone, first, [now, list], names) => {
        process.env.TZ = zone;
        const entries = list.map(([hour, long], index) => {
          const [task = 0, project = 0] = names[index] ?? [];
          return entry(now + hour * HOUR, now + (hour + long) * HOUR, `t${task}`, `p${project}`);
        });
        const days = weekDays(new Date(now), first as Day);
        const [start = 0, end = 0] = [days[0]?.getTime(), days[7]?.getTime()];
        expect(start <= now && now < end).toBe(true);
        const clipped = entries.reduce((sum, { startTime, endTime }) => {
          const shared = Math.min(Date.parse(endTime ?? ''), end) - Math.max(Date.parse(startTime), start);
          return sum + Math.max(0, shared);
        }, 0);
        const totals = weekTotals(entries, new Date(now), first as Day);
        const sum = (parts: { ms: number }[]) => parts.reduce((ms, part) => ms + part.ms, 0);
        expect([sum(totals.days), sum(totals.projects), sum(totals.tasks), totals.totalMs]).toEqual(
          Array.from({ length: 4 }, () => clipped),
        );
        expect(new Set(totals.days.map(({ day }) => day)).size).toBe(7);
      },
    ),
  );
});
