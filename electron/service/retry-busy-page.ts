/** Reading page by page: retries while the service is busy, and restarts if the data changed meanwhile. */
import { setTimeout as sleepFor } from 'node:timers/promises';
import { ServiceError } from './errors.ts';

export interface ReadOptions {
  /** Ends the read at once with the signal's reason. */
  signal?: AbortSignal | undefined;
  /** Resolves after `ms`; rejects as soon as the signal is aborted. */
  sleep?: (ms: number, signal?: AbortSignal) => Promise<void>;
}

const MAX_TRIES = 4;
const FIRST_PAUSE_MS = 500;
/** An API key's limit ends within a minute (docs/service.md#rate-limits); a longer wait fails instead. */
const MAX_PAUSE_MS = 70_000;
const MAX_RESTARTS = 3;

const pause = (ms: number, signal?: AbortSignal): Promise<void> => sleepFor(ms, undefined, signal && { signal });

/**
 * Repeats a request after 503 (a board that took over 3 s, docs/service.md#boards) and after 429 with a time to wait. Waits for the
 * Retry-After, or for a pause that doubles.
 */
export async function retryWhenBusy<T>(call: () => Promise<T>, options: ReadOptions): Promise<T> {
  const { signal, sleep = pause } = options;
  for (let tried = 1; ; tried += 1) {
    signal?.throwIfAborted();
    try {
      return await call();
    } catch (error) {
      signal?.throwIfAborted();
      const wait = pauseAfter(error, tried);
      if (wait === undefined || tried === MAX_TRIES) throw error;
      await sleep(wait, signal);
    }
  }
}

/** In ms; undefined if a retry would not help. */
function pauseAfter(error: unknown, tried: number): number | undefined {
  if (!(error instanceof ServiceError)) return undefined;
  const { status, retryAfterMs } = error;
  if (status === 503) return (retryAfterMs ?? 0) > MAX_PAUSE_MS ? undefined : (retryAfterMs ?? growing(tried));
  if (status === 429 && retryAfterMs !== undefined && retryAfterMs <= MAX_PAUSE_MS) return retryAfterMs;
  return undefined;
}

const growing = (tried: number): number => FIRST_PAUSE_MS * 2 ** (tried - 1);

/** Waits before the nth restart. Throws after too many. */
export async function restartWhenChanged(
  restarts: number,
  what: 'board' | 'description',
  options: ReadOptions,
): Promise<void> {
  if (restarts > MAX_RESTARTS) {
    throw new ServiceError({
      kind: 'rejected',
      status: 409,
      code: 'KEEPS_CHANGING',
      reason: { is: 'changing', what },
    });
  }
  await (options.sleep ?? pause)(growing(restarts) / 2, options.signal);
}
