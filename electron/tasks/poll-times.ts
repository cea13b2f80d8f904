/** When the service is asked again. Everybody's companions ask the same server, so no two waits are alike. Pure; times in ms. */

const FIRST_RETRY_MS = 10_000;
const MAX_RETRY_MS = 900_000;

/** After an answer: `pollMs`, give or take a tenth. `random`: 0 ≤ x < 1, as below. */
export function untilNextPoll(pollMs: number, random: number): number {
  return pollMs * (0.9 + random * 0.2);
}

/**
 * After the failure number `failures` (0 is the first): ten seconds, doubled each time up to a quarter of an hour, give or take a
 * quarter; never sooner than the service itself asked for.
 */
export function untilRetry(failures: number, askedMs: number | undefined, random: number): number {
  const backoff = Math.min(MAX_RETRY_MS, FIRST_RETRY_MS * 2 ** Math.min(failures, 10)) * (0.75 + random / 2);
  return Math.max(askedMs ?? 0, backoff);
}
