/** Weeks and their numbers. */
import { describe, expect, test } from 'vitest';
import type { Day } from '../../../shared/dates/week-start.ts';
import { dayBounds } from '../../../shared/time/day.ts';
import { daysOfWeek, weekNumber, weekStartOf } from '../../../shared/time/week.ts';
import { inZone, ZONES } from '../tasks/zone.ts';
import { HOUR } from './entries.ts';

test.each<[day: string, weekStartsOn: Day, start: string]>([
  ['2026-11-11', 1, '2026-11-09'],
  ['2026-11-09', 1, '2026-11-09'],
  ['2026-11-15', 1, '2026-11-09'],
  ['2026-11-15', 0, '2026-11-15'],
  ['2026-11-14', 6, '2026-11-14'],
  ['2027-01-01', 1, '2026-12-28'],
])('the week of %s, from weekday %i, begins on %s', (day, weekStartsOn, start) => {
  expect(weekStartOf(day, weekStartsOn)).toBe(start);
});

describe('a week from Monday is numbered as in ISO 8601', () => {
  test.each<[string, number]>([
    ['2026-11-09', 46],
    // 2026 has 53 weeks, and the last one reaches into 2027.
    ['2026-12-28', 53],
    ['2027-01-04', 1],
    ['2020-12-28', 53],
    ['2024-12-30', 1],
  ])('%s: %i', (weekStart, number) => {
    expect(weekNumber(weekStart)).toBe(number);
  });
});

test('another week counts from the week of 1 January', () => {
  expect(weekNumber('2026-12-27')).toBe(1);
  expect(weekNumber('2027-01-03')).toBe(2);
});

describe.each(ZONES)('in %s', (zone) => {
  test('a week has seven days, also when the clock changes, and the next one follows', () => {
    inZone(zone);
    for (const start of ['2026-03-23', '2026-03-30', '2026-10-19', '2026-10-26', '2026-09-07', '2026-04-20']) {
      const days = daysOfWeek(start);
      expect([days.length, weekStartOf(days[6] ?? '', 1)]).toEqual([7, start]);
      const lengths = days.map((day) => (dayBounds(day).to - dayBounds(day).from) / HOUR);
      expect(lengths.every((hours) => hours >= 23 && hours <= 25)).toBe(true);
    }
  });
});
