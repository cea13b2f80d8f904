/** What a source of evidence is: it reads a span, within a time limit, and says what went wrong. */
import { z } from 'zod';
import type { Evidence } from '../../../shared/contract/evidence.ts';
import type { messages } from '../../../shared/i18n/generated/main.ts';
import type { Span } from '../../../shared/time/day.ts';
import { ServiceError } from '../../service/errors.ts';

type Kind = Parameters<typeof messages.proposals.problem>[0]['kind'];
/** Stored, and put into words when it is shown. `place`: null for the whole source. */
export const Problem = z.object({ kind: z.string().transform((kind) => kind as Kind), place: z.string().nullable() });
export type Problem = z.infer<typeof Problem>;

/** What a repository, calendar or bucket said about the span. Without evidence, what was read of it before stays. */
export interface Reading {
  place: string;
  evidence?: Evidence[];
  problem?: Problem;
}

const KINDS: { [K in ServiceError['kind']]?: Kind } = {
  redirect: 'redirected',
  'too-large': 'tooLarge',
  timeout: 'slow',
};

/** Of a request. */
export function problemOf(place: string, error: unknown): Problem {
  if (!(error instanceof ServiceError)) return { place, kind: 'other' };
  const isAway = error.kind === 'unreachable' || error.kind === 'lost' || error.kind === 'untrusted';
  return { place, kind: isAway ? 'unreachable' : (KINDS[error.kind] ?? 'other') };
}

/** Throws what it cannot explain. Reads nothing after the signal. */
export type ReadSource = (span: Span, signal: AbortSignal) => Promise<Reading[]>;
