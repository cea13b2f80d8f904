/** One moment to wake up at, by the wall clock. */
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

function alarm() {
  const rung: number[] = [];
  const made = createAlarm(Date.now, () => rung.push(Date.now() - NOW));
  onTestFinished(() => made.stop());
  return { ...made, rung };
}

test('rings once, at its moment', () => {
  const { set, rung } = alarm();
  set(NOW + 5_000);
  vi.advanceTimersByTime(4_999);
  expect(rung).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(rung).toEqual([5_000]);
  vi.advanceTimersByTime(DAY_MS);
  expect(rung).toEqual([5_000]);
});

test.each([25, 60, 400])('rings at a moment %i days away, which no single timeout reaches', (days) => {
  const { set, rung } = alarm();
  set(NOW + days * DAY_MS);
  vi.advanceTimersByTime(days * DAY_MS - 1);
  expect(rung).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(rung).toEqual([days * DAY_MS]);
});

test('rings at once for a moment gone by, and for this very one', () => {
  const { set, rung } = alarm();
  set(NOW - 1);
  expect(rung).toEqual([]);
  vi.advanceTimersByTime(0);
  set(NOW);
  vi.advanceTimersByTime(0);
  expect(rung).toEqual([0, 0]);
});

test('a new moment replaces the old one', () => {
  const { set, rung } = alarm();
  set(NOW + 1_000);
  set(NOW + 3_000);
  set(NOW + 2_000);
  vi.advanceTimersByTime(10_000);
  expect(rung).toEqual([2_000]);
});

test('the clock was set forward, or the computer slept: it rings as soon as somebody looks', () => {
  const { set, check, rung } = alarm();
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

test('the clock was set back: it does not ring early', () => {
  const { set, rung } = alarm();
  set(NOW + 60_000);
  vi.setSystemTime(NOW - 30_000);
  vi.advanceTimersByTime(60_000);
  expect(rung).toEqual([]);
  vi.advanceTimersByTime(30_000);
  expect(rung).toEqual([60_000]);
});

test('it may be set again while it rings', () => {
  const rung: number[] = [];
  const made = createAlarm(Date.now, () => {
    rung.push(Date.now() - NOW);
    if (rung.length < 3) made.set(Date.now() + 1_000);
  });
  made.set(NOW + 1_000);
  vi.advanceTimersByTime(10_000);
  expect(rung).toEqual([1_000, 2_000, 3_000]);
});

test('stopped, it never rings, whoever looks', () => {
  const { set, check, stop, rung } = alarm();
  set(NOW + 1_000);
  stop();
  vi.advanceTimersByTime(10_000);
  check();
  expect(rung).toEqual([]);
});
