/** When the page of quick add is kept in memory. */
import { expect, test } from 'vitest';
import { isKeptReady, type ReadyConditions } from '../../../../electron/features/quick-add/keep-ready.ts';

const DAY = 24 * 60 * 60 * 1000;
const NOW = Date.UTC(2026, 10, 18, 12);

test.each<[string, Partial<ReadyConditions>, boolean]>([
  ['never used', {}, false],
  ['used six days ago', { usedAt: NOW - 6 * DAY }, true],
  ['used eight days ago', { usedAt: NOW - 8 * DAY }, false],
  ['used before the clock was set back by a day', { usedAt: NOW + DAY }, true],
  ['never used, but always wanted', { setting: 'always' }, true],
  ['used today, but never wanted', { setting: 'never', usedAt: NOW }, false],
  ['used today, on battery', { usedAt: NOW, isOnBattery: true }, false],
  ['always wanted, on battery', { setting: 'always', isOnBattery: true }, false],
])('%s', (_, conditions, isKept) => {
  const usual = { setting: 'automatic', usedAt: undefined, now: NOW, isOnBattery: false } as const;
  expect(isKeptReady({ ...usual, ...conditions })).toBe(isKept);
});
