/** Overlaps of time entries. Pure; times in ms since 1970. */

export interface Span {
  start: number;
  /** A running entry ends now. */
  end: number;
}

/** The overlap of two spans (ms). */
export function overlapMs(a: Span, b: Span): number {
  return Math.max(0, Math.min(a.end, b.end) - Math.max(a.start, b.start));
}

/** `span` without the time covered by `other`: up to two spans. */
export function subtractSpan(span: Span, other: Span): Span[] {
  if (overlapMs(span, other) === 0) return [span];
  const before = { start: span.start, end: Math.max(span.start, other.start) };
  const after = { start: Math.min(span.end, other.end), end: span.end };
  return [before, after].filter(({ start, end }) => end > start);
}
