/** Due dates in the person's calendar. A whole day is midnight UTC or local midnight (docs/service.md#tasks). */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '../../../shared/dates/milliseconds.ts';
import { type Due, dueDistance, dueGroup, dueTone, nextDayTurn, parseDue } from '../../../shared/tasks/due-date.ts';
import { inZone, ZONES } from './zone.ts';

/** The parsed due date of a valid text. */
function due(text: string): Due {
  const parsed = parseDue(text);
  if (parsed === null) throw new Error(`${text} is no due date.`);
  return parsed;
}

test('the time zone of this process can be set, which these tests need', () => {
  inZone('Asia/Kolkata');
  expect(new Date('2026-11-21T00:00:00Z').getHours()).toBe(5);
  inZone('America/New_York');
  expect(new Date('2026-11-21T00:00:00Z').getHours()).toBe(19);
});

describe('a due date', () => {
  test('of midnight UTC is a whole local day and ends with it', () => {
    inZone('Europe/Berlin');
    expect(due('2026-11-21T00:00:00.000Z')).toEqual({ at: new Date(2026, 10, 22), allDay: true });
    inZone('America/New_York');
    expect(due('2026-11-21T00:00:00.000Z')).toEqual({ at: new Date(2026, 10, 22), allDay: true });
    expect(due('2026-11-21')).toEqual({ at: new Date(2026, 10, 22), allDay: true });
  });

  test('of local midnight is that day too, as the web client writes it', () => {
    inZone('Europe/Berlin');
    expect(due('2026-11-20T23:00:00.000Z')).toEqual({ at: new Date(2026, 10, 22), allDay: true });
    inZone('America/New_York');
    expect(due('2026-11-21T05:00:00.000Z')).toEqual({ at: new Date(2026, 10, 22), allDay: true });
    inZone('America/Santiago');
    // Sunday 6 September 2026 begins at 1:00 there.
    expect(due('2026-09-06T04:00:00.000Z')).toEqual({ at: new Date(2026, 8, 7), allDay: true });
    inZone('America/Havana');
    // 0:00 occurs twice on Sunday 1 November 2026; the day begins with the first.
    expect(due('2026-11-01T04:00:00.000Z')).toEqual({ at: new Date(2026, 10, 2), allDay: true });
    expect(due('2026-11-01T05:00:00.000Z').allDay).toBe(false);
  });

  test('of midnight in another zone is an instant, on the day that the web client shows here', () => {
    const pickedInBerlin = '2026-11-20T23:00:00.000Z';
    inZone('America/New_York');
    expect(due(pickedInBerlin)).toEqual({ at: new Date(2026, 10, 20, 18), allDay: false });
    inZone('Pacific/Auckland');
    expect(due(pickedInBerlin)).toEqual({ at: new Date(2026, 10, 21, 12), allDay: false });
  });

  test('of any other time is that instant', () => {
    inZone('Europe/Berlin');
    expect(due('2026-11-21T15:30:00.000Z')).toEqual({ at: new Date('2026-11-21T15:30:00.000Z'), allDay: false });
    expect(due('2026-11-20T23:00:00.001Z').allDay).toBe(false);
    expect(due('2026-11-21T00:00:00.001Z').allDay).toBe(false);
    expect(due('2026-11-21T01:00:00+01:00').allDay).toBe(true);
  });

  test.each([null, '', 'tomorrow', '2026-13-45', 'NaN'])('of %j is none', (text) => {
    expect(parseDue(text)).toBeNull();
  });

  test.each([
    ['1900-01-01T00:00:00.000Z', [1900, 0, 2]],
    ['1969-12-31T00:00:00.000Z', [1970, 0, 1]],
    ['1970-01-01T00:00:00.000Z', [1970, 0, 2]],
    ['2024-02-28T00:00:00.000Z', [2024, 1, 29]],
    ['2024-02-29T00:00:00.000Z', [2024, 2, 1]],
    ['9999-12-31T00:00:00.000Z', [10_000, 0, 1]],
  ] as const)('%s is over at the beginning of %j', (text, [year, month, day]) => {
    inZone('Europe/Berlin');
    expect(due(text).at).toEqual(new Date(year, month, day));
  });

  test('of the first century AD is not read as one of the last century', () => {
    inZone('UTC');
    expect(due('0050-03-01T00:00:00.000Z').at.toISOString()).toBe('0050-03-02T00:00:00.000Z');
    expect(dueGroup(due('0001-01-01T00:00:00.000Z'), new Date(2026, 10, 21))).toBe('overdue');
  });

  test.each(ZONES)('at the limits of Date is an instant or null, never invalid (%s)', (zone) => {
    inZone(zone);
    for (const text of ['+275760-09-13T00:00:00.000Z', '+275760-09-12T00:00:00.000Z', '-271821-04-20T00:00:00.000Z']) {
      const parsed = parseDue(text);
      if (parsed !== null) expect(parsed.at.getTime()).not.toBeNaN();
    }
    expect(parseDue('+275760-09-13T00:00:00.000Z')).toBeNull();
  });

  test('on a longer or shorter day, or one that begins at 1:00, ends when the next day begins', () => {
    inZone('Europe/Berlin');
    expect(due('2026-03-29').at.toISOString()).toBe('2026-03-29T22:00:00.000Z');
    expect(due('2026-10-25').at.toISOString()).toBe('2026-10-25T23:00:00.000Z');
    inZone('America/Santiago');
    // Sunday 6 September 2026 begins at 1:00 there.
    expect(due('2026-09-05').at.toISOString()).toBe('2026-09-06T04:00:00.000Z');
    expect(due('2026-09-06').at.toISOString()).toBe('2026-09-07T03:00:00.000Z');
  });
});

