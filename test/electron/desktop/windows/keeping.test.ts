/** When the pages of hidden windows are kept in memory. */
import { describe, expect, test } from 'vitest';
import {
  type KeepingConditions,
  keeping,
  quickAddKeeping,
  withUse,
} from '../../../../electron/desktop/windows/keeping.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../../shared/dates/milliseconds.ts';
import { DAYS, playDay, readDay } from '../../../bench/whole-day.bench.ts';

const NOW = new Date(2026, 10, 18, 12).getTime();
const usual: KeepingConditions = {
  used: [NOW - 40 * MINUTE_MS, NOW - 20 * MINUTE_MS],
  now: NOW,
  availableMemory: 4 * 1024 ** 3,
  isOnBattery: false,
  isLocked: false,
};
/** A quarter of an hour later than now, on each of these days before. */
const atThisHour = (...daysAgo: number[]) => daysAgo.map((ago) => new Date(2026, 10, 18 - ago, 12, 15).getTime());
const atOtherHours = (...daysAgo: number[]) => daysAgo.map((ago) => new Date(2026, 10, 18 - ago, 16).getTime());

test.each<[string, Partial<KeepingConditions>, boolean, string]>([
  ['used twice within the last hour', {}, true, 'used often now'],
  ['used once within it', { used: [NOW - 20 * MINUTE_MS] }, false, 'not expected'],
  ['used twice, but before the last hour', { used: [NOW - 2 * HOUR_MS, NOW - HOUR_MS] }, false, 'not expected'],
  ['never used', { used: [] }, false, 'not expected'],
  ['used later, before the clock was set back', { used: [NOW + HOUR_MS, NOW + DAY_MS] }, false, 'not expected'],
  ['on battery', { isOnBattery: true }, false, 'battery'],
  ['with a locked screen', { isLocked: true }, false, 'locked screen'],
  ['with little memory left', { availableMemory: 1024 ** 3 - 1 }, false, 'little memory'],
  ['used at this hour on three days', { used: atThisHour(3, 2, 1) }, true, 'usually used at this hour'],
  ['used at this hour on two days', { used: atThisHour(2, 1) }, false, 'not expected'],
  ['at this hour on two of four days', { used: [...atOtherHours(4, 3), ...atThisHour(2, 1)] }, false, 'not expected'],
  [
    'at this hour on three of five days, beside days without a use',
    { used: [...atOtherHours(12, 9), ...atThisHour(6, 4, 1)] },
    true,
    'usually used at this hour',
  ],
])('%s', (_, conditions, isKept, why) => {
  expect(keeping({ ...usual, ...conditions })).toEqual({ isKept, why });
});

describe('quick add', () => {
  test.each<[string, Parameters<typeof quickAddKeeping>, boolean]>([
    ['never used', ['automatic', undefined, usual], false],
    ['used six days ago', ['automatic', NOW - 6 * DAY_MS, usual], true],
    ['used eight days ago', ['automatic', NOW - 8 * DAY_MS, usual], false],
    ['used before the clock was set back by a day', ['automatic', NOW + DAY_MS, usual], true],
    ['used today, but no window is expected', ['automatic', NOW, { ...usual, used: [] }], false],
    ['always wanted, but never used', ['always', undefined, { ...usual, used: [] }], true],
    ['always wanted, on battery', ['always', NOW, { ...usual, isOnBattery: true }], false],
    ['never wanted, but used today', ['never', NOW, usual], false],
  ])('%s', (_, conditions, isKept) => {
    expect(quickAddKeeping(...conditions).isKept).toBe(isKept);
  });
});

describe('remembered uses', () => {
  test('uses within five minutes count as one', () => {
    const first = withUse([], NOW);
    expect(withUse(first, NOW + 4 * MINUTE_MS)).toEqual([NOW]);
    expect(withUse(first, NOW + 6 * MINUTE_MS)).toEqual([NOW, NOW + 6 * MINUTE_MS]);
  });

  test('those of the last two weeks are remembered, at most 500, and none of the future', () => {
    expect(withUse([NOW - 16 * DAY_MS, NOW - 14 * DAY_MS, NOW + HOUR_MS], NOW)).toEqual([NOW - 14 * DAY_MS, NOW]);
    const many = Array.from({ length: 900 }, (_, index) => NOW - (900 - index) * 6 * MINUTE_MS);
    expect(withUse(many, NOW)).toEqual([...many.slice(-499), NOW]);
  });
});

describe('whole days, the eighth of their kind', () => {
  test.each([
    ['busy', 0.95],
    ['calm', 0.85],
    ['morning-only', 0.95],
  ] as const)('on a %s one most openings find their page', (name, share) => {
    const { warm, openings } = playDay(readDay(name));
    expect(warm / openings).toBeGreaterThanOrEqual(share);
  });

  test('no page is in memory for longer than the hours of work, and none is kept on battery or with little memory', () => {
    for (const name of DAYS) expect(playDay(readDay(name)).inMemory).toBeLessThan(10 / 24);
    expect(playDay(readDay('busy'), { isOnBattery: true }).warm).toBe(0);
    expect(playDay(readDay('busy'), { availableMemory: 1e8 }).warm).toBe(0);
  });
});
