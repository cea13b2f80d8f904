/** How long a write waits after a failed attempt. */

/** After the first failure; each further one doubles it (ms). */
export const BACKOFF_MS = 5_000;
export const MAX_BACKOFF_MS = 300_000;

/** Half of the delay is random, so that clients do not return together after an outage. `random`: 0 ≤ x < 1. */
export const backoffMs = (attempts: number, random: number): number =>
  Math.min(MAX_BACKOFF_MS, BACKOFF_MS * 2 ** Math.min(attempts, 10)) * (0.5 + random / 2);
