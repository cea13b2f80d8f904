/** Whether a record of the service is an entry that was sent: entry-create-write.ts links a proved one, asks about a possible one. Pure. */
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { toIsoInstant } from '../../../shared/dates/instant.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../shared/dates/milliseconds.ts';
import type { ObservedRounding } from '../../outbox/observed-rounding.ts';
import { isNearText } from '../../outbox/similarity.ts';
import type { WriteContext } from '../../outbox/write-kind.ts';
import type { TimeEntry } from '../../service/records.ts';
import { hasMillisecondsOf, isFingerprinted } from './fingerprint.ts';

/** The content of a request. */
export const RequestedEntry = z.object({
  startTime: z.string(),
  /** null while the entry runs. */
  endTime: z.string().nullable(),
  note: z.string(),
});
export type RequestedEntry = z.infer<typeof RequestedEntry>;

export const contentOf = ({ startTime, endTime, note }: RequestedEntry): RequestedEntry => ({
  startTime,
  endTime,
  note,
});

/** The requests of a write, with the one that is sent next. Each content once. */
export function withRequest({
  requests = [],
  ...sent
}: RequestedEntry & { requests?: RequestedEntry[] | undefined }): RequestedEntry[] {
  const next = contentOf(sent);
  return requests.some((one) => isDeepStrictEqual(one, next)) ? requests : [...requests, next];
}

/** An entry as the service has it. */
export const EntryAtService = z.object({
  serverId: z.string(),
  /** null if the record cannot be read. */
  startTime: z.string().nullable(),
  endTime: z.string().nullable(),
  note: z.string(),
  createdAt: z.string().nullable(),
});
export type EntryAtService = z.infer<typeof EntryAtService>;

/**
 * - `proof`: it has the fingerprint that was sent.
 * - `changed`: it has the start that was sent, and another end.
 * - `equal`: it is what this server makes of the entry, but another client could have made the same.
 * - `possible`: a server could have made it of the entry.
 */
export type Match = 'proof' | 'changed' | 'equal' | 'possible';

const QUARTER = 15 * MINUTE_MS;
const LARGEST_ZONE = 14 * HOUR_MS;

/** How servers change times, by the name that is stored for a server. */
const ROUNDINGS: Readonly<Record<string, (ms: number) => number>> = Object.fromEntries([
  ['exact', (ms: number) => ms],
  ...[SECOND_MS, MINUTE_MS, 5 * MINUTE_MS, 6 * MINUTE_MS, 10 * MINUTE_MS, QUARTER, 2 * QUARTER, HOUR_MS].flatMap(
    (step) => [
      [`cut ${step}`, (ms: number) => Math.floor(ms / step) * step],
      [`round ${step}`, (ms: number) => Math.round(ms / step) * step],
      [`up ${step}`, (ms: number) => Math.ceil(ms / step) * step],
    ],
  ),
]);

/** All changes by which a server may have made `stored` of `sent`; empty if there is none. A missing end is not compared. */
export function changesBetween(sent: RequestedEntry, stored: Pick<TimeEntry, 'startTime' | 'endTime'>): string[] {
  const start = at(sent.startTime, stored.startTime);
  const end = sent.endTime === null || stored.endTime == null ? [] : [at(sent.endTime, stored.endTime)];
  const pairs = [start, ...end];
  const shift = start[1] - start[0];
  // The zone of a server, recognised by the milliseconds.
  const isZone =
    shift !== 0 && shift % QUARTER === 0 && Math.abs(shift) <= LARGEST_ZONE && isFingerprinted(sent.startTime);
  if (isZone) return pairs.every(([one, other]) => other - one === shift) ? [`shift ${shift}`] : [];
  return Object.keys(ROUNDINGS).filter((name) => pairs.every(([one, other]) => ROUNDINGS[name]?.(one) === other));
}

const at = (one: string, other: string) => [Date.parse(one), Date.parse(other)] as const;

/** Both have an end, or neither. */
const isEndedAlike = (entry: TimeEntry, sent: RequestedEntry) => (entry.endTime == null) === (sent.endTime === null);