describe('the group', () => {
  // Saturday 21 November 2026, 14:00 in Berlin.
  const now = new Date('2026-11-21T13:00:00.000Z');

  test.each([
    ['2026-11-20', 'overdue'],
    ['2026-11-21', 'today'],
    ['2026-11-22', 'tomorrow'],
    ['2026-11-23', 'next-7-days'],
    ['2026-11-28', 'next-7-days'],
    ['2026-11-29', 'later'],
    ['1900-01-01', 'overdue'],
    ['9999-12-31', 'later'],
    ['2026-11-21T12:59:00.000Z', 'overdue'],
    ['2026-11-21T12:59:00.001Z', 'today'],
    ['2026-11-21T13:00:00.000Z', 'today'],
    ['2026-11-21T13:00:00.001Z', 'today'],
    ['2026-11-21T22:59:59.999Z', 'today'],
    ['2026-11-21T23:00:00.000Z', 'tomorrow'],
    ['2026-11-22T22:59:59.999Z', 'tomorrow'],
    ['2026-11-22T23:00:00.000Z', 'next-7-days'],
    ['2026-11-28T22:59:59.999Z', 'next-7-days'],
    ['2026-11-28T23:00:00.000Z', 'later'],
  ])('of %s is %s', (text, group) => {
    inZone('Europe/Berlin');
    expect(dueGroup(due(text), now)).toBe(group);
  });

  test('without a due date is separate', () => {
    expect(dueGroup(null, now)).toBe('no-date');
  });

  test('counts days correctly if a day begins at 1:00', () => {
    inZone('America/Santiago');
    const sunday = new Date(2026, 8, 6, 12);
    expect(dueGroup(due('2026-09-07'), sunday)).toBe('tomorrow');
    expect(dueGroup(due('2026-09-13'), sunday)).toBe('next-7-days');
    expect(dueGroup(due('2026-09-14'), sunday)).toBe('later');
  });
});

describe('the tone', () => {
  const now = new Date('2026-11-18T13:00:00.000Z');
  test.each([
    ['2026-11-17', 'overdue'],
    ['2026-11-18T12:59:00.000Z', 'overdue'],
    ['2026-11-18T13:00:00.000Z', 'soon'],
    ['2026-11-18T18:59:59.999Z', 'soon'],
    ['2026-11-18T19:00:00.000Z', 'near'],
    ['2026-11-18', 'near'],
    ['2026-11-22', 'near'],
    ['2026-11-25', 'near'],
    ['2026-11-26', 'far'],
  ])('of %s is %s', (text, tone) => {
    inZone('Europe/Berlin');
    expect(dueTone(due(text), now)).toBe(tone);
  });
});

