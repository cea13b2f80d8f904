/** When a reminder that no timer runs is shown. */

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  REMIND_EVERY_MS,
  type RemindInput,
  type RemindToTrack,
  remindToTrack,
} from '../../../../electron/features/idle/remind-to-track.ts';
import { cases } from '../../../properties.ts';
import { inZone, ZONES } from '../../../shared/tasks/zone.ts';

const MINUTE = 60_000;
const T0 = Date.UTC(2026, 10, 20, 8);

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
