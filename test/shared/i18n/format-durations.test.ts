import { expect, it } from 'vitest';
import { agoText } from '../../../shared/i18n/format-durations.ts';

it.each([
  [-500, 'Updated just now'],
  [3999, 'Updated just now'],
  [12_000, 'Updated 12 s ago'],
  [61_000, 'Updated 1 min ago'],
  [2 * 3_600_000, 'Updated 2 h ago'],
  [25 * 3_600_000, 'Updated 1 day ago'],
])('%i ms', (ms, words) => {
  expect(agoText(ms)).toBe(words);
});
