import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { clock, hoursMinutes } from '../../../shared/i18n/format-dates.ts';
import { formatDuration } from '../../../shared/i18n/format-durations.ts';
import { dayBounds, lengthOf, pieces, total } from '../../../shared/time/day.ts';
import { sumEntries } from '../../../shared/time/entry-sums.ts';
import { gapsBetween } from '../../../shared/time/gaps.ts';
import { shownSpan } from '../../../shared/time/shown-times.ts';
import { taskTotals } from '../../../shared/time/task-totals.ts';
import { HOUR, local, MINUTE, timeEntry } from './entries.ts';

const DAY = '2026-11-19';
const bounds = dayBounds(DAY);

describe('an entry', () => {
  test('lasts as long as the clocks beside it say', () => {
    const [piece] = pieces([timeEntry('a', local(19, 21, 15) + 50_000, local(19, 21, 44) + 10_000)], bounds, bounds.to);
    expect([clock(piece?.from ?? 0), clock(piece?.to ?? 0)]).toEqual([
      clock(local(19, 21, 15)),
      clock(local(19, 21, 44)),
    ]);
    expect(hoursMinutes(piece ? lengthOf(piece) : 0)).toBe('0:29');
  });

  test('that runs has lasted the whole minutes of its timer', () => {
    const start = local(19, 10) + 50_000;
    const at = (ms: number) =>
      lengthOf(shownSpan({ startTime: new Date(start).toISOString(), endTime: null }, start + ms));
    expect([59_999, 60_000, 25 * MINUTE - 1].map(at)).toEqual([0, MINUTE, 24 * MINUTE]);
  });

  test('that ends in the first minute of a day belongs to the day before', () => {
    const night = timeEntry('a', local(18, 23), bounds.from + 30_000);
    expect(pieces([night], bounds, bounds.to)).toEqual([]);
    expect(sumEntries([night], [DAY]).cells).toEqual([]);
  });
});

test('a gap lasts as long as the clocks at its ends say', () => {
  const entries = [
    timeEntry('a', local(19, 20), local(19, 21, 15) + 1_000),
    timeEntry('b', local(19, 21, 44) + 59_000, local(19, 22)),
  ];
  expect(gapsBetween(pieces(entries, bounds, bounds.to)).map((gap) => formatDuration(lengthOf(gap)))).toEqual([
    '29 min',
  ]);
});

const drawn = fc.array(
  fc.record({
    at: fc.integer({ min: -2 * HOUR, max: 25 * HOUR }),
    length: fc.oneof(fc.integer({ min: 0, max: 2 * MINUTE }), fc.integer({ min: 0, max: 5 * HOUR })),
  }),
  { maxLength: 12 },
);

test('Rows, the day’s total, its tasks and its cells in the timesheet agree to the minute', () => {
  fc.assert(
    fc.property(drawn, (spans) => {
      const entries = spans.map(({ at, length }, index) =>
        timeEntry(`${index}`, bounds.from + at, bounds.from + at + length),
      );
      const rows = pieces(entries, bounds, bounds.to);
      for (const row of rows) expect([row.from % MINUTE, row.to % MINUTE]).toEqual([0, 0]);
      const sum = (values: Iterable<number>) => [...values].reduce((all, one) => all + one, 0);
      expect(sum(taskTotals(entries, DAY, bounds.to).values())).toBe(total(rows));
      expect(sum(sumEntries(entries, [DAY]).cells.map(({ ms }) => ms))).toBe(total(rows));
    }),
  );
});

test('Entries that follow one another add up to the time from the first start to the last end', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: HOUR }), { minLength: 2, maxLength: 20 }), (steps) => {
      let at = local(19, 1) + 12_345;
      const edges = steps.map((step) => (at = at + step));
      const entries = edges.slice(1).map((end, index) => timeEntry(`${index}`, edges[index] ?? 0, end));
      const rows = pieces(entries, bounds, bounds.to);
      expect(total(rows)).toBe((rows.at(-1)?.to ?? 0) - (rows[0]?.from ?? 0));
    }),
  );
});
