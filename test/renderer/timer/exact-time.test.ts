import { expect, it } from 'vitest';
import { exactTime } from '../../../renderer/timer/exact-time.ts';

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
