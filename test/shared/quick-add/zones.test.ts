/** Days and times in zones with clock changes, and whole days stored as local midnight. */
import { expect, test } from 'vitest';
import { loadDates } from '../../../shared/quick-add/find-dates.ts';
import { formatLine } from '../../../shared/quick-add/format-line.ts';
import { parse } from '../../../shared/quick-add/parser.ts';
import { parseDue } from '../../../shared/tasks/due-date.ts';
import { inZone, ZONES } from '../tasks/zone.ts';
import { directory } from './directory.ts';

async function dueOf(text: string, now: Date): Promise<string | null> {
  const all = directory({ now });
  const dates = await loadDates('en-GB');
  const parsed = parse(`Call ${text}`, all, dates);
  expect(parsed.title).toBe('Call');
  // Formatted and parsed again it is the same instant, also in a repeated hour.
  expect(parse(formatLine(parsed, all, dates), all, dates).dates).toEqual(parsed.dates);
  return parsed.dates.dueDate ?? null;
}

test.each(ZONES)('a whole day stays a whole day, at every hour of the days around clock changes: %s', async (zone) => {
  inZone(zone);
  for (const month of [2, 3, 8, 9, 10]) {
    for (let hour = 0; hour < 31 * 24; hour += 11) {
      const now = new Date(2026, month, 1, hour, 17);
      // If there is no 0:00, this is 1:00, as in the web client.
      const tomorrow = new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1);
      expect(await dueOf('tomorrow', now)).toBe(tomorrow.toISOString());
    }
  }
});

test.each(ZONES)('every full hour of a day is an instant and never a whole day: %s', async (zone) => {
  inZone(zone);
  const now = new Date(2026, 10, 19, 14, 6);
  for (let hour = 0; hour < 24; hour += 1) {
    const dueDate = await dueOf(`tomorrow ${String(hour).padStart(2, '0')}:00`, now);
    const due = parseDue(dueDate);
    expect(due?.allDay).toBe(false);
    expect([due?.at.getDate(), due?.at.getHours(), due?.at.getMinutes()]).toEqual([20, hour, 0]);
  }
});

test('20:00 in New York is midnight UTC and would be a whole day, so a second is added', async () => {
  inZone('America/New_York');
  expect(await dueOf('10 June 2027 8pm', new Date(2026, 10, 19, 14, 6))).toBe('2027-06-11T00:00:01.000Z');
});

test('the same holds for 0:00', async () => {
  inZone('Asia/Kathmandu');
  expect(await dueOf('10 June 2027 00:00', new Date(2026, 10, 19, 14, 6))).toBe('2027-06-09T18:15:01.000Z');
});

test('a whole day stored as midnight UTC is formatted as that day', async () => {
  inZone('America/New_York');
  const all = directory();
  const dates = await loadDates('en-GB');
  const parsed = { ...parse('Call', all, dates), dates: { dueDate: '2026-12-24T00:00:00.000Z' } };
  expect(formatLine(parsed, all, dates)).toBe('Call 2026-12-24');
});

test('a time that daylight saving time skips is an hour later', async () => {
  inZone('Europe/Berlin');
  expect(await dueOf('28 March 2027 02:30', new Date(2027, 2, 27, 12))).toBe('2027-03-28T01:30:00.000Z');
});

test('“in 3 hours” counts elapsed hours across a clock change', async () => {
  inZone('Europe/Berlin');
  expect(await dueOf('in 3 hours', new Date('2026-10-24T23:30:00Z'))).toBe('2026-10-25T02:30:00.000Z');
  expect(await dueOf('in 1 hour', new Date('2026-10-24T23:30:00Z'))).toBe('2026-10-25T00:30:00.000Z');
  expect(await dueOf('in 2 hours', new Date('2027-03-28T00:30:00Z'))).toBe('2027-03-28T02:30:00.000Z');
});

test('a named zone counts, whatever the zone of the computer', async () => {
  inZone('Asia/Kolkata');
  expect(await dueOf('tomorrow 5pm UTC', new Date('2026-11-19T06:00:00Z'))).toBe('2026-11-20T17:00:00.000Z');
  expect(await dueOf('2026-12-01T08:15:00Z', new Date('2026-11-19T06:00:00Z'))).toBe('2026-12-01T08:15:00.000Z');
});

test('a time that has just passed means tomorrow, across the end of the year', async () => {
  inZone('Pacific/Kiritimati');
  const dueDate = await dueOf('09:00', new Date(2026, 11, 31, 9, 0, 1));
  expect(new Date(dueDate ?? '').getTime()).toBe(new Date(2027, 0, 1, 9).getTime());
});
