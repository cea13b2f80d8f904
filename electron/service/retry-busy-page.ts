/** What a read of many pages does when the service is busy, or when what it reads changes under it. */
import { setTimeout as sleepFor } from 'node:timers/promises';
import { ServiceError } from './errors.ts';

export interface ReadOptions {
  /** Ends the read at once; it then rejects with the signal's reason. */
  signal?: AbortSignal | undefined;
  /** Resolves after `ms`, or rejects at once when the signal is aborted. */
  sleep?: (ms: number, signal?: AbortSignal) => Promise<void>;
}

/** So often one request is made where the service is busy. */
const MAX_TRIES = 4;
const FIRST_PAUSE_MS = 500;
/** An API key's limit ends within a minute (docs/service.md#rate-limits); nobody waits longer before an open window. */
const MAX_PAUSE_MS = 70_000;
/** So often a read begins again because what it reads changed. */
const MAX_RESTARTS = 3;

const pause = (ms: number, signal?: AbortSignal): Promise<void> => sleepFor(ms, undefined, signal && { signal });

/**
 * One request, made again where the answer is 503 (a board that took over 3 s, docs/service.md#boards), or 429 with the time to
 * wait: after its Retry-After, or after a pause that doubles.
 */
export async function retryWhenBusy<T>(call: () => Promise<T>, options: ReadOptions): Promise<T> {
  const { signal, sleep = pause } = options;
  for (let tried = 1; ; tried += 1) {
    signal?.throwIfAborted();
    try {
      return await call();
    } catch (error) {
      signal?.throwIfAborted();
      const wait = askedPause(error, tried);
      if (wait === undefined || tried === MAX_TRIES) throw error;
      await sleep(wait, signal);
    }
  }
}

/** In ms; undefined where asking again is of no use. */
function askedPause(error: unknown, tried: number): number | undefined {
  if (!(error instanceof ServiceError)) return undefined;
  const { status, retryAfterMs } = error;
  if (status === 503) return (retryAfterMs ?? 0) > MAX_PAUSE_MS ? undefined : (retryAfterMs ?? growing(tried));
  if (status === 429 && retryAfterMs !== undefined && retryAfterMs <= MAX_PAUSE_MS) return retryAfterMs;
  return undefined;
}

const growing = (tried: number): number => FIRST_PAUSE_MS * 2 ** (tried - 1);

/** Before a read begins again for the nth time; throws where it did so often enough. */
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
