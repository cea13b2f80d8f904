/** The day as a list of its entries and gaps. Pure. */
import type { EntryView } from '../../../shared/contract/index.ts';
import type { Piece, Span } from '../../../shared/time/day.ts';
import { MIN_OVERLAP_MS, overlapMs } from '../../../shared/time/overlaps.ts';
import type { OpenEntry } from '../../state/shown-time.ts';

export interface TimelineEntry {
  piece: Piece;
  /** The earlier entry with the longest overlap; null if that is less than a minute. */
  overlap: { entry: EntryView; ms: number } | null;
}

export interface Gap extends Span {
  /** It was answered with "not work". */
  isNotWork: boolean;
}

/** By start. `day` is sorted by start. */
export function timeline(day: readonly Piece[], gaps: readonly Gap[]): (TimelineEntry | Gap)[] {
  const entries = day.map((piece, index) => ({ piece, overlap: longestOverlap(piece, day.slice(0, index)) }));
  return inOrder(entries, gaps);
}

/** Entries and gaps by start. */
export const inOrder = <E extends { piece: Piece }>(entries: readonly E[], gaps: readonly Gap[]): (E | Gap)[] =>
  [...entries, ...gaps].sort((one, other) => startOf(one) - startOf(other));

const startOf = (row: { piece: Piece } | Gap): number => ('piece' in row ? row.piece.from : row.from);

/** The key of a gap among the stops of the arrow keys. */
export const gapStop = (from: number): string => `gap ${from}`;

/** The stop that the form replaces, and that takes the focus after it; null at the top of the day. */
export function stopOf(opened: OpenEntry): string | null {
  if (opened.kind === 'edit') return opened.entryId;
  if (opened.kind === 'fill') return gapStop(opened.from);
  return opened.gap === null ? null : gapStop(opened.gap);
}

/** The entry with which the span has most time in common. */
export function longestOverlap(span: Span, others: readonly Piece[]): TimelineEntry['overlap'] {
  let longest: TimelineEntry['overlap'] = null;
  for (const other of others) {
    const ms = overlapMs(span, other);
    if (ms >= MIN_OVERLAP_MS && ms > (longest?.ms ?? 0)) longest = { entry: other.entry, ms };
  }
  return longest;
}
