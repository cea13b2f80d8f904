/** What is open in a period: reasons to look at it before it is closed. Pure. */
import type { TimeRules } from '../contract/time-rules.ts';
import type { EntryView } from '../contract/time-view.ts';
import type { WeekReview } from '../contract/timesheet.ts';
import { dayBounds, lengthOf, pieces } from './day.ts';
import { doubledSpans, gapsOf } from './gaps.ts';
import { MIN_OVERLAP_MS } from './overlaps.ts';

/** `days`: local days. `entries`: those that touch them. `now` in ms. */
export function weekReview(
  entries: readonly EntryView[],
  days: readonly string[],
  rules: TimeRules,
  now: number,
): WeekReview {
  const tracked = days.map((day) => ({
    day,
    spans: pieces(entries, dayBounds(day), now)
      .filter((piece) => lengthOf(piece) > 0)
      .map(({ from, to }) => ({ from, to })),
  }));
  return {
    gaps: tracked.flatMap(({ day, spans }) => gapsOf(day, rules, spans, now)),
    overlaps: tracked.flatMap(({ spans }) => doubledSpans(spans, MIN_OVERLAP_MS)),
    unsent: entries.filter(({ sync }) => sync !== 'sent').map(({ id }) => id),
    isRunning: entries.some(({ endTime }) => endTime === null),
  };
}
