/** Due dates, clocks and durations in English. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  clock,
  type DueDistance,
  formatDue,
  hoursMinutes,
  hoursMinutesSeconds,
} from '../../../shared/i18n/format-dates.ts';
import { dueDistance, parseDue } from '../../../shared/tasks/due-date.ts';
import { inZone, ZONES } from '../tasks/zone.ts';

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

describe('a due date', () => {
  const now = new Date(2026, 10, 18, 14);
  test.each<[DueDistance, string]>([
    [{ say: 'minutes-late', count: 1 }, '1 min late'],
    [{ say: 'hours-late', count: 3 }, '3 h late'],
    [{ say: 'days-late', count: 1 }, '1 day late'],
    [{ say: 'days-late', count: 2 }, '2 days late'],
    [{ say: 'days-late', count: 365 }, '365 days late'],
    [{ say: 'days-late', count: 366 }, '1 year late'],
    [{ say: 'days-late', count: 46_000 }, '126 years late'],
    [{ say: 'in-minutes', count: 59 }, 'in 59 min'],
    [{ say: 'in-hours', count: 5 }, 'in 5 h'],
    [{ say: 'today' }, 'today'],
    [{ say: 'tomorrow' }, 'tomorrow'],
    [{ say: 'weekday', day: new Date(2026, 10, 22) }, 'Sunday'],
    [{ say: 'date', day: new Date(2026, 10, 28) }, '28 Nov'],
    [{ say: 'date', day: new Date(2027, 0, 3) }, '3 Jan 2027'],
    [{ say: 'date', day: new Date(9999, 11, 31) }, '31 Dec 9999'],
  ])('%j reads “%s”', (distance, words) => {
    expect(formatDue(distance, now)).toBe(words);
  });

  test('names the day in the current time zone, also after a change of zone', () => {
    for (const zone of ZONES) {
      inZone(zone);
      const here = new Date(2026, 10, 18, 14);
      const said = (text: string) => {
        const due = parseDue(text);
        return due && formatDue(dueDistance(due, here), here);
      };
      expect([said('2026-11-22'), said('2026-11-28')], zone).toEqual(['Sunday', '28 Nov']);
    }
  });

  test('has a text for every possible date', () => {
    const texts = fc.date({ noInvalidDate: true }).map((date) => date.toISOString());
    fc.assert(
      fc.property(texts, (text) => {
        const due = parseDue(text);
        if (due === null) return;
        expect(formatDue(dueDistance(due, now), now)).toMatch(/^[\w ,]+$/);
      }),
    );
  });
});

describe('the clock', () => {
  const isTwelve = new Intl.DateTimeFormat(undefined, { hour: 'numeric' }).resolvedOptions().hour12 === true;
  test.each([
    ['2026-11-18T00:05:00', '00:05', '12:05 am'],
    ['2026-11-18T09:06:59.999', '09:06', '9:06 am'],
    ['2026-11-18T12:00:00', '12:00', '12:00 pm'],
    ['2026-11-18T14:06:00', '14:06', '2:06 pm'],
  ])('of %s shows %s, or %s with a 12-hour clock', (local, twentyFour, twelve) => {
    expect(clock(new Date(local).toISOString())).toBe(isTwelve ? twelve : twentyFour);
  });

  test('follows the current time zone', () => {
    for (const zone of ZONES) {
      inZone(zone);
      const local = new Date(2026, 10, 18, 14, 6);
      expect(clock(local.toISOString()), zone).toBe(isTwelve ? '2:06 pm' : '14:06');
    }
  });
});

describe('a duration', () => {
  test.each([
    [0, '0:00', '0:00:00'],
    [999, '0:00', '0:00:00'],
    [59 * SECOND_MS + 999, '0:00', '0:00:59'],
    [MINUTE_MS, '0:01', '0:01:00'],
    [HOUR_MS - 1, '0:59', '0:59:59'],
    [HOUR_MS, '1:00', '1:00:00'],
    [26 * HOUR_MS + 5 * MINUTE_MS + 9 * SECOND_MS, '26:05', '26:05:09'],
    [1000 * HOUR_MS, '1000:00', '1000:00:00'],
    [-1, '0:00', '0:00:00'],
    [-HOUR_MS, '0:00', '0:00:00'],
  ])('of %i ms is %s or %s', (ms, short, long) => {
    expect(hoursMinutes(ms)).toBe(short);
    expect(hoursMinutesSeconds(ms)).toBe(long);
  });
});
