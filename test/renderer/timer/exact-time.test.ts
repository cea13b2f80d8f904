import { describe, expect, it } from 'vitest';
import { exactTime, timeBetween, timeOnDay } from '../../../renderer/timer/exact-time.ts';

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

it('means last night to someone who works past midnight', () => {
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

it.each([
  ['14:05', '2026-11-18', at(18, 14, 5).at],
  ['14:05', '', null],
  ['25:00', '2026-11-18', null],
])('timeOnDay %s of %j', (text, day, expected) => {
  expect(timeOnDay(text, day)).toBe(expected);
});
