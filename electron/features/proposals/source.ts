/** What a source of evidence is: it reads a span, within a time limit, and says what went wrong. */
import { z } from 'zod';
import type { Evidence } from '../../../shared/contract/evidence.ts';
import type { Span } from '../../../shared/time/day.ts';
import { ServiceError } from '../../service/errors.ts';

/** Stored, and put into words when it is shown. `place`: null for the whole source. */
export const Problem = z.object({
  kind: z.enum([
    'unreachable',
    'slow',
    'tooLarge',
    'redirected',
    'noGit',
    'noRepository',
    'noAuthor',
    'otherOwner',
    'other',
  ]),
  place: z.string().nullable(),
});
export type Problem = z.infer<typeof Problem>;

/** What a repository, calendar or bucket said about the span. Without evidence, what was read of it before stays. */
export interface Reading {
  place: string;
  evidence?: Evidence[];
  problem?: Problem;
}

const KINDS: { [K in ServiceError['kind']]?: Problem['kind'] } = {
  redirect: 'redirected',
  'too-large': 'tooLarge',
  timeout: 'slow',
  unreachable: 'unreachable',
  lost: 'unreachable',
  untrusted: 'unreachable',
};

/** Of a request. */
export const problemOf = (place: string, error: unknown): Problem => ({
  place,
  kind: (error instanceof ServiceError && KINDS[error.kind]) || 'other',
});

/** Throws what it cannot explain. Reads nothing after the signal. */
export type ReadSource = (span: Span, signal: AbortSignal) => Promise<Reading[]>;
