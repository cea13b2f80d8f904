/** What is known of the attempts to send each write. */
import type { ServiceError } from '../service/errors.ts';

/** Nothing was rejected yet. */
export const NO_REJECTION = { byProxy: undefined, rejectedSearches: 0, wasRejectedTogether: false };

interface Attempts {
  /** Monotonic time of the last request or its timeout (ms). Writes of an earlier run count from the start of this one. */
  sentAt: number;
  /** Rejections by a proxy while the service itself was reachable. */
  byProxy: { times: number; error: ServiceError } | undefined;
  /** How often a proxy rejected the search for the write. */
  rejectedSearches: number;
  /** The service rejected it together with others. */
  wasRejectedTogether: boolean;
}

/** What is known only in this run about the attempts to send each write, also after it moved to another account. */
export function createAttemptLog(monotonic: () => number) {
  const startedAt = monotonic();
  const known = new Map<number, Attempts>();
  return {
    of(id: number): Attempts {
      const found = known.get(id) ?? { sentAt: startedAt, ...NO_REJECTION };
      known.set(id, found);
      return found;
    },
    forget: (id: number): boolean => known.delete(id),
  };
}

export type AttemptLog = ReturnType<typeof createAttemptLog>;