/** undefined: it is certainly another entry. The owner, the task and the id are the caller's to check. */
export function matchOf(entry: TimeEntry, sent: RequestedEntry, observedRounding: ObservedRounding): Match | undefined {
  const isRunning = entry.endTime == null;
  const changes = changesBetween(sent, entry);
  if (changes.includes('exact') && isFingerprinted(sent.startTime)) {
    if (!isRunning || sent.endTime === null) return 'proof';
    return observedRounding.leavesOutEnds ? 'proof' : 'changed';
  }
  // Somebody may have changed its end.
  if (hasFingerprint(entry, sent) && !isRunning) return 'changed';
  if (changes.length === 0) {
    if (isHoursOff(entry, sent)) return 'possible';
    // Somebody may have changed its end. A server that keeps start times cannot have made this one of ours, unless it began to keep
    // them after that.
    const isKept = keepsTimes(observedRounding, entry) && (sent.note === '' || !isSameNote(entry, sent.note));
    return isKept || changesBetween({ ...sent, endTime: null }, entry).length === 0 ? undefined : 'possible';
  }
  const isUsual = changes.some((change) => observedRounding.changes?.includes(change));
  return isUsual && isEndedAlike(entry, sent) && isSameNote(entry, sent.note) ? 'equal' : 'possible';
}

/** It starts at the very instant that was sent, milliseconds included. */
export const hasFingerprint = (entry: TimeEntry, { startTime }: RequestedEntry): boolean =>
  isFingerprinted(startTime) && Date.parse(entry.startTime) === Date.parse(startTime);

/**
 * Another run of the app may have sent it, and somebody may have changed it since. One of these is true of its start:
 * - It has the milliseconds that were sent, within a day.
 * - It has the milliseconds of the entry's id, within a day, or whole hours off, or with the length that was sent.
 * - It is hours off, within a minute of the same minute, with the same note, and the service got it after ours was written here.
 * - It is within the minute, from a server that kept times until now and may have begun to change them: the end fits, too, and the start
 *   is no full minute, which a person may have typed elsewhere, unless the note is the same.
 * - It is within the minute, from any other server: a change explains it, or it has no milliseconds and so may be changed in any way.
 */
export function isLikeSent(
  entry: TimeEntry,
  sent: RequestedEntry,
  { subject: id, createdAt, observedRounding }: Pick<WriteContext, 'subject' | 'createdAt' | 'observedRounding'>,
): boolean {
  const by = Math.abs(Date.parse(entry.startTime) - Date.parse(sent.startTime));
  const isOfId = hasMillisecondsOf(id, entry.startTime);
  const isMoved = isOfId && (by % HOUR_MS === 0 || lengthOf(entry) === lengthOf(sent));
  if (hasSentMilliseconds(entry, sent) || (by <= DAY_MS ? isOfId : isMoved)) return true;
  if (by >= MINUTE_MS) {
    const isNewer = Date.parse(entry.createdAt) > Date.parse(createdAt) - MINUTE_MS;
    const isAtMinute = (by + MINUTE_MS) % HOUR_MS < 2 * MINUTE_MS;
    return isNewer && isAtMinute && isHoursOff(entry, sent) && isSameNote(entry, sent.note);
  }
  const isKept = keepsTimes(observedRounding, entry);
  if (isKept && changesBetween(sent, entry).length === 0) return false;
  if (isKept) return !isNearFullMinute(entry) || (sent.note !== '' && isSameNote(entry, sent.note));
  return !isFingerprinted(entry.startTime) || changesBetween({ ...sent, endTime: null }, entry).length > 0;
}

/** A server whose clock is whole hours off may have made it, and may round as well. */
function isHoursOff(entry: TimeEntry, sent: RequestedEntry): boolean {
  const by = Math.round((Date.parse(entry.startTime) - Date.parse(sent.startTime)) / HOUR_MS) * HOUR_MS;
  if (by === 0 || Math.abs(by) > LARGEST_ZONE || !isEndedAlike(entry, sent)) return false;
  const off = (instant: string) => toIsoInstant(Date.parse(instant) + by);
  const there = { ...sent, startTime: off(sent.startTime), endTime: sent.endTime && off(sent.endTime) };
  return changesBetween(there, entry).length > 0;
}

/** It starts within a day of what was sent, with the same milliseconds: somebody moved it, or the server's clock is off. */
export function hasSentMilliseconds({ startTime }: TimeEntry, sent: RequestedEntry): boolean {
  const by = Math.abs(Date.parse(startTime) - Date.parse(sent.startTime));
  return isFingerprinted(sent.startTime) && by <= DAY_MS && by % SECOND_MS === 0;
}

