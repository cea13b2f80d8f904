/** The calendar of a month, in every zone. */

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { inMonth, isInMonth, monthWeeks, moveDay } from '../../../renderer/ui/calendar-month.ts';
import type { Day } from '../../../shared/dates/week-start.ts';
import { cases } from '../../properties.ts';
import { inZone, ZONES } from '../../shared/tasks/zone.ts';

const DAY_MS = 86_400_000;
/** No zone has skipped a day since then; Kiritimati did in 1994 and Apia in 2011. */
const day = fc
  .integer({ min: Date.UTC(2012, 1, 15) / DAY_MS, max: Date.UTC(2060, 0, 1) / DAY_MS })
  .map((count) => new Date(count * DAY_MS).toISOString().slice(0, 10));
const startsOn = fc.constantFrom<Day[]>(0, 1, 6);
const next = (one: string): string => new Date(Date.parse(one) + DAY_MS).toISOString().slice(0, 10);

describe.each(ZONES)('in %s', (zone) => {
  test('six whole weeks of consecutive days that contain the month', () => {
    inZone(zone);
    fc.assert(
      fc.property(day, startsOn, (one, weekStartsOn) => {
        const days = monthWeeks(one, weekStartsOn).flat();
        expect(days).toHaveLength(42);
        for (const [index, following] of days.slice(1).entries()) expect(following).toBe(next(days[index] ?? ''));
        expect(new Date(`${days[0]}T12:00Z`).getUTCDay()).toBe(weekStartsOn);
        expect(days.slice(0, 7)).toContain(`${one.slice(0, 7)}-01`);
        expect(days.filter((other) => isInMonth(other, one)).every((other) => other.startsWith(one.slice(0, 7)))).toBe(
          true,
        );
      }),
      { numRuns: cases(50) },
    );
  });

  test('keys move in both directions', () => {
    inZone(zone);
    fc.assert(
      fc.property(day, startsOn, (one, weekStartsOn) => {
        const led = (...keys: string[]) => keys.reduce((at, key) => moveDay(key, at, weekStartsOn) ?? at, one);
        expect(led('ArrowRight')).toBe(next(one));
        expect(led('ArrowRight', 'ArrowLeft')).toBe(one);
        expect(led('ArrowDown', 'ArrowUp')).toBe(one);
        expect(led(...Array.from({ length: 7 }, () => 'ArrowRight'))).toBe(led('ArrowDown'));
        expect(led('Home') <= one && one <= led('End')).toBe(true);
        expect(Date.parse(led('End')) - Date.parse(led('Home'))).toBe(6 * DAY_MS);
        expect(moveDay('x', one, weekStartsOn)).toBeNull();
      }),
      { numRuns: cases(50) },
    );
  });
});

test('a month without that day selects its last day', () => {
  expect(inMonth('2026-01-31', 1)).toBe('2026-02-28');
  expect(inMonth('2028-02-29', 12)).toBe('2029-02-28');
  expect(moveDay('PageUp', '2026-03-31', 1)).toBe('2026-02-28');
  expect(moveDay('PageDown', '2026-12-31', 1)).toBe('2027-01-31');
});
