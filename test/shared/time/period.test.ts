/** Weeks, months and years of local days, the numbers of weeks, and the way from one period to the next. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Day } from '../../../shared/dates/week-start.ts';
import { dayAfter, dayBounds } from '../../../shared/time/day.ts';
import {
  daysOfWeek,
  kindOf,
  monthOf,
  turned,
  weekNumber,
  weekOf,
  wrongPeriod,
  yearOf,
} from '../../../shared/time/period.ts';
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
  expect(weekOf(day, weekStartsOn).from).toBe(start);
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
      expect([days.length, weekOf(days[6] ?? '', 1).from]).toEqual([7, start]);
      const lengths = days.map((day) => (dayBounds(day).to - dayBounds(day).from) / HOUR);
      expect(lengths.every((hours) => hours >= 23 && hours <= 25)).toBe(true);
    }
  });
});

test('a week begins on the first day of the week', () => {
  expect(weekOf('2026-11-12', 1)).toEqual({ from: '2026-11-09', to: '2026-11-15' });
  expect(weekOf('2026-11-12', 0)).toEqual({ from: '2026-11-08', to: '2026-11-14' });
});

test('weeks are turned across the end of a year with 53 of them', () => {
  expect(turned({ from: '2026-12-28', to: '2027-01-03' }, 1, 1)).toEqual({ from: '2027-01-04', to: '2027-01-10' });
});

test('a month is followed by a whole month, whatever its length', () => {
  expect(turned(monthOf('2026-01-15'), 1, 1)).toEqual({ from: '2026-02-01', to: '2026-02-28' });
  expect(turned(monthOf('2026-03-31'), -1, 1)).toEqual({ from: '2026-02-01', to: '2026-02-28' });
  expect(monthOf('2026-03-31', 1)).toEqual({ from: '2026-02-01', to: '2026-02-28' });
});

test('a year is followed by a year', () => {
  expect(turned(yearOf('2027-06-01'), 1, 1)).toEqual({ from: '2028-01-01', to: '2028-12-31' });
});

test('February of four whole weeks is a month and not a range', () => {
  expect(kindOf({ from: '2027-02-01', to: '2027-02-28' }, 1)).toBe('month');
});

test('turning a period back leads to where it began', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 3_000 }), fc.integer({ min: 0, max: 20 }), (at, length) => {
      const from = dayAfter('2022-01-01', at);
      const period = { from, to: dayAfter(from, length) };
      fc.pre(kindOf(period, 1) !== 'month');
      expect(turned(turned(period, 1, 1), -1, 1)).toEqual(period);
    }),
  );
});

test('months and years are whole, also in a leap year', () => {
  expect(monthOf('2028-02-24')).toEqual({ from: '2028-02-01', to: '2028-02-29' });
  expect(monthOf('2028-01-31', 1)).toEqual({ from: '2027-12-01', to: '2027-12-31' });
  expect(yearOf('2028-02-24')).toEqual({ from: '2028-01-01', to: '2028-12-31' });
});

test('a range has two days in order, and at most 400', () => {
  expect(wrongPeriod({ from: '', to: '2026-11-01' })).toBe('incomplete');
  expect(wrongPeriod({ from: '0026-11-01', to: '2026-11-01' })).toBe('incomplete');
  expect(wrongPeriod({ from: '2026-11-02', to: '2026-11-01' })).toBe('reversed');
  expect(wrongPeriod({ from: '2026-01-01', to: dayAfter('2026-01-01', 399) })).toBeNull();
  expect(wrongPeriod({ from: '2026-01-01', to: dayAfter('2026-01-01', 400) })).toBe('tooLong');
});
