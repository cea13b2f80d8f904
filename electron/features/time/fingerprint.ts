/**
 * Milliseconds by which an entry is recognised at the service, which has no idempotency key. Nobody sees them: on this computer the entry
 * keeps the typed times.
 */
import { toIsoInstant } from '../../../shared/dates/instant.ts';
import { localDay } from '../../../shared/time/day.ts';
import type { Entry } from '../../../shared/time/entry.ts';

type Times = Pick<Entry, 'startTime' | 'endTime'>;

/**
 * Start and end as they are sent: a start on a full second is moved by 1 to 998 ms, which follow from the entry's id, and the end as far,
 * so that the length stays exact. It stays on the same days: one that ends at midnight is moved back, and one that also begins at
 * midnight is not moved.
 */
export function sentTimes(entry: Times & Pick<Entry, 'id'>): Times {
  const { startTime, endTime } = entry;
  if (isFingerprinted(startTime)) return { startTime, endTime };
  const ms = millisecondsOf(entry.id);
  const by = [ms, -ms].find((one) => staysOnItsDays(entry, one)) ?? 0;
  return { startTime: moved(startTime, by), endTime: endTime && moved(endTime, by) };
}

/** No other client chooses such a start, and a server that rounds does not return it. */
export const isFingerprinted = (startTime: string): boolean => Date.parse(startTime) % 1000 !== 0;

/** The start has the milliseconds that this id gives. */
export const hasMillisecondsOf = (id: string, startTime: string): boolean =>
  Date.parse(startTime) % 1000 === millisecondsOf(id);

const moved = (instant: string, by: number): string => toIsoInstant(Date.parse(instant) + by);

/** 1–998. Ids are random. */
const millisecondsOf = (id: string): number =>
  1 + [...id].reduce((hash, sign) => (hash * 31 + sign.charCodeAt(0)) % 998, 0);

/** Midnight at the end of a day belongs to that day. */
function staysOnItsDays({ startTime, endTime }: Times, by: number): boolean {
  const isSameDay = (ms: number) => localDay(ms) === localDay(ms + by);
  return isSameDay(Date.parse(startTime)) && (endTime === null || isSameDay(Date.parse(endTime) - 1));
}
