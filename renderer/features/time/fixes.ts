/** Preview of trimming an entry that overlaps another; electron/features/time/edit-entries.ts does it. Pure; times in ms. */
import type { EntryView } from '../../../shared/contract/index.ts';
import { spanOf, subtractSpan } from '../../../shared/time/overlaps.ts';

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
  return first.from === span.from
    ? { change: 'end', from: span.to, to: first.to }
    : { change: 'start', from: span.from, to: first.from };
}
