/** The name of a report's file, which the next one takes over. */
import { expect, test } from 'vitest';
import { nameFrom, patternOf } from '../../../../electron/features/report/file-name.ts';

const period = (from: string, to: string, text: string) => ({ from, to, text, weekStartsOn: 1 as const });
const WEEK = period('2026-11-09', '2026-11-15', '9–15 November 2026');
const LATER = period('2027-02-01', '2027-02-07', '1–7 February 2027');
const MONTH = period('2026-10-01', '2026-10-31', 'October 2026');
const LATER_MONTH = period('2027-02-01', '2027-02-28', 'February 2027');

test.each([
  ['punchcard-report-2026-11-09-2026-11-15', WEEK, LATER, 'punchcard-report-2027-02-01-2027-02-07'],
  ['Time of 9–15 November 2026', WEEK, LATER, 'Time of 1–7 February 2027'],
  ['No. 2026-46', WEEK, LATER, 'No. 2027-05'],
  ['Week 46 (2026), room 461', WEEK, LATER, 'Week 5 (2027), room 461'],
  ['Invoice October 2026', MONTH, LATER_MONTH, 'Invoice February 2027'],
  ['2026-10 Payments', MONTH, LATER_MONTH, '2027-02 Payments'],
  ['Payments', WEEK, LATER, 'Payments'],
])('%s of one period', (name, one, other, expected) => {
  expect(nameFrom(patternOf(name, one), one)).toBe(name);
  expect(nameFrom(patternOf(name, one), other)).toBe(expected);
});

test('The name of a week is none for a month or other days', () => {
  expect(nameFrom(patternOf('Week 46', WEEK), MONTH)).toBeNull();
  expect(nameFrom(patternOf('2026-46', WEEK), period('2026-11-09', '2026-11-12', 'x'))).toBeNull();
});
