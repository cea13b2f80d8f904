/** A timer for one wall-clock time. */
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { createAlarm } from '../../../electron/store/alarm.ts';

const NOW = Date.UTC(2026, 10, 21, 12);
const DAY_MS = 24 * 3_600_000;

beforeEach(() => {
  vi.useFakeTimers({ now: NOW });
});
afterEach(() => {
  vi.useRealTimers();
});

function createTestAlarm() {
  const rung: number[] = [];
  const alarm = createAlarm(Date.now, () => rung.push(Date.now() - NOW));
  onTestFinished(() => alarm.stop());
  return { ...alarm, rung };
}

test('rings once, at its time', () => {
  const { set, rung } = createTestAlarm();
  set(NOW + 5_000);
  vi.advanceTimersByTime(4_999);
  expect(rung).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(rung).toEqual([5_000]);
  vi.advanceTimersByTime(DAY_MS);
  expect(rung).toEqual([5_000]);
});

test.each([25, 60, 400])('rings %i days later, which is longer than the longest timeout', (days) => {
  const { set, rung } = createTestAlarm();
  set(NOW + days * DAY_MS);
  vi.advanceTimersByTime(days * DAY_MS - 1);
  expect(rung).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(rung).toEqual([days * DAY_MS]);
});

test('rings at once for a time in the past, and for the current time', () => {
  const { set, rung } = createTestAlarm();
  set(NOW - 1);
  expect(rung).toEqual([]);
  vi.advanceTimersByTime(0);
  set(NOW);
  vi.advanceTimersByTime(0);
  expect(rung).toEqual([0, 0]);
});

test('a new time replaces the old one', () => {
  const { set, rung } = createTestAlarm();
  set(NOW + 1_000);
  set(NOW + 3_000);
  set(NOW + 2_000);
  vi.advanceTimersByTime(10_000);
  expect(rung).toEqual([2_000]);
});

test('after the clock was set forward or the computer slept, it rings at the next check', () => {
  const { set, check, rung } = createTestAlarm();
  set(NOW + 3_600_000);
  check();
  expect(rung).toEqual([]);
  vi.setSystemTime(NOW + 2 * 3_600_000);
  expect(rung).toEqual([]);
  check();
  expect(rung).toEqual([2 * 3_600_000]);
  vi.advanceTimersByTime(DAY_MS);
  expect(rung).toHaveLength(1);
});

test('after the clock was set back, it does not ring early', () => {
  const { set, rung } = createTestAlarm();
  set(NOW + 60_000);
  vi.setSystemTime(NOW - 30_000);
  vi.advanceTimersByTime(60_000);
  expect(rung).toEqual([]);
  vi.advanceTimersByTime(30_000);
  expect(rung).toEqual([60_000]);
});

test('it can be set again by its callback', () => {
  const rung: number[] = [];
  const alarm = createAlarm(Date.now, () => {
    rung.push(Date.now() - NOW);
    if (rung.length < 3) alarm.set(Date.now() + 1_000);
  });
  alarm.set(NOW + 1_000);
  vi.advanceTimersByTime(10_000);
  expect(rung).toEqual([1_000, 2_000, 3_000]);
});

test('a stopped alarm never rings, even after a check', () => {
  const { set, check, stop, rung } = createTestAlarm();
  set(NOW + 1_000);
  stop();
  vi.advanceTimersByTime(10_000);
  check();
  expect(rung).toEqual([]);
});
