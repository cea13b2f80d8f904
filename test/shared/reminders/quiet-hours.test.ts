/** Quiet hours, compared with a check of each minute. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { quietUntil } from '../../../shared/reminders/quiet-hours.ts';
import { inZone, ZONES } from '../tasks/zone.ts';

const local = (text: string) => new Date(text).getTime();
const OFF = { on: true, from: '19:00', to: '08:00', days: [] as number[] };

describe('quiet', () => {
  test.each([
    ['before the evening', '2026-11-18T18:59', '2026-11-18T18:59'],
    ['in the evening', '2026-11-18T19:00', '2026-11-19T08:00'],
    ['after midnight', '2026-11-18T02:00', '2026-11-18T08:00'],
    ['at the end', '2026-11-18T08:00', '2026-11-18T08:00'],
  ])('Quiet hours across midnight: %s', (_, now, until) => {
    inZone('Europe/Berlin');
    expect(quietUntil(OFF, local(now))).toBe(local(until));
  });

  test('Adjacent quiet hours and days are one period, from Friday evening to Monday morning', () => {
    inZone('Europe/Berlin');
    const quiet = { ...OFF, days: [0, 6] };
    expect(quietUntil(quiet, local('2026-11-20T19:30'))).toBe(local('2026-11-23T08:00'));
  });

  test('Seven quiet days never end; equal times and switched-off quiet hours are never quiet', () => {
    inZone('Europe/Berlin');
    const now = local('2026-11-18T20:00');
    expect(quietUntil({ ...OFF, days: [0, 1, 2, 3, 4, 5, 6] }, now)).toBe(Number.POSITIVE_INFINITY);
    expect(quietUntil({ ...OFF, to: '19:00' }, now)).toBe(now);
    expect(quietUntil({ ...OFF, on: false, days: [3] }, now)).toBe(now);
  });

  test('Each minute before the end is quiet and the end is not, in every time zone', () => {
    const hour = fc.integer({ min: 0, max: 23 }).map((hours) => `${String(hours).padStart(2, '0')}:30`);
    const some = fc.record({
      zone: fc.constantFrom(...ZONES),
      from: hour,
      to: hour,
      days: fc.subarray([0, 1, 2, 3, 4, 5, 6]),
      now: fc.integer({ min: Date.UTC(2026, 0), max: Date.UTC(2027, 0) }),
    });
    fc.assert(
      fc.property(some, ({ zone, from, to, days, now }) => {
        const before = process.env.TZ;
        process.env.TZ = zone;
        try {
          const isQuiet = (at: number) => {
            const date = new Date(at);
            const clock = `${String(date.getHours()).padStart(2, '0')}:${String(date.getMinutes()).padStart(2, '0')}`;
            const inHours = from < to ? clock >= from && clock < to : from > to && (clock >= from || clock < to);
            return days.includes(date.getDay()) || inHours;
          };
          const until = quietUntil({ on: true, from, to, days }, now);
          if (until === now) {
            // If the clock is set back within the hours, they end when the time first occurs.
            return !isQuiet(now) || isNearChange(now);
          }
          const end = Math.min(until, now + 8 * 86_400_000);
          for (let at = now; at < end; at += 7 * 60_000) if (!isQuiet(at) && !isNearChange(at)) return false;
          return until === Number.POSITIVE_INFINITY || !isQuiet(until) || isNearChange(until);
        } finally {
          if (before === undefined) delete process.env.TZ;
          else process.env.TZ = before;
        }
      }),
    );
  });
});

const offset = (at: number) => new Date(at).getTimezoneOffset();
const isNearChange = (at: number) => offset(at - 7_200_000) !== offset(at + 7_200_000);
