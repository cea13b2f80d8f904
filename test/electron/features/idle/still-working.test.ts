/** When "Still working?" is asked, and when the timer stops. */

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  COUNTDOWN_MS,
  confirmStillWorking,
  type StillWorkingInput,
  type StillWorkingMemory,
  stillWorking,
} from '../../../../electron/features/idle/still-working.ts';
import type { Entry } from '../../../../shared/time/entry.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const T0 = Date.UTC(2026, 10, 20, 8);
const iso = (ms: number) => new Date(ms).toISOString();

const entry: Entry = {
  id: 'e1',
  accountId: 'a',
  task: { taskId: 't1', identifier: 'PAY-142', title: 'Retry a declined card once', projectName: 'Payments' },
  startTime: iso(T0),
  endTime: null,
  note: '',
  discardedAt: null,
  createdAt: iso(T0),
};

describe('“Still working?”', () => {
  const evaluate = (now: number, more: Partial<StillWorkingInput> = {}) =>
    stillWorking({ entry, hours: 4, now: T0 + now, memory: null, lastInput: null, isAway: false, ...more });
  const asked = (at: number, more: Partial<StillWorkingMemory> = {}): StillWorkingMemory => ({
    entryId: 'e1',
    confirmedAt: null,
    askedAt: T0 + at,
    countdownFrom: T0 + at,
    ...more,
  });

  test('It is not asked when switched off or without a timer', () => {
    expect(evaluate(100 * HOUR, { hours: 0 })).toEqual({ do: 'nothing', at: null, memory: null });
    expect(evaluate(100 * HOUR, { entry: undefined })).toEqual({ do: 'nothing', at: null, memory: null });
  });

  test('It waits for the chosen hours', () => {
    expect(evaluate(HOUR)).toMatchObject({ do: 'nothing', at: T0 + 4 * HOUR });
  });

  test('It is asked after the chosen hours, with a countdown', () => {
    expect(evaluate(4 * HOUR)).toEqual({
      do: 'ask',
      at: T0 + 4 * HOUR + COUNTDOWN_MS,
      memory: asked(4 * HOUR),
      stopAt: T0 + 4 * HOUR,
      view: {
        entryId: 'e1',
        identifier: 'PAY-142',
        title: 'Retry a declined card once',
        startTime: iso(T0),
        askedAt: iso(T0 + 4 * HOUR),
        stopsAt: iso(T0 + 4 * HOUR),
        countdownEndsAt: iso(T0 + 4 * HOUR + COUNTDOWN_MS),
      },
    });
  });

  test('It does not change during the countdown', () => {
    const first = evaluate(4 * HOUR);
    expect(evaluate(4 * HOUR + 5 * MINUTE, { memory: first.memory })).toEqual(first);
  });

  test('After the countdown the timer stops, backdated to the question', () => {
    const memory = asked(4 * HOUR);
    expect(evaluate(4 * HOUR + COUNTDOWN_MS, { memory })).toMatchObject({ do: 'stop', stopAt: T0 + 4 * HOUR });
  });

  test.each([
    ['earlier input', 3 * HOUR, 3 * HOUR],
    ['later input', 4 * HOUR + MINUTE, 4 * HOUR],
    ['input before the start', -HOUR, 0],
  ])('The stop is backdated with %s', (_, input, stop) => {
    const more = { memory: asked(4 * HOUR), lastInput: T0 + input };
    expect(evaluate(4 * HOUR + COUNTDOWN_MS, more)).toMatchObject({ do: 'stop', stopAt: T0 + stop });
  });

  test('After an undone stop it is asked again only after the chosen hours', () => {
    const stopped = evaluate(4 * HOUR + COUNTDOWN_MS, { memory: asked(4 * HOUR) });
    const after = evaluate(4 * HOUR + COUNTDOWN_MS + MINUTE, { memory: stopped.memory });
    expect(after).toMatchObject({ do: 'nothing', at: T0 + 8 * HOUR + COUNTDOWN_MS });
  });

  test('A countdown that ended while the computer slept starts again, and the stop stays backdated', () => {
    const woken = evaluate(20 * HOUR, { memory: asked(4 * HOUR) });
    expect(woken).toMatchObject({
      do: 'ask',
      at: T0 + 20 * HOUR + COUNTDOWN_MS,
      stopAt: T0 + 4 * HOUR,
      view: { askedAt: iso(T0 + 4 * HOUR) },
    });
    expect(evaluate(20 * HOUR + COUNTDOWN_MS, { memory: woken.memory })).toMatchObject({
      do: 'stop',
      stopAt: T0 + 4 * HOUR,
    });
  });

  test('“Yes” lasts for the chosen hours', () => {
    const memory = confirmStillWorking('e1', T0 + 5 * HOUR);
    expect(evaluate(8 * HOUR, { memory })).toMatchObject({ do: 'nothing', at: T0 + 9 * HOUR });
    expect(evaluate(9 * HOUR, { memory })).toMatchObject({ do: 'ask' });
  });

  test('Another entry starts again', () => {
    const memory = { ...asked(4 * HOUR), entryId: 'e0' };
    expect(evaluate(5 * HOUR, { memory })).toMatchObject({
      do: 'ask',
      memory: { entryId: 'e1', askedAt: T0 + 5 * HOUR },
    });
  });

  test('It is withdrawn during an away time, which has its own question', () => {
    const away = evaluate(4 * HOUR + MINUTE, { memory: asked(4 * HOUR), isAway: true });
    expect(away).toMatchObject({ do: 'nothing', at: null, memory: { askedAt: null } });
  });

  test('After the clock is set back it is asked at the right time', () => {
    expect(evaluate(HOUR, { memory: asked(4 * HOUR) })).toMatchObject({ do: 'nothing', at: T0 + 4 * HOUR });
    expect(evaluate(5 * HOUR, { memory: asked(9 * HOUR) })).toMatchObject({
      do: 'ask',
      memory: { askedAt: T0 + 5 * HOUR },
    });
  });

  test('The timer never stops without a question, nor outside the time between start and question', () => {
    const steps = fc.array(fc.tuple(fc.integer({ min: -60, max: 300 }), fc.constantFrom('', 'away', 'yes')), { maxLength: 40 }); // biome-ignore format: one thought
    fc.assert(
      fc.property(steps, fc.constantFrom(2, 4, 6, 8), (moves, hours) => {
        let [now, memory]: [number, StillWorkingMemory | null] = [0, null];
        let last: ReturnType<typeof evaluate> | null = null;
        for (const [minutes, what] of moves) {
          now += minutes * MINUTE;
          if (what === 'yes') memory = confirmStillWorking('e1', T0 + now);
          const next: ReturnType<typeof evaluate> = evaluate(now, { hours, memory, isAway: what === 'away' });
          if (next.do === 'stop') {
            expect(last?.do).toBe('ask');
            expect(next.stopAt).toBeGreaterThanOrEqual(T0);
            expect(next.stopAt).toBeLessThanOrEqual(last?.memory?.askedAt ?? 0);
          } else if (next.at !== null) expect(next.at).toBeGreaterThan(T0 + now);
          last = next;
          memory = next.memory;
        }
      }),
    );
  });
});
