/** Targets, days off and overtime. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dayAfter, total } from '../../../shared/time/day.ts';
import { DEFAULT_TIME_RULES, USUAL_TARGETS } from '../../../shared/time/default-rules.ts';
import { daysBetween } from '../../../shared/time/period.ts';
import { dayOff, isWorkingDay, minutesOf, overtimeMs, targetOf, workOn } from '../../../shared/time/working-days.ts';
import { inZone, ZONES } from '../tasks/zone.ts';
import { HOUR, MINUTE } from './entries.ts';

const rules = { ...DEFAULT_TIME_RULES, daysOff: { '2026-11-13': 'Friday off' } };
/** From 22:00 to 6:00. */
const NIGHT = { from: 1320, to: 1800, break: null };
const off = { ...rules, targets: { ...rules.targets, on: false } };

describe('a target', () => {
  test('is eight hours from Monday to Friday, and nothing on weekends and days off', () => {
    const week = daysBetween('2026-11-09', '2026-11-15').map((day) => targetOf(day, rules));
    expect(week).toEqual([8 * HOUR, 8 * HOUR, 8 * HOUR, 8 * HOUR, 0, 0, 0]);
  });

  test('can be switched off; working days stay', () => {
    expect(targetOf('2026-11-09', off)).toBeNull();
    expect(isWorkingDay('2026-11-09', off)).toBe(true);
    expect(['2026-11-13', '2026-11-14'].map((day) => isWorkingDay(day, off))).toEqual([false, false]);
  });

  test('is the length of the working hours, without their break, unless it is set', () => {
    const hours = Array(7)
      .fill(null)
      .with(1, { from: 540, to: 1050, break: { from: 720, to: 780 } })
      .with(2, NIGHT);
    const targets = { on: true, minutes: Array(7).fill(null).with(3, 240) };
    const week = daysBetween('2026-11-09', '2026-11-12').map((day) => targetOf(day, { ...rules, hours, targets }));
    expect(week).toEqual([7.5 * HOUR, 8 * HOUR, 4 * HOUR, 0]);
  });

  test('of a half day is the length of its hours, or half of what is set', () => {
    const halfDays = { '2026-11-09': 720, '2026-11-10': 720, '2026-11-11': 480 };
    const hours = Array(7).fill({ from: 540, to: 1050, break: { from: 690, to: 750 } });
    const targets = { on: true, minutes: Array(7).fill(null).with(2, 240) };
    const of = (more: object) =>
      Object.keys(halfDays).map((day) => targetOf(day, { ...rules, halfDays, targets, ...more }));
    expect(of({ hours })).toEqual([2.5 * HOUR, 2 * HOUR, 0]);
    expect(of({})).toEqual([4 * HOUR, 2 * HOUR, 4 * HOUR]);
    const work = workOn('2026-11-09', { ...rules, hours, halfDays })?.work ?? [];
    expect(total(work)).toBe(2.5 * HOUR);
    expect(isWorkingDay('2026-11-11', { ...rules, hours, halfDays })).toBe(false);
  });

  test('is nothing on a public holiday, unless that was switched off', () => {
    const days = { '2026-11-09': { name: 'Unity', isOff: true }, '2026-11-10': { name: 'Reformation', isOff: false } };
    const holidays = { file: 'x.ics', path: '/x.ics', days };
    const of = (day: string) => [dayOff(day, { ...rules, holidays }), targetOf(day, { ...rules, holidays })];
    expect(Object.keys(days).map(of)).toEqual([
      ['Unity', 0],
      [null, 8 * HOUR],
    ]);
  });

  test.each(ZONES)('belongs to the day of the week in %s', (zone) => {
    inZone(zone);
    for (const day of daysBetween('2026-01-01', '2026-12-31')) {
      const weekday = new Date(`${day}T12:00:00Z`).getUTCDay();
      expect(targetOf(day, DEFAULT_TIME_RULES)).toBe((USUAL_TARGETS[weekday] ?? 0) * MINUTE);
    }
  });
});

describe('working hours', () => {
  test.each(ZONES)('last as long as on the clock in %s, except on days of 23 or 25 hours', (zone) => {
    inZone(zone);
    const lengths = daysBetween('2026-01-01', '2026-12-31').map((day) => {
      const work = workOn(day, { ...rules, hours: Array(7).fill(NIGHT) })?.work ?? [];
      return total(work) / MINUTE;
    });
    const usual = lengths.filter((minutes) => minutes === minutesOf(NIGHT));
    // Some zones change the clock twice a year; a day off takes the evening and the morning after.
    expect(usual.length).toBeGreaterThanOrEqual(365 - 4);
  });

  test('make working days, whatever the targets are', () => {
    const hours = Array(7).fill(null).with(6, NIGHT);
    expect(daysBetween('2026-11-09', '2026-11-15').filter((day) => isWorkingDay(day, { ...rules, hours }))).toEqual([
      '2026-11-14',
    ]);
  });

  test('without any set are unknown', () => {
    expect(workOn('2026-11-09', rules)).toBeNull();
  });
});

describe('days', () => {
  test.each(ZONES)('of a year are 365 in %s, none twice', (zone) => {
    inZone(zone);
    const days = daysBetween('2026-01-01', '2026-12-31');
    expect([days.length, new Set(days).size, days.at(-1)]).toEqual([365, 365, '2026-12-31']);
  });

  test('of an inverted period are none', () => {
    expect(daysBetween('2026-01-02', '2026-01-01')).toEqual([]);
  });
});

describe('overtime', () => {
  const from = (day: string | null, openingMinutes = 0) => ({ ...rules, overtime: { from: day, openingMinutes } });

  test('is what was tracked beyond the targets, with the opening balance', () => {
    const tracked = new Map([
      ['2026-11-09', 8 * HOUR + 20 * MINUTE],
      ['2026-11-10', 7 * HOUR],
      ['2026-11-14', 46 * MINUTE],
      // Before the account begins.
      ['2026-11-08', 5 * HOUR],
    ]);
    expect(overtimeMs(from('2026-11-09', 90), tracked, '2026-11-10')).toBe(90 * MINUTE + 20 * MINUTE - HOUR);
    // Wednesday and Thursday are owed; Friday is a day off.
    expect(overtimeMs(from('2026-11-09'), tracked, '2026-11-15')).toBe(20 * MINUTE - HOUR - 16 * HOUR + 46 * MINUTE);
  });

  test('is unknown without an account, without targets, and before the account begins', () => {
    expect(overtimeMs(from(null), new Map(), '2026-11-10')).toBeNull();
    expect(
      overtimeMs({ ...off, overtime: { from: '2026-11-09', openingMinutes: 0 } }, new Map(), '2026-11-10'),
    ).toBeNull();
    expect(overtimeMs(from('2026-11-09', 90), new Map(), '2026-11-08')).toBeNull();
  });

  test('is carried over: the end of one week is the opening balance of the next', () => {
    const minutes = fc.array(fc.integer({ min: 0, max: 900 }), { minLength: 14, maxLength: 14 });
    fc.assert(
      fc.property(minutes, fc.integer({ min: -6000, max: 6000 }), (tracked, opening) => {
        const days = new Map(tracked.map((value, index) => [dayAfter('2026-10-19', index), value * MINUTE]));
        const first = overtimeMs(from('2026-10-19', opening), days, '2026-10-25') ?? Number.NaN;
        const both = overtimeMs(from('2026-10-19', opening), days, '2026-11-01');
        expect(overtimeMs(from('2026-10-26', first / MINUTE), days, '2026-11-01')).toBe(both);
      }),
    );
  });
});
