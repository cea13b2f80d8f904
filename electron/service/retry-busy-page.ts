/** Retries a page while the service is busy, and paces restarts of a read whose data changed. */
import { setTimeout as sleepFor } from 'node:timers/promises';
import { ServiceError } from './errors.ts';

export interface ReadOptions {
  /** Ends the read at once with the signal's reason. */
  signal?: AbortSignal | undefined;
  /** Resolves after `ms`; rejects as soon as the signal is aborted. */
  sleep?: (ms: number, signal?: AbortSignal) => Promise<void>;
}

const MAX_ATTEMPTS = 4;
const FIRST_PAUSE_MS = 500;
/** The limit of an API key ends within a minute (docs/service.md#rate-limits). A longer wait is an error. */
const MAX_PAUSE_MS = 70_000;
const MAX_RESTARTS = 3;

const pause = (ms: number, signal?: AbortSignal): Promise<void> => sleepFor(ms, undefined, signal && { signal });

/**
 * Repeats a request after 503 (a board that took over 3 s, docs/service.md#boards) and after 429 with a Retry-After. Waits for the
 * Retry-After, else with exponential back-off.
 */
export async function retryWhenBusy<T>(call: () => Promise<T>, options: ReadOptions): Promise<T> {
  const { signal, sleep = pause } = options;
  for (let attempt = 1; ; attempt += 1) {
    signal?.throwIfAborted();
    try {
      return await call();
    } catch (error) {
      signal?.throwIfAborted();
      const wait = retryDelay(error, attempt);
      if (wait === undefined || attempt === MAX_ATTEMPTS) throw error;
      await sleep(wait, signal);
    }
  }
}

/** In ms; undefined if a retry would not help. */
function retryDelay(error: unknown, attempt: number): number | undefined {
  if (!(error instanceof ServiceError)) return undefined;
  const { status, retryAfterMs } = error;
  if (status === 503) return (retryAfterMs ?? 0) > MAX_PAUSE_MS ? undefined : (retryAfterMs ?? backoff(attempt));
  if (status === 429 && retryAfterMs !== undefined && retryAfterMs <= MAX_PAUSE_MS) return retryAfterMs;
  return undefined;
}

const backoff = (attempt: number): number => FIRST_PAUSE_MS * 2 ** (attempt - 1);

/** Waits before the nth restart. Throws a ServiceError with the code `KEEPS_CHANGING` after MAX_RESTARTS. */
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
  await (options.sleep ?? pause)(backoff(restarts) / 2, options.signal);
}
