/**
 * Times as they are shown, to the minute. Every view counts with these, so that durations, gaps and totals follow from the clock times
 * beside them. What is stored and sent stays exact. Pure; times in ms since 1970.
 */
import { MINUTE_MS } from '../dates/milliseconds.ts';
import type { Span } from './day.ts';
import type { Entry } from './entry.ts';

/** The minute that a clock shows at an instant. */
export const shownMinute = (at: number): number => Math.floor(at / MINUTE_MS) * MINUTE_MS;

/** The duration between two instants: the difference of their shown minutes (ms); never negative. */
export const shownDuration = (from: number, to: number): number => Math.max(0, shownMinute(to) - shownMinute(from));

/**
 * The shown times of an entry. A running one has lasted as many whole minutes as its timer shows. Invalid instants are NaN; no entry ends
 * before it starts.
 */
export function shownSpan({ startTime, endTime }: Pick<Entry, 'startTime' | 'endTime'>, now: number): Span {
  const start = Date.parse(startTime);
  const from = shownMinute(start);
  return {
    from,
    to: Math.max(from, endTime === null ? from + shownMinute(now - start) : shownMinute(Date.parse(endTime))),
  };
}
