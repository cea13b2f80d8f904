import { dayBounds, localDay, pieces, type Span } from '../../shared/time/day.ts';
import { suggestTimes } from '../../shared/time/suggest-times.ts';
import { usePublished } from './main-process.ts';

/** For a new entry of today, as in the Time tab: since the last entry. */
export function suggestedTimes(): Span {
  const time = usePublished.getState().state?.time;
  const now = Date.now();
  const bounds = dayBounds(localDay(now));
  return suggestTimes(pieces(time?.today ?? [], bounds, now), bounds, now);
}
