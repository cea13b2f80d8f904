/** The columns of the timesheet: days, weeks, months or quarters. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { timesheetColumns } from '../../../../../renderer/features/time/timesheet/columns.ts';
import { dayAfter } from '../../../../../shared/time/day.ts';
import { daysBetween } from '../../../../../shared/time/period.ts';

const units = (from: string, to: string, most: number) =>
  timesheetColumns(daysBetween(from, to), most, 1).map(({ unit, from: first, to: last }) => `${unit} ${first} ${last}`);

test('a week has a column for each day', () => {
  expect(units('2026-11-09', '2026-11-15', 7)).toHaveLength(7);
  expect(units('2026-11-09', '2026-11-15', 7)[0]).toBe('day 2026-11-09 2026-11-09');
});

test('fourteen days fit in a wide window, fifteen become weeks', () => {
  expect(units('2026-11-09', '2026-11-22', 14)).toHaveLength(14);
  expect(units('2026-11-09', '2026-11-23', 14)).toEqual([
    'week 2026-11-09 2026-11-15',
    'week 2026-11-16 2026-11-22',
    'week 2026-11-23 2026-11-23',
  ]);
});

test('a month begins and ends with parts of weeks, each known by the first day of its week', () => {
  const columns = timesheetColumns(daysBetween('2026-11-01', '2026-11-30'), 14, 1);
  expect(columns.map(({ key }) => key)).toEqual([
    '2026-10-26',
    '2026-11-02',
    '2026-11-09',
    '2026-11-16',
    '2026-11-23',
    '2026-11-30',
  ]);
  expect(columns[0]).toMatchObject({ from: '2026-11-01', to: '2026-11-01', first: 0, count: 1 });
});

test('a year has a column for each month, in a narrow window for each quarter', () => {
  expect(units('2026-01-01', '2026-12-31', 14)).toHaveLength(12);
  expect(units('2026-01-01', '2026-12-31', 7)).toEqual([
    'quarter 2026-01-01 2026-03-31',
    'quarter 2026-04-01 2026-06-30',
    'quarter 2026-07-01 2026-09-30',
    'quarter 2026-10-01 2026-12-31',
  ]);
});

test('the same month of two years is two columns', () => {
  expect(units('2025-12-01', '2026-12-31', 14)).toHaveLength(13);
});

test('columns cover every day once, in order', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 3_000 }),
      fc.integer({ min: 1, max: 400 }),
      fc.constantFrom(7, 14),
      (at, length, most) => {
        const from = dayAfter('2022-01-01', at);
        const days = daysBetween(from, dayAfter(from, length - 1));
        const columns = timesheetColumns(days, most, 1);
        expect(columns.flatMap(({ first, count }) => days.slice(first, first + count))).toEqual(days);
        for (const { first, count, from: start, to } of columns)
          expect([start, to]).toEqual([days[first], days[first + count - 1]]);
      },
    ),
  );
});
