import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { localDay } from '../../../shared/time/day.ts';
import { exactTime, instantsOnDay, timeBetween } from '../../../shared/time/typed-time.ts';
import { ZONES } from '../tasks/zone.ts';

const now = new Date(2026, 10, 19, 14, 48);
const at = (day: number, hour: number, minute = 0) => ({ at: new Date(2026, 10, day, hour, minute).getTime() });

it.each([
  ['14:05', at(19, 14, 5)],
  [' 14.05 ', at(19, 14, 5)],
  ['1405', at(19, 14, 5)],
  ['905', at(19, 9, 5)],
  ['9', at(19, 9)],
  ['2:05 pm', at(19, 14, 5)],
  ['12 am', at(19, 0)],
  ['14:48', at(19, 14, 48)],
  ['14:49', { wrong: 'future' }],
  ['23:59', { wrong: 'future' }],
  ['24:00', { wrong: 'not-a-time' }],
  ['12:60', { wrong: 'not-a-time' }],
  ['13 pm', { wrong: 'not-a-time' }],
  ['soon', { wrong: 'not-a-time' }],
  ['', { wrong: 'not-a-time' }],
])('%j', (text, expected) => {
  expect(exactTime(text, now)).toEqual(expected);
});

it('means the last evening after midnight', () => {
  expect(exactTime('23:30', new Date(2026, 10, 20, 0, 20))).toEqual(at(19, 23, 30));
});

describe('timeBetween', () => {
  const between = (text: string, from: { at: number }, to: { at: number }) => timeBetween(text, from.at, to.at);
  it.each([
    ['the same day', '10:30', at(19, 9), at(19, 12), at(19, 10, 30)],
    ['its very end', '12:00', at(19, 9), at(19, 12), at(19, 12)],
    ['before midnight', '23:30', at(18, 22), at(19, 1), at(18, 23, 30)],
    ['after midnight', '0:30', at(18, 22), at(19, 1), at(19, 0, 30)],
    ['the latest of several days', '10:00', at(16, 9), at(19, 12), at(19, 10)],
    ['an earlier one of several days', '13:00', at(16, 9), at(19, 12), at(18, 13)],
    ['its very start', '9:00', at(19, 9), at(19, 12), { wrong: 'outside' }],
    ['after it', '12:01', at(19, 9), at(19, 12), { wrong: 'outside' }],
    ['no time', 'noon', at(19, 9), at(19, 12), { wrong: 'not-a-time' }],
  ])('%s', (_, text, from, to, expected) => {
    expect(between(text, from, to)).toEqual(expected);
  });
});

it('is limited to a chosen day', () => {
  const [start, here] = [at(16, 9).at, at(19, 10).at];
  expect(timeBetween('17:00', start, here)).toEqual(at(18, 17));
  expect(timeBetween('17:00', start, here, '2026-11-16')).toEqual(at(16, 17));
  expect(timeBetween('17:00', start, here, '2026-11-19')).toEqual({ wrong: 'outside' });
  expect(timeBetween('8:00', start, here, '2026-11-16')).toEqual({ wrong: 'outside' });
  expect(timeBetween('', start, here, '2026-11-16')).toEqual({ wrong: 'not-a-time' });
});

it.each([
  ['14:05', '2026-11-18', [at(18, 14, 5).at]],
  ['14:05', '', []],
  ['25:00', '2026-11-18', []],
])('instantsOnDay %s of %j', (text, day, expected) => {
  expect(instantsOnDay(text, day)).toEqual(expected);
});

describe('in the night of 25 October, which repeats 2:00 to 3:00 in Berlin', () => {
  beforeAll(() => {
    process.env.TZ = 'Europe/Berlin';
  });
  afterAll(() => {
    delete process.env.TZ;
  });
  const utc = (hour: number, minute: number) => Date.UTC(2026, 9, 25, hour, minute);

  it('a time is its last occurrence before now', () => {
    expect(exactTime('2:30', new Date(utc(1, 50)))).toEqual({ at: utc(1, 30) });
    expect(exactTime('2:30', new Date(utc(1, 10)))).toEqual({ at: utc(0, 30) });
    expect(exactTime('2:50', new Date(utc(0, 40)))).toEqual({ wrong: 'future' });
  });

  it('a time within an entry is the occurrence inside it', () => {
    expect(timeBetween('2:30', utc(1, 10), utc(1, 50))).toEqual({ at: utc(1, 30) });
    expect(timeBetween('2:30', utc(0, 10), utc(0, 50))).toEqual({ at: utc(0, 30) });
    expect(timeBetween('2:05', utc(0, 10), utc(0, 50))).toEqual({ wrong: 'outside' });
  });

  it('a repeated time has two occurrences, a skipped one has one', () => {
    expect(instantsOnDay('2:30', '2026-10-25')).toEqual([utc(0, 30), utc(1, 30)]);
    expect(instantsOnDay('3:00', '2026-10-25')).toEqual([utc(2, 0)]);
    expect(instantsOnDay('2:30', '2026-03-29')).toEqual([Date.UTC(2026, 2, 29, 1, 30)]);
  });
});

it('every instant is found again from its local time, in any zone', () => {
  const before = process.env.TZ;
  fc.assert(
    fc.property(
      fc.constantFrom(...ZONES),
      fc.integer({ min: Date.UTC(2026, 0) / 60_000, max: Date.UTC(2027, 0) / 60_000 }),
      (zone, minutes) => {
        process.env.TZ = zone;
        const instant = minutes * 60_000;
        const date = new Date(instant);
        const found = instantsOnDay(
          `${date.getHours()}:${String(date.getMinutes()).padStart(2, '0')}`,
          localDay(instant),
        );
        expect(found).toContain(instant);
      },
    ),
  );
  if (before === undefined) delete process.env.TZ;
  else process.env.TZ = before;
});
