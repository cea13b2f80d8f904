/**
 * When the service is asked again. Everybody's companions ask the same server, and lose their sockets in the same moment when it
 * restarts: so no two waits are alike. Pure; times in ms.
 */

/** While the service tells what happens, asking is only a safety net: so many times rarer. */
export const POLLS_WITH_SOCKET = 5;

const FIRST_RETRY_MS = 10_000;
const MAX_RETRY_MS = 900_000;
/** Nobody sees the window: polls go on, so it is as well later. */
const RECONNECT_MS = 600_000;
/** The person looks, and waits. */
export const VISIBLE_WAIT_MS = 10_000;

/** After an answer: `pollMs`, give or take a tenth. `random`: 0 ≤ x < 1, as below. */
export function delayBeforeNextPoll(pollMs: number, random: number): number {
  return pollMs * (0.9 + random * 0.2);
}

/**
 * After the failure number `failures` (0 is the first): ten seconds, doubled each time up to a quarter of an hour, give or take a
 * quarter; never sooner than the service itself asked for.
 */
export function delayBeforeRetry(failures: number, askedMs: number | undefined, random: number): number {
  const backoff = Math.min(MAX_RETRY_MS, FIRST_RETRY_MS * 2 ** Math.min(failures, 10)) * (0.75 + random / 2);
  return Math.max(askedMs ?? 0, backoff);
}

/**
 * After lost sockets, until they are opened again: at first some moment of the next ten minutes, for who looks at the window of
 * the next ten seconds. Where they do not open, twice as long, at most ten minutes, give or take a half. `failures` as above.
 */
export function delayBeforeReconnect(failures: number, isSeen: boolean, random: number): number {
  const span = isSeen ? VISIBLE_WAIT_MS : RECONNECT_MS;
  if (failures === 0) return span * random;
  return Math.min(RECONNECT_MS, span * 2 ** Math.min(failures, 10)) * (0.5 + random);
}

/** After the sockets opened, until what they did not tell is asked for: some moment of the next poll's time, soon for who looks. */
export function delayBeforeCatchUp(pollMs: number, isSeen: boolean, random: number): number {
  return (isSeen ? Math.min(VISIBLE_WAIT_MS, pollMs) : pollMs) * random;
}
