import { expect, it } from 'vitest';
import { weekStart } from '../../../shared/dates/week-start.ts';

it.each([
  ['nb-NO', 1],
  ['en-GB', 1],
  ['en-US', 0],
  ['ar-EG', 6],
  ['no such locale', 1],
])('%s', (locale, day) => {
  expect(weekStart(locale)).toBe(day);
});
