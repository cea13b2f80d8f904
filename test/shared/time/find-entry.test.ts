import { expect, it, vi } from 'vitest';
import { daysBefore, findDay } from '../../../shared/time/find-entry.ts';
import { local, timeEntry } from './entries.ts';

const changedAt = new Date(local(19, 14)).toISOString();
const here = timeEntry('here', local(19, 9), local(19, 10));
const today = { day: '2026-11-20', entries: [here] };

it('finds entries of today without a request', async () => {
  const askDay = vi.fn();
  expect(await findDay('here', today, changedAt, askDay)).toBe('2026-11-20');
  expect(askDay).not.toHaveBeenCalled();
});

it('requests the day of the change and the days before', async () => {
  const askDay = vi.fn(async (day: string) => (day === '2026-11-17' ? [timeEntry('old', local(17, 9), null)] : []));
  expect(await findDay('old', today, changedAt, askDay)).toBe('2026-11-17');
  expect(askDay.mock.calls.flat()).toEqual(['2026-11-19', '2026-11-18', '2026-11-17']);
  expect(await findDay('gone', today, changedAt, askDay)).toBeNull();
});

it('goes back across the end of a month', () => {
  expect(daysBefore(new Date(2026, 2, 1, 12).toISOString(), 3)).toEqual(['2026-03-01', '2026-02-28', '2026-02-27']);
});
