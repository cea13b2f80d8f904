/** Sets of spans. Pure; in ms since 1970. */
import type { Span } from './day.ts';
import { subtractSpan } from './overlaps.ts';

/** The time that the spans cover, by start. Spans that are less than `bridgeMs` apart become one. */
export function union(spans: readonly Span[], bridgeMs = 0): Span[] {
  const merged: Span[] = [];
  for (const { from, to } of spans.toSorted((one, other) => one.from - other.from)) {
    const last = merged.at(-1);
    if (last !== undefined && (from <= last.to || from - last.to < bridgeMs)) last.to = Math.max(last.to, to);
    else merged.push({ from, to });
  }
  return merged;
}

/** The spans without the time that one of the others covers. */
export const subtract = (spans: readonly Span[], others: readonly Span[]): Span[] =>
  others.reduce((left, other) => left.flatMap((span) => subtractSpan(span, other)), [...spans]);

/** The parts of the spans within the bounds. */
export const within = (spans: readonly Span[], { from, to }: Span): Span[] =>
  spans
    .map((span) => ({ from: Math.max(span.from, from), to: Math.min(span.to, to) }))
    .filter((span) => span.to > span.from);
