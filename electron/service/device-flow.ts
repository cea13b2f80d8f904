/** Device authorization (RFC 8628; docs/service.md#signing-in): polls until the person approves or refuses, or the code expires. */
import type { Client } from './client.ts';
import { ServiceError } from './errors.ts';
import type { DeviceCode } from './records.ts';

export type DeviceFlowEnd =
  | { end: 'approved'; accessToken: string }
  | { end: 'denied' }
  | { end: 'expired' }
  | { end: 'cancelled' }
  /** The service said something that no further poll will change. */
  | { end: 'failed'; error: ServiceError };

export interface DeviceFlowOptions {
  client: Pick<Client, 'requestDeviceToken'>;
  clientId: string;
  code: DeviceCode;
  signal: AbortSignal;
  /** A clock that never jumps, in ms; the wall clock may be set while we wait. */
  monotonic: () => number;
  /** Resolves after `ms`, or at once when the signal is aborted. */
  sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Called with the trouble while the service does not answer, and with null when it does again. */
  onError: (error: ServiceError | null) => void;
}

/** RFC 8628, 3.5: each `slow_down` adds five seconds for good. */
const SLOW_DOWN_MS = 5_000;
/** Without an answer the pause doubles up to this. */
const MAX_PAUSE_MS = 60_000;

/** Never rejects. The first poll comes one interval after the code was made. */
export async function awaitApproval(options: DeviceFlowOptions): Promise<DeviceFlowEnd> {
  const { client, clientId, code, signal, monotonic, sleep, onError } = options;
  const deadline = monotonic() + code.expires_in * 1000;
  let interval = code.interval * 1000;
  let silence = 0;

  /** Never past the deadline: what is over is said at once. */
  const pause = (ms: number) => sleep(Math.max(0, Math.min(ms, deadline - monotonic())), signal);

  for (;;) {
    await pause(Math.min(interval * 2 ** silence, Math.max(interval, MAX_PAUSE_MS)));
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
          silence = 0;
          onError(null);
          continue;
        case 'slow_down':
          silence = 0;
          interval += SLOW_DOWN_MS;
          onError(null);
          continue;
        case 'access_denied':
          return { end: 'denied' };
        case 'expired_token':
        // The next poll after expiry says `invalid_grant` (docs/service.md#signing-in): the code is worth nothing either way.
        case 'invalid_grant':
          return { end: 'expired' };
      }
      if (!error.isPassing) return { end: 'failed', error };
      silence += 1;
      onError(error);
      if (error.retryAfterMs !== undefined) await pause(error.retryAfterMs);
    }
  }
}
