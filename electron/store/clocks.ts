/** Clocks for waits. They go on whatever the wall clock is set to. All times in ms. */
import { uptime } from 'node:os';

/** Some systems tell their uptime in whole seconds. */
const UPTIME_SLACK_MS = 2_000;

/**
 * Time that only grows, sleep included. On Linux and macOS `performance.now()` stands still while the computer sleeps; the
 * system's uptime goes on, and neither follows the wall clock.
 */
export function createMonotonicClock(
  awake: () => number = () => performance.now(),
  sinceBoot: () => number = () => uptime() * 1000,
): () => number {
  const begin = sinceBoot() - awake();
  let slept = 0;
  return () => {
    const time = awake();
    const gained = sinceBoot() - time - begin;
    if (gained > slept + UPTIME_SLACK_MS) slept = gained;
    return time + slept;
  };
}

/** Agrees with the wall clock at this moment, and never jumps after it. */
export function createSteadyClock(now: () => number, monotonic: () => number): () => number {
  const offset = now() - monotonic();
  return () => offset + monotonic();
}

/** The wall clock is corrected by less than this all the time. */
const SET_MS = 2_000;

/** Gives a function that says whether the wall clock was set since it was last asked. */
export function createClockWatch(now: () => number, monotonic: () => number): () => boolean {
  let offset = now() - monotonic();
  return () => {
    const before = offset;
    offset = now() - monotonic();
    return Math.abs(offset - before) > SET_MS;
  };
}
