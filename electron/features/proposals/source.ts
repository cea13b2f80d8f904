/** What a source of evidence is: it reads a span, within a time limit, and says what went wrong as a sentence. */
import type { Evidence } from '../../../shared/contract/proposals.ts';
import type { Span } from '../../../shared/time/day.ts';

/** What a repository, calendar or bucket said about the span. Without evidence, what was read of it before stays. */
export interface Reading {
  place: string;
  evidence?: Evidence[];
  problem?: string;
}

/** Throws what it cannot explain. Reads nothing after the signal. */
export type ReadSource = (span: Span, signal: AbortSignal) => Promise<Reading[]>;
