/** The periods of the Week view, and the way from one to the next. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  kindOf,
  monthOf,
  turned,
  weekOf,
  wrongRange,
  yearOf,
} from '../../../../../renderer/features/time/sheet/sheet-period.ts';
import { dayAfter } from '../../../../../shared/time/day.ts';

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

test('a range has two days in order, and at most 400', () => {
  expect(wrongRange({ from: '', to: '2026-11-01' })).toBe('missing');
  expect(wrongRange({ from: '2026-11-02', to: '2026-11-01' })).toBe('backwards');
  expect(wrongRange({ from: '2026-01-01', to: dayAfter('2026-01-01', 399) })).toBeNull();
  expect(wrongRange({ from: '2026-01-01', to: dayAfter('2026-01-01', 400) })).toBe('long');
});
