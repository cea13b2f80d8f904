/** The warning about overlapping entries. */

import { MINUTE_MS } from '../../../shared/dates/milliseconds.ts';
import { hoursMinutes } from '../../../shared/i18n/format-dates.ts';
import { messages } from '../../../shared/i18n/generated/main.ts';
import type { Entry } from '../../../shared/time/entry.ts';
import { overlapMs, type Span } from '../../../shared/time/overlaps.ts';
import type { Entries } from './entry-store.ts';

/** A shorter overlap is ignored (ms). */
const MIN_OVERLAP_MS = MINUTE_MS;

/** A running entry ends now (ms), and never before it starts. */
export const spanOf = (entry: Entry, now: number): Span => ({
  start: Date.parse(entry.startTime),
  end: entry.endTime === null ? Math.max(now, Date.parse(entry.startTime)) : Date.parse(entry.endTime),
});

/** "; overlaps WEB-61 by 0:15", or an empty string. `replacedId`: the entry that this one replaces. */
export function overlapWarning(
  entries: Pick<Entries, 'between'>,
  entry: Entry,
  now: number,
  replacedId?: string,
): string {
  const span = spanOf(entry, now);
  const [longest] = entries
    .between(entry.accountId, span.start, span.end)
    .filter(({ id }) => id !== entry.id && id !== replacedId)
    .map((other) => ({ other, ms: overlapMs(span, spanOf(other, now)) }))
    .filter(({ ms }) => ms >= MIN_OVERLAP_MS)
    .sort((a, b) => b.ms - a.ms);
  return longest
    ? messages.time.overlaps({ task: longest.other.task.identifier, duration: hoursMinutes(longest.ms) })
    : '';
}
