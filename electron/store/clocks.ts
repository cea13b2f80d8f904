/** Clocks for durations, independent of changes to the wall clock. All times in ms. */
import { uptime } from 'node:os';

/** Some systems report uptime in whole seconds. */
const UPTIME_SLACK_MS = 2_000;

/**
 * Monotonic time that includes sleep. On Linux and macOS `performance.now()` stops while the computer sleeps; the system's
 * uptime continues. Neither follows the wall clock.
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

/** Starts at the current wall-clock time and never jumps. */
export function createSteadyClock(now: () => number, monotonic: () => number): () => number {
  const offset = now() - monotonic();
  return () => offset + monotonic();
}

/** Smaller differences are routine corrections of the wall clock. */
const SET_MS = 2_000;

/** Returns a function that returns true if the wall clock was set since its last call. */
export function createClockWatch(now: () => number, monotonic: () => number): () => boolean {
  let offset = now() - monotonic();
  return () => {
    const before = offset;
    offset = now() - monotonic();
    return Math.abs(offset - before) > SET_MS;
  };
}
