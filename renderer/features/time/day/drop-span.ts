/** The time that a task gets when it is dropped on a day. Pure; instants in ms. */
import { MINUTE_MS } from '../../../../shared/dates/milliseconds.ts';
import type { Piece, Span } from '../../../../shared/time/day.ts';
import { gapsBetween } from '../../../../shared/time/gaps.ts';
import { type Limits, snap } from './change-times.ts';

/** The length outside gaps, unless the next entry or the present is nearer (ms). */
const LENGTH_MS = 30 * MINUTE_MS;
/** No entry is made shorter to end where the next one begins (ms). */
const LEAST_MS = 5 * MINUTE_MS;

/** The gap at that instant, or half an hour from it; null in the future. `isExact`: half an hour from the minute, in a gap as well. */
export function dropSpan(
  at: number,
  dayPieces: readonly Piece[],
  limits: Omit<Limits, 'edges'>,
  isExact: boolean,
): Span | null {
  const { bounds, now } = limits;
  const latest = Math.min(now, bounds.to);
  if (at < bounds.from || at >= latest || latest - bounds.from < MINUTE_MS) return null;
  const gap = gapsBetween(dayPieces).find(({ from, to }) => from <= at && at < to);
  if (gap && !isExact) return { from: gap.from, to: Math.min(gap.to, latest) };
  const edges = dayPieces.flatMap(({ from, to }) => [from, to]);
  const length = Math.min(LENGTH_MS, latest - bounds.from);
  const from = Math.max(bounds.from, Math.min(snap(at, { ...limits, edges }, isExact), latest - length));
  const next = dayPieces.find((piece) => piece.from - from >= LEAST_MS);
  return { from, to: Math.min(from + length, next?.from ?? Number.POSITIVE_INFINITY) };
}
