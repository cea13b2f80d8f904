/**
 * The one place that obeys a 429: until when the requests of a session are rejected here instead of being sent, and lost sockets are
 * not opened again. Older servers limit `/auth/*` alone (docs/service.md#rate-limits), so its limit is kept apart. Times in ms.
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
    /** Throws where a request is not to leave now, as the service rejected the one before. */
    check(path: string): void {
      const scope = waitMs('all') > 0 ? 'all' : scopeOf(path);
      const { error } = blocks.get(scope) ?? {};
      const retryAfterMs = waitMs(scope);
      if (error === undefined || retryAfterMs === 0) return;
      const { kind, status, code, isForeign, isUsedUp, reason, message } = error;
      const words = reason === undefined ? { message } : { reason };
      throw new ServiceError({ kind, status, code, isForeign, isUsedUp, retryAfterMs, neverLeft: true, ...words });
    },
    /** A request was answered with this error. What something on the way says of one request says nothing about the others. */
    learn(path: string, error: ServiceError): void {
      if (error.status !== 429 || error.retryAfterMs === undefined || error.mayHaveActed) return;
      blocks.set(scopeOf(path), { error, until: now() + Math.min(error.retryAfterMs, MAX_WAIT_MS) });
    },
    /** Until anything but `/auth/*` may leave. */
    waitMs: (): number => waitMs('all'),
    /** A person asks to try all the same. */
    lift: (): void => blocks.clear(),
  };
}
