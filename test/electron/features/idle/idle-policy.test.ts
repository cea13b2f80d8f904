/** When "Still working?" is asked, and when a reminder that no timer runs is shown. */

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  COUNTDOWN_MS,
  confirmStillWorking,
  REMIND_EVERY_MS,
  type RemindInput,
  type RemindToTrack,
  remindToTrack,
  type StillWorkingInput,
  type StillWorkingMemory,
  stillWorking,
} from '../../../../electron/features/idle/idle-policy.ts';
import type { Entry } from '../../../../shared/time/entry.ts';
import { cases } from '../../../properties.ts';
import { inZone, ZONES } from '../../../shared/tasks/zone.ts';

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

describe('reminder that no timer runs', () => {
  const settings: RemindToTrack = { on: true, days: [1, 2, 3, 4, 5], from: '09:00', to: '17:00' };
  const local = (text: string) => new Date(text).getTime();
  const next = (now: string, more: Partial<RemindInput> = {}) => {
    const at = remindToTrack({
      settings,
      isRunning: false,
      now: local(now),
      lastReminded: null,
      lastEnd: null,
      ...more,
    });
    if (at === null) return null;
    const date = new Date(at);
    const two = (value: number) => String(value).padStart(2, '0');
    const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
    return `${day}T${two(date.getHours())}:${two(date.getMinutes())}`;
  };

  // 20 November 2026 is a Friday.
  describe.each(ZONES)('in %s', (zone) => {
    test.each<[string, string | null, Partial<RemindInput>?]>([
      ['2026-11-20T08:00', '2026-11-20T09:00'],
      ['2026-11-20T09:00', '2026-11-20T09:00'],
      ['2026-11-20T16:59', '2026-11-20T16:59'],
      ['2026-11-20T17:00', '2026-11-23T09:00'],
      ['2026-11-21T12:00', '2026-11-23T09:00'],
      ['2026-11-20T10:00', null, { isRunning: true }],
      ['2026-11-20T10:00', null, { settings: { ...settings, on: false } }],
      ['2026-11-20T10:00', null, { settings: { ...settings, days: [] } }],
      ['2026-11-20T18:00', '2026-11-27T09:00', { settings: { ...settings, days: [5] } }],
      ['2026-11-21T01:00', '2026-11-21T01:00', { settings: { on: true, days: [5], from: '22:00', to: '06:00' } }],
      ['2026-11-21T06:00', '2026-11-27T22:00', { settings: { on: true, days: [5], from: '22:00', to: '06:00' } }],
      ['2026-11-20T12:00', '2026-11-20T12:00', { settings: { ...settings, to: '09:00' } }],
    ])('at %s: %s', (now, expected, more) => {
      inZone(zone);
      expect(next(now, more)).toBe(expected);
    });

    test('It comes at most once an hour, and not right after a timer ended', () => {
      inZone(zone);
      expect(next('2026-11-20T10:00', { lastReminded: local('2026-11-20T09:30') })).toBe('2026-11-20T10:30');
      expect(next('2026-11-20T16:30', { lastReminded: local('2026-11-20T16:15') })).toBe('2026-11-23T09:00');
      expect(next('2026-11-20T10:00', { lastEnd: local('2026-11-20T09:58') })).toBe('2026-11-20T10:08');
      // The clock was set back in between.
      expect(next('2026-11-20T10:00', { lastReminded: local('2026-11-25T10:00') })).toBe('2026-11-20T11:00');
    });
  });

  test('It follows local time on days with 23 and 25 hours', () => {
    inZone('Europe/Berlin');
    const every = { ...settings, days: [0, 1, 2, 3, 4, 5, 6] };
    expect(next('2027-03-27T20:00', { settings: every })).toBe('2027-03-28T09:00');
    expect(next('2026-10-24T20:00', { settings: every })).toBe('2026-10-25T09:00');
    // 2:30 does not exist on that day.
    const night = { on: true, days: [0], from: '02:30', to: '04:00' };
    expect(next('2027-03-28T00:00', { settings: night })).toBe('2027-03-28T03:30');
    // With an end at 3:10 the hours do not exist on that day.
    expect(next('2027-03-28T00:00', { settings: { ...night, to: '03:10' } })).toBe('2027-04-04T02:30');
  });

  test('It comes in the chosen hours, not before now, and at least an hour after the last one', () => {
    const clock = fc
      .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
      .map((parts) => parts.map((part) => String(part).padStart(2, '0')).join(':'));
    const chosen = fc.record({
      on: fc.constant(true),
      days: fc.uniqueArray(fc.integer({ min: 0, max: 6 })),
      from: clock,
      to: clock,
    });
    const minute = fc.integer({ min: 0, max: 365 * 24 * 60 });
    for (const zone of ZONES) {
      inZone(zone);
      fc.assert(
        fc.property(chosen, minute, fc.integer({ min: 0, max: 300 }), (of, after, ago) => {
          const now = T0 + after * MINUTE;
          const lastReminded = now - ago * MINUTE;
          const at = remindToTrack({ settings: of, isRunning: false, now, lastReminded, lastEnd: null });
          if (at === null) {
            expect(of.days).toEqual([]);
            return;
          }
          expect(at).toBeGreaterThanOrEqual(Math.max(now, lastReminded + REMIND_EVERY_MS));
          // At that time it is due.
          expect(remindToTrack({ settings: of, isRunning: false, now: at, lastReminded, lastEnd: null })).toBe(at);
        }),
        { numRuns: cases(60) },
      );
    }
  });
});
