/**
 * Device authorization (RFC 8628; docs/service.md#signing-in): polls until the person approves or denies, or the code expires. The
 * client id is chosen in features/account/sign-in.ts.
 */
import { MINUTE_MS } from '../../shared/dates/milliseconds.ts';
import type { Client } from './client.ts';
import { ServiceError } from './errors.ts';
import type { DeviceCode } from './records.ts';

export type DeviceFlowEnd =
  | { end: 'approved'; accessToken: string }
  | { end: 'denied' }
  | { end: 'expired' }
  | { end: 'cancelled' }
  /** Not recoverable by another poll. */
  | { end: 'failed'; error: ServiceError };

export interface DeviceFlowOptions {
  client: Pick<Client, 'requestDeviceToken'>;
  clientId: string;
  code: DeviceCode;
  signal: AbortSignal;
  /** Monotonic clock (ms). */
  monotonic: () => number;
  /** Resolves after `ms`, or at once when the signal is aborted. */
  sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Called with each passing error, and with null when the service answers again. */
  onError: (error: ServiceError | null) => void;
}

/** RFC 8628, 3.5: each `slow_down` adds five seconds permanently. */
const SLOW_DOWN_MS = 5_000;
/** Without an answer the pause doubles up to this. */
const MAX_PAUSE_MS = MINUTE_MS;

/** Never rejects. The first poll follows one interval after the code was created. */
export async function awaitApproval(options: DeviceFlowOptions): Promise<DeviceFlowEnd> {
  const { client, clientId, code, signal, monotonic, sleep, onError } = options;
  const deadline = monotonic() + code.expires_in * 1000;
  let interval = code.interval * 1000;
  let failures = 0;

  /** Never longer than until the deadline, so that expiry is reported at once. */
  const pause = (ms: number) => sleep(Math.max(0, Math.min(ms, deadline - monotonic())), signal);

  for (;;) {
    await pause(Math.min(interval * 2 ** failures, Math.max(interval, MAX_PAUSE_MS)));
    if (signal.aborted) return { end: 'cancelled' };
    if (monotonic() >= deadline) return { end: 'expired' };
    try {
      const token = await client.requestDeviceToken(clientId, code.device_code, signal);
      return { end: 'approved', accessToken: token.access_token };
    } catch (error) {
      if (signal.aborted) return { end: 'cancelled' };
      if (!(error instanceof ServiceError)) throw error;
      switch (error.code) {
        case 'authorization_pending':
          failures = 0;
          onError(null);
          continue;
        case 'slow_down':
          failures = 0;
          interval += SLOW_DOWN_MS;
          onError(null);
          continue;
        case 'access_denied':
          return { end: 'denied' };
        case 'expired_token':
        // The service answers `invalid_grant` to later polls of an expired code (docs/service.md#signing-in).
        case 'invalid_grant':
          return { end: 'expired' };
      }
      if (!error.isTransient) return { end: 'failed', error };
      failures += 1;
      onError(error);
      if (error.retryAfterMs !== undefined) await pause(error.retryAfterMs);
    }
  }
}