describe('the text', () => {
  // Wednesday 18 November 2026, 14:00 in Berlin.
  const now = new Date('2026-11-18T13:00:00.000Z');
  const at = (ms: number) => new Date(now.getTime() + ms).toISOString();

  test.each([
    [at(59_000), { say: 'in-minutes', count: 1 }],
    [at(0), { say: 'now' }],
    [at(-59_000), { say: 'now' }],
    [at(-60_000), { say: 'minutes-late', count: 1 }],
    [at(-59 * MINUTE_MS), { say: 'minutes-late', count: 59 }],
    [at(-HOUR_MS), { say: 'hours-late', count: 1 }],
    [at(-15 * HOUR_MS), { say: 'hours-late', count: 15 }],
    ['2026-11-17', { say: 'days-late', count: 1 }],
    ['2026-11-04', { say: 'days-late', count: 14 }],
    [at(1), { say: 'in-minutes', count: 1 }],
    [at(59.5 * MINUTE_MS), { say: 'in-minutes', count: 60 }],
    [at(HOUR_MS), { say: 'in-hours', count: 1 }],
    [at(2.6 * HOUR_MS), { say: 'in-hours', count: 3 }],
    [at(6 * HOUR_MS), { say: 'today' }],
    ['2026-11-18', { say: 'today' }],
    ['2026-11-19', { say: 'tomorrow' }],
    ['2026-11-19T22:00:00.000Z', { say: 'tomorrow' }],
  ])('of %s', (text, said) => {
    inZone('Europe/Berlin');
    expect(dueDistance(due(text), now)).toEqual(said);
  });

  test('of future days: the weekday within a week, then the date', () => {
    inZone('Europe/Berlin');
    expect(dueDistance(due('2026-11-20'), now)).toEqual({ say: 'weekday', day: new Date(2026, 10, 20) });
    expect(dueDistance(due('2026-11-24'), now)).toEqual({ say: 'weekday', day: new Date(2026, 10, 24) });
    expect(dueDistance(due('2026-11-25'), now)).toEqual({ say: 'date', day: new Date(2026, 10, 25) });
    expect(dueDistance(due('9999-12-31'), now)).toEqual({ say: 'date', day: new Date(9999, 11, 31) });
  });

  test('of an all-day task never counts hours or minutes', () => {
    inZone('America/New_York');
    const evening = new Date(2026, 10, 18, 23, 59);
    expect(dueDistance(due('2026-11-18'), evening)).toEqual({ say: 'today' });
    expect(dueDistance(due('2026-11-18'), new Date(2026, 10, 19, 0, 1))).toEqual({ say: 'days-late', count: 1 });
  });
});

describe('the next change', () => {
  const now = new Date('2026-11-18T13:00:00.000Z');

  test('is midnight if nothing is due before', () => {
    inZone('Europe/Berlin');
    const midnight = new Date(2026, 10, 19);
    expect(nextDayTurn([], now)).toEqual(midnight);
    expect(nextDayTurn([null, 'nonsense', '2026-11-01', '2026-11-18', '2026-12-24T12:00:00.000Z'], now)).toEqual(
      midnight,
    );
  });

  test('is the next due date', () => {
    inZone('Europe/Berlin');
    const dueDates = ['2026-11-18T20:00:00.000Z', '2026-11-18T15:00:00.000Z', '2026-11-18T12:00:00.000Z', null];
    expect(nextDayTurn(dueDates, now).toISOString()).toBe('2026-11-18T15:00:00.000Z');
  });

  test('is the end of the minute in which a task is due, but not for whole days', () => {
    inZone('Europe/Berlin');
    const dueDates = ['2026-11-18T13:00:00.000Z'];
    expect(nextDayTurn(dueDates, now).toISOString()).toBe('2026-11-18T13:01:00.000Z');
    expect(nextDayTurn(dueDates, new Date('2026-11-18T13:01:00.000Z'))).toEqual(new Date(2026, 10, 19));
    expect(nextDayTurn(['2026-11-17'], new Date(2026, 10, 18))).toEqual(new Date(2026, 10, 19));
  });

  test('is the actual start of a day whose midnight is skipped', () => {
    inZone('America/Santiago');
    expect(nextDayTurn([], new Date(2026, 8, 5, 12)).toISOString()).toBe('2026-09-06T04:00:00.000Z');
    expect(nextDayTurn([], new Date(2026, 8, 6, 12)).toISOString()).toBe('2026-09-07T03:00:00.000Z');
  });
});

