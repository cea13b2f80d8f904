/** What a source of evidence is: it reads a span, within a time limit, and says what went wrong. */
import type { Evidence } from '../../../shared/contract/evidence.ts';
import { ValidationError } from '../../../shared/errors/app-error.ts';
import type { messages } from '../../../shared/i18n/generated/main.ts';
import type { Span } from '../../../shared/time/day.ts';
import { ServiceError } from '../../service/errors.ts';

type Words = Parameters<typeof messages.proposals.problem>[0];
/** Stored, and put into words when it is shown. */
export interface Problem {
  kind: Words['kind'];
  /** null for the whole source. */
  place: string | null;
  /** Of what there is more than was read, and how much of it was. */
  what?: Words['what'];
  limit?: number;
}

export const cutAt = (limit: number, what: Words['what'], place: string): Problem => {
  return { kind: 'cut', place, what, limit };
};

/** What a repository, calendar or bucket said. Without evidence, what was read of it before stays. */
export interface Reading {
  place: string;
  evidence?: Evidence[];
  problem?: Problem;
}

const KINDS: { [K in ServiceError['kind']]?: Words['kind'] } = {
  redirect: 'redirected',
  'too-large': 'tooLarge',
  timeout: 'slow',
};

/** Of a request, of a file that is too large, or of work with a limit of time or memory. */
export function problemOf(place: string, error: unknown): Problem {
  if ((error as Error).name === 'TimeoutError') return { place, kind: 'slow' };
  const isFull =
    error instanceof ValidationError || (error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY';
  if (!(error instanceof ServiceError)) return { place, kind: isFull ? 'tooLarge' : 'other' };
  const isAway = error.kind === 'unreachable' || error.kind === 'lost' || error.kind === 'untrusted';
  return { place, kind: isAway ? 'unreachable' : (KINDS[error.kind] ?? 'other') };
}

/** Rejects when the signal aborts, even if the work never ends. */
export async function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const aborted = Promise.withResolvers<never>();
  signal.addEventListener('abort', () => aborted.reject(signal.reason), { once: true });
  if (signal.aborted) aborted.reject(signal.reason);
  return Promise.race([work, aborted.promise]);
}

/** Throws what it cannot explain. Reads nothing after the signal. */
export type ReadSource = (span: Span, signal: AbortSignal) => Promise<Reading[]>;
