/** Clocks for delays, while the wall clock is set and the computer sleeps. */
import { describe, expect, test } from 'vitest';
import { createClockWatch, createMonotonicClock, createSteadyClock } from '../../../electron/store/clocks.ts';

const SECOND = 1_000;
const HOUR = 3_600 * SECOND;
const YEAR = 365 * 24 * HOUR;

/** A computer with three simulated clocks. */
function computer() {
  const clocks = { wall: 1_790_000_000_000, awake: 5_000, sinceBoot: 77_000 };
  const now = () => clocks.wall;
  const monotonic = createMonotonicClock(
    () => clocks.awake,
    () => clocks.sinceBoot,
  );
  return {
    now,
    monotonic,
    work(ms: number) {
      for (const clock of ['wall', 'awake', 'sinceBoot'] as const) clocks[clock] += ms;
    },
    sleep(ms: number) {
      clocks.wall += ms;
      clocks.sinceBoot += ms;
    },
    setClock(by: number) {
      clocks.wall += by;
    },
    /** Some systems report the uptime in whole seconds. */
    round() {
      clocks.sinceBoot = Math.floor(clocks.sinceBoot / SECOND) * SECOND;
    },
  };
}

describe('the monotonic clock', () => {
  test('counts sleep and ignores changes of the wall clock', () => {
    const c = computer();
    const begin = c.monotonic();
    c.work(10 * SECOND);
    c.setClock(-YEAR);
    c.sleep(8 * HOUR);
    c.setClock(2 * YEAR);
    c.work(SECOND);
    expect(c.monotonic() - begin).toBe(8 * HOUR + 11 * SECOND);
  });

  test('never goes back if the uptime is rounded', () => {
    const c = computer();
    let last = c.monotonic();
    for (let round = 0; round < 200; round += 1) {
      c.work(137);
      if (round % 50 === 0) c.sleep(HOUR);
      c.round();
      expect(c.monotonic()).toBeGreaterThanOrEqual(last);
      last = c.monotonic();
    }
  });

  test('uses the clocks of this computer by default', async () => {
    const before = performance.now();
    const monotonic = createMonotonicClock();
    const begin = monotonic();
    await new Promise((resolve) => setTimeout(resolve, 20));
    const passed = monotonic() - begin;
    expect(passed).toBeGreaterThanOrEqual(19);
    expect(passed).toBeLessThan(performance.now() - before + 1);
  });
});

test('the steady clock starts at the time of the wall clock and does not follow its changes', () => {
  const c = computer();
  const steady = createSteadyClock(c.now, c.monotonic);
  const begin = c.now();
  expect(steady()).toBe(begin);
  c.setClock(-YEAR);
  c.work(HOUR);
  expect(steady()).toBe(begin + HOUR);
});

describe('the clock watch', () => {
  test.each([40 * 60 * SECOND, -40 * 60 * SECOND, 10 * YEAR, -10 * YEAR])(
    'reports a clock that was set by %d ms, once',
    (by) => {
      const c = computer();
      const wasClockSet = createClockWatch(c.now, c.monotonic);
      c.setClock(by);
      c.work(SECOND);
      expect([wasClockSet(), wasClockSet()]).toEqual([true, false]);
    },
  );

  test('reports neither sleep nor a small correction', () => {
    const c = computer();
    const wasClockSet = createClockWatch(c.now, c.monotonic);
    c.sleep(8 * HOUR);
    expect(wasClockSet()).toBe(false);
    c.setClock(-SECOND);
    expect(wasClockSet()).toBe(false);
  });
});
