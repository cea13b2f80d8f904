/**
 * Delays before the next request to the service, in ms. All clients of a server lose their sockets at the same moment when it
 * restarts, so every delay is randomised. Pure. `random`: 0 ≤ x < 1; `failures`: 0 after the first failure.
 */

/** Polls are this many times less frequent while sockets report changes. */
export const POLLS_WITH_SOCKET = 5;

const FIRST_RETRY_MS = 10_000;
const MAX_RETRY_MS = 900_000;
/** While the window is hidden, polls are enough. */
const RECONNECT_MS = 600_000;
export const VISIBLE_WAIT_MS = 10_000;

/** `pollMs` ± 10 %. */
export function delayBeforeNextPoll(pollMs: number, random: number): number {
  return pollMs * (0.9 + random * 0.2);
}

/** Ten seconds, doubled after each failure up to 15 minutes, ± 25 %; at least `retryAfterMs`. */
export function delayBeforeRetry(failures: number, retryAfterMs: number | undefined, random: number): number {
  const backoff = Math.min(MAX_RETRY_MS, FIRST_RETRY_MS * 2 ** Math.min(failures, 10)) * (0.75 + random / 2);
  return Math.max(retryAfterMs ?? 0, backoff);
}

/**
 * Delay before lost sockets are opened again: at first a random moment of the next ten minutes, or of the next ten seconds while
 * the window is visible. Doubled after each failure up to ten minutes, ± 50 %.
 */
export function delayBeforeReconnect(failures: number, isWindowVisible: boolean, random: number): number {
  const span = isWindowVisible ? VISIBLE_WAIT_MS : RECONNECT_MS;
  if (failures === 0) return span * random;
  return Math.min(RECONNECT_MS, span * 2 ** Math.min(failures, 10)) * (0.5 + random);
}

/** Delay between reopening the sockets and reading what they missed: a random moment of one poll interval. */
export function delayBeforeCatchUp(pollMs: number, isWindowVisible: boolean, random: number): number {
  return (isWindowVisible ? Math.min(VISIBLE_WAIT_MS, pollMs) : pollMs) * random;
}
