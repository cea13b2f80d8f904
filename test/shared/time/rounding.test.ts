/** Rounding: the sum of the parts equals the whole, and nothing is rounded twice. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Rounding } from '../../../shared/contract/time-rules.ts';
import { roundMs, roundParts, share } from '../../../shared/time/rounding.ts';
import { MINUTE } from './entries.ts';

const minutes = (text: string): number => {
  const [h = 0, m = 0] = text.split(':').map(Number);
  return (h * 60 + m) * MINUTE;
};
const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0);
const rule = (mode: Rounding['mode'], step = 15, per: Rounding['per'] = 'task'): Rounding => ({
  mode,
  minutes: step,
  per,
});

const Rule = fc.record<Rounding>({
  mode: fc.constantFrom('none', 'nearest', 'up', 'down'),
  minutes: fc.integer({ min: 1, max: 60 }),
  per: fc.constantFrom('task', 'project'),
});
const Length = fc.integer({ min: 0, max: 25 * 60 * MINUTE });

describe('one length', () => {
  test.each<[Rounding['mode'], string, string]>([
    ['nearest', '2:22', '2:15'],
    ['nearest', '1:28', '1:30'],
    ['nearest', '0:07', '0:00'],
    ['nearest', '0:08', '0:15'],
    ['up', '0:01', '0:15'],
    ['up', '0:15', '0:15'],
    ['down', '0:29', '0:15'],
    ['none', '2:22', '2:22'],
    ['up', '0:00', '0:00'],
  ])('%s to 15 min: %s is %s', (mode, exact, rounded) => {
    expect(roundMs(minutes(exact), rule(mode))).toBe(minutes(rounded));
  });

  test('half a step is rounded up; a second more than a step is a step more when rounding up', () => {
    expect(roundMs(minutes('0:07') + 30_000, rule('nearest'))).toBe(minutes('0:15'));
    expect(roundMs(minutes('0:15') + 1_000, rule('up'))).toBe(minutes('0:30'));
  });

  test('a rounded length is a multiple of the step less than a step away, and rounding it again changes nothing', () => {
    fc.assert(
      fc.property(Length, Rule, (ms, rounding) => {
        const rounded = roundMs(ms, rounding);
        const step = rounding.minutes * MINUTE;
        expect(roundMs(rounded, rounding)).toBe(rounded);
        if (rounding.mode === 'none') expect(rounded).toBe(ms);
        else expect([rounded % step, Math.abs(rounded - ms) < step]).toEqual([0, true]);
      }),
    );
  });
});

describe('the tasks of a project on one day', () => {
  test('rounded per task: each is rounded', () => {
    expect(roundParts([minutes('2:22'), minutes('1:58')], rule('nearest'))).toEqual([minutes('2:15'), minutes('2:00')]);
  });

  test('rounded per project: the sum is rounded, and shared in proportion', () => {
    const parts = roundParts([minutes('2:22'), minutes('1:58')], rule('nearest', 15, 'project'));
    expect(parts).toEqual([minutes('2:19'), minutes('1:56')]);
    expect(sum(parts)).toBe(minutes('4:15'));
  });

  test('three tasks of five minutes are five minutes each of one quarter of an hour', () => {
    const five = minutes('0:05');
    expect(roundParts([five, five, five], rule('up', 15, 'project'))).toEqual([five, five, five]);
  });

  test('the parts add up to the whole that is rounded once', () => {
    fc.assert(
      fc.property(fc.array(Length, { maxLength: 12 }), Rule, (parts, rounding) => {
        const rounded = roundParts(parts, rounding);
        const whole =
          rounding.per === 'project'
            ? roundMs(sum(parts), rounding)
            : sum(parts.map((part) => roundMs(part, rounding)));
        expect(rounded).toHaveLength(parts.length);
        expect(sum(rounded)).toBe(whole);
        expect(rounded.every((part) => part >= 0)).toBe(true);
      }),
    );
  });

  test('a share differs by less than a minute from its proportion, and a task without time gets nothing', () => {
    fc.assert(
      fc.property(
        fc.array(Length, { minLength: 1, maxLength: 12 }),
        fc.integer({ min: 0, max: 1500 }),
        (parts, whole) => {
          const shares = share(whole * MINUTE, parts);
          const total = sum(parts);
          for (const [index, part] of parts.entries()) {
            if (part === 0) expect(shares[index]).toBe(0);
            if (total > 0)
              expect(Math.abs((shares[index] ?? 0) - (whole * MINUTE * part) / total)).toBeLessThan(MINUTE);
          }
        },
      ),
    );
  });
});