/** In ms; null while it runs. */
export const lengthOf = ({ startTime, endTime }: Pick<TimeEntry, 'startTime' | 'endTime'>): number | null =>
  endTime == null ? null : Date.parse(endTime) - Date.parse(startTime);

/** A confirmed answer showed that the server keeps times exactly, and its answers show milliseconds still. */
const keepsTimes = ({ changes }: ObservedRounding, { startTime }: TimeEntry): boolean =>
  changes?.includes('exact') === true && startTime.includes('.');

/** A start that a person may have typed elsewhere: a full minute, which a server that rounds may move by a second. */
export function isNearFullMinute({ startTime }: TimeEntry): boolean {
  const start = Date.parse(startTime);
  return start % SECOND_MS === 0 && Math.abs(start - Math.round(start / MINUTE_MS) * MINUTE_MS) <= SECOND_MS;
}

/** It has ended with no duration. */
export const isEmpty = ({ startTime, endTime }: TimeEntry): boolean =>
  endTime != null && Date.parse(endTime) === Date.parse(startTime);

/** No server cuts a note to fewer letters and digits: “Mail” is another note than “Mail and calls”. */
const MIN_CUT = 5;

/** The note cannot be read. */
export const hasHiddenNote = ({ unreadableFields }: TimeEntry): boolean =>
  unreadableFields?.includes('description') === true;

/** The note as a server may have stored it; one that could not be read may be any text. */
export const isSameNote = (entry: TimeEntry, note: string): boolean =>
  isNearText(note, entry.description ?? '', MIN_CUT) || hasHiddenNote(entry);

/** As `isSameNote`, but not cut: the beginning of a note may be what somebody else wrote. */
export const isWholeNote = (entry: TimeEntry, note: string): boolean =>
  isNearText(note, entry.description ?? '', Number.POSITIVE_INFINITY);

/** The entry has the values that were sent, as far as servers keep them; with known changes, as far as this server does. */
export function isAsSent(entry: TimeEntry, sent: RequestedEntry, { changes }: ObservedRounding): boolean {
  if (!isEndedAlike(entry, sent) || !isSameNote(entry, sent.note)) return false;
  const found = changesBetween(sent, entry);
  return changes === null ? found.length > 0 : found.some((change) => change === 'exact' || changes.includes(change));
}

/** The entry has the very values that were sent, or the times that every change which this server may make turns them into. */
export function isExactlyAsSent(entry: TimeEntry, sent: RequestedEntry, { changes }: ObservedRounding): boolean {
  if (!isEndedAlike(entry, sent) || (entry.description ?? '') !== sent.note) return false;
  const found = changesBetween(sent, entry);
  return found.includes('exact') || (changes?.every((change) => found.includes(change)) ?? false);
}

/** Older servers store a duration of 0 for an entry that was created with an end; an update makes them compute it. */
export function hasDuration({ startTime, endTime, duration }: TimeEntry): boolean {
  if (endTime == null) return true;
  const seconds = Math.floor((Date.parse(endTime) - Date.parse(startTime)) / SECOND_MS);
  return Math.abs((duration ?? -1) - seconds) <= 1;
}

export function atService({
  id,
  startTime,
  endTime,
  description,
  createdAt,
}: TimeEntry): EntryAtService & { startTime: string } {
  return { serverId: id, startTime, endTime: endTime ?? null, note: description ?? '', createdAt };
}

/** Nobody changed the entry at the service since `seen`; a note that cannot be read counts as unchanged. */
export const isUnchanged = (entry: TimeEntry, seen: EntryAtService): boolean =>
  isSameRecord({ ...atService(entry), ...(hasHiddenNote(entry) && { note: seen.note }) }, seen);

/** Servers that begin or cease to show milliseconds or blanks change nothing. */
export function isSameRecord(one: EntryAtService, other: EntryAtService): boolean {
  const words = (text: string) => text.normalize().split(/\s+/).join(' ').trim();
  if (words(one.note) !== words(other.note)) return false;
  const isSame = (a: string | null, b: string | null) =>
    a === null || b === null ? a === b : Math.abs(Date.parse(a) - Date.parse(b)) < SECOND_MS;
  return isSame(one.startTime, other.startTime) && isSame(one.endTime, other.endTime);
}
