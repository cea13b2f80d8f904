/** The milliseconds that are sent with an entry, by which it is recognised. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isFingerprinted, sentTimes } from '../../../../electron/features/time/fingerprint.ts';
import { localDay } from '../../../../shared/time/day.ts';
import { cases } from '../../../properties.ts';

const iso = (ms: number): string => new Date(ms).toISOString();
/** Local time on 18 November 2026. */
const at = (hour: number, minute = 0, second = 0, ms = 0): number =>
  new Date(2026, 10, 18, hour, minute, second, ms).getTime();
const DAY = 24 * 3_600_000;

const sent = (start: number, end: number | null, id = 'entry') =>
  sentTimes({ id, startTime: iso(start), endTime: end === null ? null : iso(end) });

test('start and end are moved by the same milliseconds', () => {
  const { startTime, endTime } = sent(at(9), at(10));
  const by = Date.parse(startTime) - at(9);
  expect(by).toBeGreaterThan(0);
  expect(by).toBeLessThan(999);
  expect(Date.parse(endTime ?? '') - at(10)).toBe(by);
});

test('a running entry has them in its start', () => {
  expect(sent(at(9), null)).toEqual({ startTime: sent(at(9), at(10)).startTime, endTime: null });
});

test('a start that has milliseconds already is sent as it is', () => {
  expect(sent(at(9, 0, 0, 1), at(10))).toEqual({ startTime: iso(at(9, 0, 0, 1)), endTime: iso(at(10)) });
});

test('two entries with the same times have different ones', () => {
  const starts = Array.from({ length: 20 }, (_, index) => sent(at(9), null, `entry ${index}`).startTime);
  expect(new Set(starts).size).toBeGreaterThan(15);
});

describe('an entry stays on its days', () => {
  test('one that ends at midnight is moved back', () => {
    const { startTime, endTime } = sent(at(22), at(24));
    expect(Date.parse(startTime)).toBeLessThan(at(22));
    expect(Date.parse(startTime)).toBeGreaterThan(at(22) - 1000);
    expect(Date.parse(endTime ?? '') - Date.parse(startTime)).toBe(2 * 3_600_000);
  });

  test('one that begins at midnight is moved forward', () => {
    expect(Date.parse(sent(at(0), at(2)).startTime)).toBeGreaterThan(at(0));
  });

  test('one from midnight to midnight is sent as it is', () => {
    expect(sent(at(0), at(24))).toEqual({ startTime: iso(at(0)), endTime: iso(at(24)) });
  });

  test('one that was stopped in the last second of the day does not end on the next', () => {
    for (let id = 0; id < 20; id += 1) {
      const { endTime } = sent(at(22), at(23, 59, 59, 990), `entry ${id}`);
      expect(localDay(new Date(Date.parse(endTime ?? '')))).toBe('2026-11-18');
    }
  });
});

describe('for all entries', () => {
  const start = fc.oneof(
    // Any second of three weeks, midnights included, in which summer time ends.
    fc.integer({ min: 0, max: 21 * 86_400 }).map((seconds) => new Date(2026, 9, 15).getTime() + seconds * 1000),
    fc.integer({ min: 0, max: 21 }).map((days) => new Date(2026, 9, 15 + days).getTime()),
  );
  const length = fc.oneof(
    fc.integer({ min: 1, max: DAY }),
    fc.integer({ min: 1, max: 24 * 60 }).map((minutes) => minutes * 60_000),
  );
  const entry = fc.record({ id: fc.uuid(), start, length: fc.option(length) });
  const holds = (property: (id: string, from: number, to: number | null) => void) =>
    fc.assert(
      fc.property(entry, ({ id, start: from, length: ms }) => property(id, from, ms === null ? null : from + ms)),
      { numRuns: cases(100) },
    );

  test('the length stays exact', () =>
    holds((id, from, to) => {
      const { startTime, endTime } = sent(from, to, id);
      expect(endTime === null ? null : Date.parse(endTime) - Date.parse(startTime)).toBe(
        to === null ? null : to - from,
      );
    }));

  test('start and end stay on their days; midnight belongs to the day that it ends', () =>
    holds((id, from, to) => {
      const { startTime, endTime } = sent(from, to, id);
      expect(localDay(new Date(Date.parse(startTime)))).toBe(localDay(new Date(from)));
      if (to !== null && endTime !== null) {
        expect(localDay(new Date(Date.parse(endTime) - 1))).toBe(localDay(new Date(to - 1)));
      }
    }));

  test('the start is never on a full second, unless the entry fills its days', () =>
    holds((id, from, to) => {
      const isMidnight = (ms: number) => new Date(ms).getHours() === 0 && new Date(ms).getMinutes() === 0;
      const fillsDays = to !== null && isMidnight(from) && (isMidnight(to) || to % 1000 !== 0);
      if (!fillsDays) expect(isFingerprinted(sent(from, to, id).startTime)).toBe(true);
    }));

  test('they are the same each time, and sending them again changes nothing', () =>
    holds((id, from, to) => {
      const once = sent(from, to, id);
      expect(sent(from, to, id)).toEqual(once);
      expect(sentTimes({ id, ...once })).toEqual(once);
    }));
});
