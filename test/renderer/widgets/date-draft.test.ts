/** A chosen due date survives the round trip through the service's format. */
import { format, parseISO, setHours, setMinutes, startOfDay } from 'date-fns';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dateDraft, quickDays, readDate } from '../../../renderer/widgets/date-draft.ts';
import { parseDue } from '../../../shared/tasks/due-date.ts';
import { cases } from '../../properties.ts';
import { inZone, ZONES } from '../../shared/tasks/zone.ts';

const DAY_MS = 86_400_000;
const day = fc
  .integer({ min: Date.UTC(1990, 0, 1) / DAY_MS, max: Date.UTC(2060, 0, 1) / DAY_MS })
  .map((count) => new Date(count * DAY_MS).toISOString().slice(0, 10));

describe.each(ZONES)('in %s', (zone) => {
  test('a day without a time is stored as its first moment and shown as that day, as is midnight UTC', () => {
    inZone(zone);
    fc.assert(
      fc.property(day, (one) => {
        const start = startOfDay(parseISO(one));
        // Kiritimati and Samoa have each skipped a day.
        if (format(start, 'yyyy-MM-dd') !== one) return;
        expect(readDate({ day: one, time: ' ' })).toEqual({ date: start.toISOString() });
        expect(dateDraft(start.toISOString())).toEqual({ day: one, time: '' });
        expect(dateDraft(`${one}T00:00:00.000Z`)).toEqual({ day: one, time: '' });
      }),
    );
  });

  test('a time is never stored as a whole day, and is shown as that minute', () => {
    inZone(zone);
    fc.assert(
      fc.property(day, fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }), (one, hour, minute) => {
        const read = readDate({ day: one, time: `${hour}:${String(minute).padStart(2, '0')}` });
        if (!('date' in read)) throw new Error(read.wrong);
        const at = new Date(read.date);
        expect(parseDue(read.date)?.allDay).toBe(false);
        const shown = dateDraft(read.date);
        const again = readDate(shown);
        expect(again).toEqual({
          date: new Date(Math.floor(at.getTime() / 60_000) * 60_000 + at.getSeconds() * 1000).toISOString(),
        });
        // Daylight saving time may skip that minute; it is then an hour later, on Lord Howe Island half an hour.
        const wanted = setMinutes(setHours(parseISO(one), hour), minute);
        const isThere = wanted.getHours() === hour && wanted.getMinutes() === minute;
        if (isThere) expect([shown.day, at.getMinutes()]).toEqual([one, minute]);
      }),
      { numRuns: cases(50) },
    );
  });
});

test('an invalid day or time is reported', () => {
  expect(readDate({ day: '', time: '' })).toEqual({ wrong: 'no-day' });
  expect(readDate({ day: 'tomorrow', time: '' })).toEqual({ wrong: 'no-day' });
  expect(readDate({ day: '2026-11-24', time: 'noonish' })).toEqual({ wrong: 'no-time' });
  expect(dateDraft(null)).toEqual({ day: '', time: '' });
  expect(dateDraft('nonsense')).toEqual({ day: '', time: '' });
});

test.each([
  ['2026-11-18', 1, '2026-11-23'],
  ['2026-11-22', 1, '2026-11-23'],
  ['2026-11-23', 1, '2026-11-30'],
  ['2026-11-18', 0, '2026-11-23'],
  ['2026-11-18', 6, '2026-11-21'],
] as const)('next week from %s, weeks beginning with %i', (today, weekStartsOn, nextWeek) => {
  expect(quickDays(today, weekStartsOn).nextWeek).toBe(nextWeek);
});

test('tomorrow is correct across the end of a year', () => {
  expect(quickDays('2026-12-31', 1)).toMatchObject({ today: '2026-12-31', tomorrow: '2027-01-01' });
});
