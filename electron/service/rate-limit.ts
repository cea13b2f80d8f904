/**
 * The one place that obeys a 429. Until the service's limit ends, the requests of a session are rejected here instead of being
 * sent, and lost sockets stay closed. Older servers limit `/auth/*` alone (docs/service.md#rate-limits), so its limit is kept apart. Times in ms.
 */
import { ServiceError } from './errors.ts';

/** No wait is longer, whatever a server asks. */
const MAX_WAIT_MS = 3_600_000;

export type RateLimit = ReturnType<typeof createRateLimit>;

/** `now`: ms that only grow. */
export function createRateLimit(now: () => number = () => performance.now()) {
  const blocks = new Map<'auth' | 'all', { error: ServiceError; until: number }>();
  const scopeOf = (path: string) => (path.startsWith('/auth/') ? 'auth' : 'all');
  const waitMs = (scope: 'auth' | 'all'): number => Math.max(0, Math.ceil((blocks.get(scope)?.until ?? 0) - now()));

  return {
    /** Throws the service's own rejection again if a request must not leave now. */
    check(path: string): void {
      const scope = waitMs('all') > 0 ? 'all' : scopeOf(path);
      const { error } = blocks.get(scope) ?? {};
      const retryAfterMs = waitMs(scope);
      if (error === undefined || retryAfterMs === 0) return;
      const { kind, status, code, isForeign, isUsedUp, reason, message } = error;
      const words = reason === undefined ? { message } : { reason };
      throw new ServiceError({ kind, status, code, isForeign, isUsedUp, retryAfterMs, neverLeft: true, ...words });
    },
    /** Learns from a request's error. What a proxy says about one request says nothing about the others. */
    learn(path: string, error: ServiceError): void {
      if (error.status !== 429 || error.retryAfterMs === undefined || error.mayHaveActed) return;
      blocks.set(scopeOf(path), { error, until: now() + Math.min(error.retryAfterMs, MAX_WAIT_MS) });
    },
    /** Time until requests other than `/auth/*` may leave. */
    waitMs: (): number => waitMs('all'),
    /** A person wants to try anyway. */
    lift: (): void => blocks.clear(),
  };
}
