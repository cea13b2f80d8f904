/** The day as a list of entries with preceding gaps and overlaps. Pure. */
import type { EntryView } from '../../../shared/contract/index.ts';
import type { Piece, Span } from '../../../shared/time/day.ts';
import { gapsBetween } from '../../../shared/time/gaps.ts';
import { MIN_OVERLAP_MS, overlapMs } from '../../../shared/time/overlaps.ts';

export interface TimelineItem {
  piece: Piece;
  /** Untracked time before this entry; null if it is less than five minutes. */
  gapBefore: Span | null;
  /** The earlier entry with the longest overlap; null if that is less than a minute. */
  overlap: { entry: EntryView; ms: number } | null;
}

/** Untracked time on the day, and the entry after it. */
export interface Gap extends Span {
  before: string;
}

/** Between the first entry of the day and the last, from five minutes on. `day` is sorted by start. */
export const gapsIn = (day: readonly Piece[]): Gap[] =>
  gapsBetween(day).map((gap) => ({ ...gap, before: day.find(({ from }) => from === gap.to)?.entry.id ?? '' }));

/** `day` is sorted by start. */
export function timeline(day: readonly Piece[]): TimelineItem[] {
  const gaps = new Map(gapsIn(day).map((gap) => [gap.before, gap]));
  return day.map((piece, index) => ({
    piece,
    gapBefore: gaps.get(piece.entry.id) ?? null,
    overlap: longestOverlap(piece, day.slice(0, index)),
  }));
}

function longestOverlap(piece: Piece, earlier: readonly Piece[]): TimelineItem['overlap'] {
  let longest: TimelineItem['overlap'] = null;
  for (const other of earlier) {
    const ms = overlapMs(piece, other);
    if (ms >= MIN_OVERLAP_MS && ms > (longest?.ms ?? 0)) longest = { entry: other.entry, ms };
  }
  return longest;
}
