/** Overlaps of time entries. Pure; times in ms since 1970. */
import { MINUTE_MS } from '../dates/milliseconds.ts';
import type { Span } from './day.ts';
import type { Entry } from './entry.ts';

/** A shorter overlap is ignored (ms). */
export const MIN_OVERLAP_MS = MINUTE_MS;

/** A running entry ends now (ms). No entry ends before it starts. */
export function spanOf({ startTime, endTime }: Pick<Entry, 'startTime' | 'endTime'>, now: number): Span {
  const from = Date.parse(startTime);
  return { from, to: Math.max(from, endTime === null ? now : Date.parse(endTime)) };
}

export function overlapMs(a: Span, b: Span): number {
  return Math.max(0, Math.min(a.to, b.to) - Math.max(a.from, b.from));
}

/** `span` without the time covered by `other`: up to two spans. */
export function subtractSpan(span: Span, other: Span): Span[] {
  if (overlapMs(span, other) === 0) return [span];
  const before = { from: span.from, to: Math.max(span.from, other.from) };
  const after = { from: Math.min(span.to, other.to), to: span.to };
  return [before, after].filter(({ from, to }) => to > from);
}
