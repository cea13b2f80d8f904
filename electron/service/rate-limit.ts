/**
 * Enforces the rate limits that the service reports with 429; response.ts reads the time from the headers. Until a limit ends,
 * requests are rejected here instead of being sent, and lost sockets stay closed. Older servers limit `/auth/*` separately (docs/service.md#rate-limits). Times in ms.
 */
import { HOUR_MS } from '../../shared/dates/milliseconds.ts';
import { ServiceError } from './errors.ts';

/** Requests are held back no longer than this, whatever the service asks for. */
export const MAX_WAIT_MS = HOUR_MS;

export type RateLimit = ReturnType<typeof createRateLimit>;

/** `now`: a monotonic clock. */
export function createRateLimit(now: () => number = () => performance.now()) {
  const blocks = new Map<'auth' | 'all', { error: ServiceError; until: number }>();
  const scopeOf = (path: string) => (path.startsWith('/auth/') ? 'auth' : 'all');
  const waitMs = (scope: 'auth' | 'all'): number => Math.max(0, Math.ceil((blocks.get(scope)?.until ?? 0) - now()));

  return {
    /** Throws the service's rejection again if a request to this path must wait. */
    check(path: string): void {
      const scope = waitMs('all') > 0 ? 'all' : scopeOf(path);
      const { error } = blocks.get(scope) ?? {};
      const retryAfterMs = waitMs(scope);
      if (error === undefined || retryAfterMs === 0) return;
      const { kind, status, code, isForeign, isUsedUp, reason, message } = error;
      const text = reason === undefined ? { message } : { reason };
      throw new ServiceError({ kind, status, code, isForeign, isUsedUp, retryAfterMs, wasNotSent: true, ...text });
    },
    /** Records the limit of a failed request. A limit that may come from a proxy is ignored: it need not hold for other requests. */
    learn(path: string, error: ServiceError): void {
      if (error.status !== 429 || error.retryAfterMs === undefined || error.mayHaveActed) return;
      blocks.set(scopeOf(path), { error, until: now() + Math.min(error.retryAfterMs, MAX_WAIT_MS) });
    },
    /** Time until requests other than `/auth/*` may be sent. */
    waitMs: (): number => waitMs('all'),
    /** For a retry that a person asks for, and for the last attempt before the app quits. */
    lift: (): void => blocks.clear(),
  };
}
