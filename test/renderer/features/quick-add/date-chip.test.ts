/** The texts of date chips. */
import { expect, test } from 'vitest';
import { dateChips } from '../../../../renderer/features/quick-add/chips.tsx';
import { clock } from '../../../../shared/i18n/format-dates.ts';

const now = new Date(2026, 10, 19, 12, 0);
const dueChip = (dueDate: string) => dateChips({ dueDate }, now)[0];
const at = (...parts: [number, number, number, number, number]) => new Date(...parts);

test('a date with a time: the day in words, the time, and the date beside it', () => {
  const tomorrow = at(2026, 10, 20, 17, 0);
  expect(dueChip(tomorrow.toISOString())).toEqual({
    field: 'dueDate',
    value: `Tomorrow ${clock(tomorrow)}`,
    aside: 'Fri 20 Nov',
  });
  const tonight = at(2026, 10, 19, 23, 30);
  expect(dueChip(tonight.toISOString())).toEqual({
    field: 'dueDate',
    value: `Today ${clock(tonight)}`,
    aside: 'Thu 19 Nov',
  });
});

test('a whole day has no time, in any zone', () => {
  expect(dueChip('2026-11-20T00:00:00.000Z')).toEqual({ field: 'dueDate', value: 'Tomorrow', aside: 'Fri 20 Nov' });
  expect(dueChip('2026-11-23T00:00:00.000Z')).toEqual({ field: 'dueDate', value: 'Monday', aside: '23 Nov' });
  expect(dueChip('2026-12-24T00:00:00.000Z')).toEqual({ field: 'dueDate', value: 'Thu 24 Dec', aside: null });
  expect(dueChip('2027-01-02T00:00:00.000Z')).toEqual({ field: 'dueDate', value: 'Sat 2 Jan 2027', aside: null });
});
