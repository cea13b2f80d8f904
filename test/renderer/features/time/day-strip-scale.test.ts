process.env.TZ = 'Europe/Oslo';

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hourMarks, percent, strip } from '../../../../renderer/features/time/day-strip-scale.ts';
import type { EntryView } from '../../../../shared/contract/index.ts';
import { dayBounds, pieces } from '../../../../shared/time/day.ts';
import { HOUR, local, MINUTE, timeEntry } from '../../../shared/time/entries.ts';

const bounds = dayBounds('2026-11-19');
const now = local(19, 14, 48);
const stripOf = (...entries: Parameters<typeof pieces<EntryView>>[0]) =>
  strip(pieces(entries, bounds, now), bounds, now);
const hoursOf = (instants: number[]) => instants.map((instant) => new Date(instant).getHours());

describe('scale', () => {
  it('spans the first to the last hour, at least eight hours', () => {
    const { scale, hours } = stripOf(
      timeEntry('a', local(19, 8, 54), local(19, 10)),
      timeEntry('b', local(19, 14, 6), null),
    );
    expect(scale).toEqual({ from: local(19, 8), to: local(19, 16) });
    expect(hoursOf(hours)).toEqual([9, 10, 11, 12, 13, 14, 15]);
  });

  it('extends backwards if the evening is too short', () => {
    const { scale } = stripOf(timeEntry('a', local(19, 22, 30), local(19, 23, 10)));
    expect(scale).toEqual({ from: local(19, 16), to: bounds.to });
  });

  it('labels fewer hours of a long day', () => {
    const { scale, hours } = stripOf(timeEntry('a', local(18, 23), local(20, 2)));
    expect(scale).toEqual(bounds);
    expect(hoursOf(hours)).toEqual([3, 6, 9, 12, 15, 18, 21]);
  });

  it('exists on an empty day', () => {
    expect(stripOf().scale).toEqual({ from: local(19, 12), to: local(19, 20) });
    expect(strip([], bounds, local(20, 10)).scale).toEqual({ from: local(19, 8), to: local(19, 16) });
  });
});

describe('segments', () => {
  it('distinguish sent, unsent, running and overlapping time', () => {
    const { stretches } = stripOf(
      timeEntry('a', local(19, 9), local(19, 11)),
      timeEntry('b', local(19, 10, 45), local(19, 12)),
      timeEntry('c', local(19, 13), local(19, 14), 'waiting'),
      timeEntry('d', local(19, 14), null),
    );
    expect(stretches).toEqual([
      { from: local(19, 9), to: local(19, 10, 45), kind: 'sent' },
      { from: local(19, 10, 45), to: local(19, 11), kind: 'twice' },
      { from: local(19, 11), to: local(19, 12), kind: 'sent' },
      { from: local(19, 13), to: local(19, 14), kind: 'waiting' },
      { from: local(19, 14), to: now, kind: 'running' },
    ]);
  });

  it('separate adjacent entries, and treat triple overlap like double', () => {
    const { stretches } = stripOf(
      timeEntry('a', local(19, 9), local(19, 10)),
      timeEntry('b', local(19, 10), local(19, 12)),
      timeEntry('c', local(19, 10), local(19, 12)),
      timeEntry('d', local(19, 11), local(19, 12)),
    );
    expect(stretches.map(({ kind }) => kind)).toEqual(['sent', 'twice']);
  });
});

it.each([
  ['2026-03-29', 24],
  ['2026-10-25', 26],
  ['2026-11-19', 25],
])('mark every hour of %s once', (day, count) => {
  const marks = hourMarks(dayBounds(day));
  expect(marks).toHaveLength(count);
  expect(new Set(marks).size).toBe(count);
});

it('stay within the strip for any entries', () => {
  const minute = fc.integer({ min: -600, max: 2000 });
  fc.assert(
    fc.property(fc.array(fc.tuple(minute, minute)), (ranges) => {
      const entries = ranges.map(([from, to], index) =>
        timeEntry(String(index), bounds.from + from * MINUTE, bounds.from + to * MINUTE),
      );
      const { scale, stretches, hours } = stripOf(...entries);
      expect(scale.to - scale.from).toBeGreaterThanOrEqual(8 * HOUR);
      for (const { from, to } of stretches) {
        expect(to).toBeGreaterThan(from);
        expect(percent(from, scale)).toBeGreaterThanOrEqual(0);
        expect(percent(to, scale)).toBeLessThanOrEqual(100);
      }
      expect(hours.length).toBeLessThanOrEqual(10);
    }),
  );
});
