import { expect, test } from 'vitest';
import { readHours, readNight, readTime } from '../../../../renderer/features/settings/hours-fields.tsx';
import { weekdaysText, weekOrder } from '../../../../shared/i18n/weekdays.ts';

test.each([
  [[1, 2, 3, 4, 5], 1, 'Monday to Friday'],
  [[5, 4, 3, 2, 1], 0, 'Monday to Friday'],
  [[0, 1, 2, 3, 4, 5, 6], 1, 'Every day'],
  [[], 1, 'Never'],
  [[3], 1, 'Wednesday'],
  [[1, 3, 5], 1, 'Mon, Wed and Fri'],
  [[6, 0], 1, 'Saturday and Sunday'],
  [[6, 0], 0, 'Saturday and Sunday'],
  [[5, 2], 1, 'Tuesday and Friday'],
  [[5, 6, 0], 1, 'Friday to Sunday'],
  [[5, 6, 0], 0, 'Sun, Fri and Sat'],
] as const)('The days %j in a week from day %d read “%s”', (days, first, text) => {
  expect(weekdaysText(days, first)).toBe(text);
});

test('Days follow the order of the week', () => {
  expect(weekOrder(1)).toEqual([1, 2, 3, 4, 5, 6, 0]);
  expect(weekOrder(6)).toEqual([6, 0, 1, 2, 3, 4, 5]);
});

test.each([
  ['9', '17:00', { from: '09:00', to: '17:00' }],
  ['9:30 am', '5 pm', { from: '09:30', to: '17:00' }],
  ['17:00', '9:00', null],
  ['9:00', '9:00', null],
  ['nine', '17:00', null],
])('The hours %s to %s are parsed', (from, to, expected) => {
  expect(readHours(from, to)).toEqual(expected);
});

test.each([
  ['19', '8:00', { from: '19:00', to: '08:00' }],
  ['9:00', '17:00', { from: '09:00', to: '17:00' }],
  ['8', '8:00', null],
  ['night', '8:00', null],
])('The night hours %s to %s are parsed', (from, to, expected) => {
  expect(readNight(from, to)).toEqual(expected);
});

test('A time of day is parsed', () => {
  expect(['9', '0905', '9:05 pm', '24:00', ''].map(readTime)).toEqual(['09:00', '09:05', '21:05', null, null]);
});
