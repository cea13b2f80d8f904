/** Time between the entries of a day that nobody claimed. Pure; times in ms since 1970. */
import type { Span } from './day.ts';

/** A shorter gap is a pause between two tasks (ms). */
export const MIN_GAP_MS = 5 * 60_000;

/** The gaps between spans, by start. Spans may overlap and come in any order. */
export function gapsBetween(spans: readonly Span[], minMs = MIN_GAP_MS): Span[] {
  const gaps: Span[] = [];
  let reached = Number.POSITIVE_INFINITY;
  for (const { from, to } of spans.toSorted((a, b) => a.from - b.from)) {
    if (from - reached >= minMs) gaps.push({ from: reached, to: from });
    reached = reached === Number.POSITIVE_INFINITY ? to : Math.max(reached, to);
  }
  return gaps;
}

/** The time covered by more than one of the spans, by start. */
export function doubledSpans(spans: readonly Span[], minMs: number): Span[] {
  const doubled: Span[] = [];
  let reached = Number.NEGATIVE_INFINITY;
  for (const { from, to } of spans.toSorted((a, b) => a.from - b.from)) {
    const end = Math.min(to, reached);
    const last = doubled.at(-1);
    if (end > from && last && from <= last.to) last.to = Math.max(last.to, end);
    else if (end > from) doubled.push({ from, to: end });
    reached = Math.max(reached, to);
  }
  return doubled.filter(({ from, to }) => to - from >= minMs);
}
