/** Suggested times of a manual entry: from the day's last entry to the next one or to now. Pure; times in ms. */
import { timeOn } from '../dates/calendar-day.ts';
import { MINUTE_MS } from '../dates/milliseconds.ts';
import type { Piece, Span } from './day.ts';
import { beginsAtMidnight, MIN_NIGHT_MS } from './gaps.ts';

const HALF_HOUR_MS = 30 * MINUTE_MS;
const MIN_LENGTH_MS = 5 * MINUTE_MS;
/** Start of an empty day. */
const MORNING = '09:00';

/** `day` is sorted by start. The result lies within the day and not in the future. */
export function suggestTimes(day: readonly Piece[], bounds: Span, now: number): Span {
  const latest = Math.min(now, bounds.to);
  const done = day.filter(({ entry }) => entry.endTime !== null);
  const live = day.find(({ entry }) => entry.endTime === null);
  const isOver = now >= bounds.to;
  const reached = done.reduce((at, piece) => Math.max(at, piece.to), 0);
  // After work across midnight, the person slept.
  const isNightUntil = (next: number) => done.every(beginsAtMidnight) && next - reached >= MIN_NIGHT_MS;
  if (isOver) {
    const morning = timeOn(new Date(bounds.from), MORNING);
    const from = Math.min(isNightUntil(morning) ? morning : reached, bounds.to - HALF_HOUR_MS);
    return { from, to: from + HALF_HOUR_MS };
  }
  const to = Math.max(bounds.from, live ? Math.min(live.from, latest) : latest);
  const isFree = reached > 0 && !isNightUntil(to) && to - reached >= MIN_LENGTH_MS;
  return { from: isFree ? reached : Math.max(bounds.from, to - HALF_HOUR_MS), to };
}
