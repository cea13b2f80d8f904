/**
 * Milliseconds by which an entry is recognised at the service, which has no idempotency key. Nobody sees them: on this computer the entry
 * keeps the typed times.
 */
import { toIsoInstant } from '../../../shared/dates/instant.ts';
import type { Entry } from '../../../shared/time/entry.ts';

type Times = Pick<Entry, 'startTime' | 'endTime'>;

/**
 * Start and end as they are sent: a start on a full second is moved by 1 to 998 ms, which follow from the entry's id, and the end as far,
 * so that the length stays exact. The entry does not leave its day by it: one that ends at midnight is moved back, and one that also
 * begins at midnight stays.
 */
export function sentTimes(entry: Times & Pick<Entry, 'id'>): Times {
  const { startTime, endTime } = entry;
  if (isFingerprinted(startTime)) return { startTime, endTime };
  const isMovedBack = endTime !== null && isMidnight(endTime);
  if (isMovedBack && isMidnight(startTime)) return { startTime, endTime };
  const by = isMovedBack ? -millisecondsOf(entry.id) : millisecondsOf(entry.id);
  return { startTime: moved(startTime, by), endTime: endTime && moved(endTime, by) };
}

/** No other client chooses such a start, and a server that rounds does not return it. */
export const isFingerprinted = (startTime: string): boolean => Date.parse(startTime) % 1000 !== 0;

const moved = (instant: string, by: number): string => toIsoInstant(Date.parse(instant) + by);

/** 1–998. Ids are random. */
const millisecondsOf = (id: string): number =>
  1 + [...id].reduce((hash, sign) => (hash * 31 + sign.charCodeAt(0)) % 998, 0);

function isMidnight(instant: string): boolean {
  const time = new Date(instant);
  return time.getHours() === 0 && time.getMinutes() === 0 && time.getSeconds() === 0 && time.getMilliseconds() === 0;
}
