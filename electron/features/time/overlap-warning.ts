/** The warning about overlapping entries. */
import { hoursMinutes } from '../../../shared/i18n/format-dates.ts';
import { messages } from '../../../shared/i18n/generated/main.ts';
import type { Entry } from '../../../shared/time/entry.ts';
import { MIN_OVERLAP_MS, overlapMs } from '../../../shared/time/overlaps.ts';
import { shownSpan } from '../../../shared/time/shown-times.ts';
import type { Entries } from './entry-store.ts';

/** "; overlaps WEB-61 by 0:15", or an empty string. `replacedId`: the entry that this one replaces. */
export function overlapWarning(
  entries: Pick<Entries, 'between'>,
  entry: Entry,
  now: number,
  replacedId?: string,
): string {
  const span = shownSpan(entry, now);
  const [longest] = entries
    .between(entry.accountId, span.from, span.to)
    .filter(({ id }) => id !== entry.id && id !== replacedId)
    .map((other) => ({ other, ms: overlapMs(span, shownSpan(other, now)) }))
    .filter(({ ms }) => ms >= MIN_OVERLAP_MS)
    .sort((a, b) => b.ms - a.ms);
  return longest
    ? messages.time.overlaps({ task: longest.other.task.identifier, duration: hoursMinutes(longest.ms) })
    : '';
}
