/** Preview of trimming an entry that overlaps another; electron/features/time/edit-entries.ts does it. Pure; times in ms. */
import type { EntryView } from '../../../shared/contract/index.ts';
import { type Span, subtractSpan } from '../../../shared/time/overlaps.ts';

export type Fix =
  | { change: 'start' | 'end'; from: number; to: number }
  /** The entry extends beyond the other on both sides: two entries remain. */
  | { change: 'two' }
  /** The entry lies within the other: nothing remains. */
  | { change: 'nothing' };

/** Removes the time of `other` from `entry`. */
export function fixOf(entry: EntryView, other: EntryView, now: number): Fix {
  const span = spanOf(entry, now);
  const [first, second] = subtractSpan(span, spanOf(other, now));
  if (first === undefined) return { change: 'nothing' };
  if (second !== undefined) return { change: 'two' };
  return first.start === span.start
    ? { change: 'end', from: span.end, to: first.end }
    : { change: 'start', from: span.start, to: first.start };
}

function spanOf({ startTime, endTime }: EntryView, now: number): Span {
  const start = Date.parse(startTime);
  return { start, end: endTime === null ? Math.max(start, now) : Date.parse(endTime) };
}
