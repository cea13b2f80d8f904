/** What a source of evidence is: it reads a span, within a time limit, and says what went wrong as a sentence. */
import type { Evidence } from '../../../shared/contract/evidence.ts';
import { messages } from '../../../shared/i18n/generated/main.ts';
import type { Span } from '../../../shared/time/day.ts';
import { ServiceError } from '../../service/errors.ts';

/** What a repository, calendar or bucket said about the span. Without evidence, what was read of it before stays. */
export interface Reading {
  place: string;
  evidence?: Evidence[];
  problem?: string;
}

/** Of a request, as a sentence. */
export function problemOf(place: string, error: unknown): string {
  const kind = error instanceof ServiceError ? error.kind : 'malformed';
  if (kind === 'redirect') return messages.proposals.redirected({ place });
  if (kind === 'too-large') return messages.proposals.tooLarge({ place });
  if (kind === 'timeout') return messages.proposals.slow({ place });
  const isAway = kind === 'unreachable' || kind === 'lost' || kind === 'untrusted';
  return messages.proposals[isAway ? 'unreachable' : 'unreadable']({ place });
}

/** Throws what it cannot explain. Reads nothing after the signal. */
export type ReadSource = (span: Span, signal: AbortSignal) => Promise<Reading[]>;
