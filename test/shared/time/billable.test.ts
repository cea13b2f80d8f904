/** Which time is billable, and for how much. */
import { describe, expect, test } from 'vitest';
import { amountFor, isBillable, projectRules } from '../../../shared/time/billable.ts';
import { DEFAULT_PROJECT_RULES } from '../../../shared/time/default-rules.ts';
import { HOUR, MINUTE } from './entries.ts';

const project = (billable: boolean) => ({ name: 'Payments', isBillable: billable, rate: null, hue: null });
const rules = {
  projects: { pay: project(true), own: project(false) },
  billableLabels: { internal: false, 'on call': true },
};

describe('a task', () => {
  test.each<[projectKey: string, labels: string[], isBillable: boolean]>([
    ['pay', [], true],
    ['own', [], false],
    ['unknown', [], false],
    ['pay', ['bug'], true],
    ['pay', ['internal'], false],
    ['own', ['on call'], true],
    // One that is not billable decides.
    ['own', ['on call', 'internal'], false],
    ['constructor', ['toString', '__proto__'], false],
  ])('of %s with the labels %j: %s', (key, labels, expected) => {
    expect(isBillable(key, labels, rules)).toBe(expected);
  });
});

test('a project that has no rules, or vanished with them, has the defaults', () => {
  expect(projectRules('unknown', rules)).toEqual(DEFAULT_PROJECT_RULES);
  expect(projectRules('__proto__', rules)).toEqual(DEFAULT_PROJECT_RULES);
});

describe('an amount', () => {
  test.each<[ms: number, amount: number, currency: string, expected: number]>([
    [HOUR, 85, 'EUR', 85],
    [17.25 * HOUR, 85, 'EUR', 1466.25],
    [20 * MINUTE, 85, 'EUR', 28.33],
    [40 * MINUTE, 85, 'EUR', 56.67],
    [1.1 * HOUR, 1.05, 'EUR', 1.16],
    [30 * MINUTE, 9_999, 'JPY', 5_000],
    [20 * MINUTE, 1, 'KWD', 0.333],
    // The rate is not rounded before the amount is.
    [8 * HOUR, 85.125, 'EUR', 681],
    [8 * HOUR, 12.5, 'JPY', 100],
    [0, 85, 'EUR', 0],
    [400 * 24 * HOUR, 1_000_000, 'EUR', 9_600_000_000],
  ])('for %i ms at %d %s is %d', (ms, amount, currency, expected) => {
    expect(amountFor(ms, { amount, currency })).toBe(expected);
  });
});