describe.each(ZONES)('in %s', (zone) => {
  const day = fc
    .integer({ min: 0, max: 24_000 })
    .map((days) => new Date(days * 24 * HOUR_MS).toISOString().slice(0, 10));
  const instant = fc.date({ min: new Date('1970-01-02'), max: new Date('2037-12-31'), noInvalidDate: true });
  const localDay = (date: Date) =>
    [date.getFullYear(), date.getMonth() + 1, date.getDate()].map((part) => String(part).padStart(2, '0')).join('-');
  const justBefore = (date: Date) => new Date(date.getTime() - 1);

  test('a plain date ends exactly with that local day', () => {
    inZone(zone);
    fc.assert(
      fc.property(day, (text) => {
        const { at, allDay } = due(text);
        expect(allDay).toBe(true);
        // Kiritimati and Samoa have each skipped a day: the day before it counts then.
        const last = localDay(justBefore(at));
        if (last !== text) expect(localDay(new Date(at.getTime() - 24 * HOUR_MS - 1))).not.toBe(text);
        else expect(localDay(at) > text).toBe(true);
      }),
    );
  });

  test('a plain date is due today through the whole of that day, and overdue from its end', () => {
    inZone(zone);
    fc.assert(
      fc.property(instant, (now) => {
        const today = due(localDay(now));
        // Not where the zone skipped the next day of the calendar.
        const tomorrow = new Date(Date.parse(localDay(now)) + 24 * HOUR_MS);
        fc.pre(localDay(today.at) === tomorrow.toISOString().slice(0, 10));
        expect(dueGroup(today, now)).toBe('today');
        expect(dueDistance(today, now)).toEqual({ say: 'today' });
        expect(dueGroup(today, justBefore(today.at))).toBe('today');
        expect(dueGroup(today, today.at)).toBe('overdue');
        expect(dueTone(today, today.at)).toBe('overdue');
      }),
    );
  });

  test('over time a task only moves towards overdue', () => {
    inZone(zone);
    const order = ['later', 'next-7-days', 'tomorrow', 'today', 'overdue'];
    const text = fc.oneof(
      day,
      instant.map((date) => date.toISOString()),
    );
    fc.assert(
      fc.property(text, instant, instant, (dueDate, a, b) => {
        const [first, second] = a < b ? [a, b] : [b, a];
        const [earlier, later] = [first, second].map((now) => order.indexOf(dueGroup(due(dueDate), now)));
        expect(later).toBeGreaterThanOrEqual(earlier ?? -1);
      }),
    );
  });

  test('the text has whole counts of at least one and agrees with the group', () => {
    inZone(zone);
    fc.assert(
      fc.property(instant, fc.integer({ min: -40 * 24 * 60, max: 40 * 24 * 60 }), (now, minutes) => {
        const it = due(new Date(now.getTime() + minutes * MINUTE_MS).toISOString());
        const said = dueDistance(it, now);
        if ('count' in said) {
          expect(Number.isInteger(said.count)).toBe(true);
          expect(said.count).toBeGreaterThanOrEqual(1);
        }
        expect(said.say.endsWith('-late')).toBe(dueGroup(it, now) === 'overdue');
        if (said.say === 'tomorrow') expect(localDay(it.allDay ? justBefore(it.at) : it.at)).not.toBe(localDay(now));
      }),
    );
  });

  test('the next change is in the future and no later than the end of the day; nothing changes before it', () => {
    inZone(zone);
    fc.assert(
      fc.property(instant, fc.array(fc.integer({ min: -3000, max: 3000 }), { maxLength: 5 }), (now, offsets) => {
        const dueDates = offsets.map((minutes) => new Date(now.getTime() + minutes * MINUTE_MS).toISOString());
        const turn = nextDayTurn(dueDates, now);
        expect(turn.getTime()).toBeGreaterThan(now.getTime());
        expect(localDay(justBefore(turn))).toBe(localDay(now));
        for (const dueDate of dueDates) {
          expect(dueGroup(due(dueDate), justBefore(turn))).toBe(dueGroup(due(dueDate), now));
        }
      }),
    );
  });
});
