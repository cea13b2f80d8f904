/**
 * Away times while a timer ran: which ones to ask about, and how each answer changes the entries. Pure. Instants and lengths in
 * ms; ISO strings in views and entries.
 */
import { isSameTask } from '../../../shared/accounts.ts';
import type { AwayKind, AwayQuestion } from '../../../shared/contract/idle-view.ts';
import { toIsoInstant } from '../../../shared/dates/instant.ts';
import { MINUTE_MS } from '../../../shared/dates/milliseconds.ts';
import type { Entry, TaskRef } from '../../../shared/time/entry.ts';
import { spanOf } from '../../../shared/time/overlaps.ts';

export type AwayAnswer = 'keep' | 'discard' | 'discard-and-continue' | 'split';

/** Away times with less time between them are merged. */
export const MERGE_GAP_MS = MINUTE_MS;

/** `to` is null while the away time lasts. */
export interface AwaySpan {
  from: number;
  to: number | null;
}

export interface AwaySegment extends AwaySpan {
  id: number;
  kind: AwayKind;
  /** The entry whose timer ran. */
  entryId: string;
  accountId: string;
  /** The minimum length to ask about: the setting at its end, or now while it lasts. */
  thresholdMs: number;
}

/** Merged segments, without the answered spans. */
export interface AwayTime extends AwaySpan {
  id: string;
  /** The kind of the longest segment. */
  kind: AwayKind;
  segmentIds: number[];
  /** The lowest threshold of its segments. */
  thresholdMs: number;
}

/** The away times of one entry, by time. They overlap neither each other nor answered spans. The order of `segments` does not matter. */
export function mergeSegments(segments: readonly AwaySegment[], answered: readonly AwaySpan[]): AwayTime[] {
  const pieces = segments
    .flatMap((segment) => cut(segment, answered).map((span) => ({ segment, ...span })))
    .sort((a, b) => a.from - b.from || a.segment.id - b.segment.id);
  const groups: (typeof pieces)[] = [];
  let end = Number.NEGATIVE_INFINITY;
  for (const piece of pieces) {
    const last = groups.at(-1);
    if (last && piece.from - end < MERGE_GAP_MS && !isAnsweredBetween(end, piece.from, answered)) last.push(piece);
    else groups.push([piece]);
    const pieceEnd = piece.to ?? Number.POSITIVE_INFINITY;
    end = groups.at(-1) === last ? Math.max(end, pieceEnd) : pieceEnd;
  }
  return groups.map((group) => {
    const ends = group.map(({ to }) => to ?? Number.POSITIVE_INFINITY);
    const to = Math.max(...ends);
    // The id comes from the piece recorded first, so it stays the same when segments are added before or after it.
    const first = group.reduce((lowest, piece) => (piece.segment.id < lowest.segment.id ? piece : lowest));
    const isWhole = first.from === first.segment.from;
    return {
      id: isWhole ? String(first.segment.id) : `${first.segment.id}@${first.from}`,
      from: Math.min(...group.map(({ from }) => from)),
      to: to === Number.POSITIVE_INFINITY ? null : to,
      kind: group.reduce((longest, piece) => (lengthOf(piece) > lengthOf(longest) ? piece : longest)).segment.kind,
      segmentIds: [...new Set(group.map(({ segment }) => segment.id))],
      thresholdMs: Math.min(...group.map(({ segment }) => segment.thresholdMs)),
    };
  });
}

/** Infinity while it lasts. */
function lengthOf({ from, to }: AwaySpan): number {
  return (to ?? Number.POSITIVE_INFINITY) - from;
}

/** The parts of a span that are not answered. */
function cut(span: AwaySpan, answered: readonly AwaySpan[]): AwaySpan[] {
  let rest: AwaySpan[] = [{ from: span.from, to: span.to }];
  for (const other of answered) {
    rest = rest.flatMap((piece) => {
      const pieceEnd = piece.to ?? Number.POSITIVE_INFINITY;
      const otherEnd = other.to ?? Number.POSITIVE_INFINITY;
      if (otherEnd <= piece.from || other.from >= pieceEnd) return [piece];
      const before: AwaySpan = { from: piece.from, to: other.from };
      return other.to === null ? [before] : [before, { from: other.to, to: piece.to }];
    });
  }
  return rest.filter(({ from, to }) => to === null || to > from);
}

function isAnsweredBetween(from: number, to: number, answered: readonly AwaySpan[]): boolean {
  return answered.some((span) => span.from < to && (span.to ?? Number.POSITIVE_INFINITY) > from);
}

export function isLongEnough(awayTime: AwayTime, now: number): boolean {
  return (awayTime.to ?? now) - awayTime.from >= awayTime.thresholdMs;
}

/** Whether any part of the span lies in the entry. */
export function overlaps({ from, to }: AwaySpan, entry: Entry, now: number): boolean {
  const { from: start, to: end } = spanOf(entry, now);
  return entry.discardedAt === null && from < end && (to ?? now) > start;
}

/** The question about an away time, clipped to the current entry; null if too little of it lies in there. */
export function questionFor(awayTime: AwayTime, entry: Entry, now: number): AwayQuestion | null {
  if (!overlaps(awayTime, entry, now)) return null;
  const { from: start, to: end } = spanOf(entry, now);
  const from = Math.max(awayTime.from, start);
  const to = Math.min(awayTime.to ?? now, end);
  if (to - from < awayTime.thresholdMs) return null;
  const lasts = awayTime.to === null && entry.endTime === null;
  return {
    id: awayTime.id,
    entryId: entry.id,
    identifier: entry.task.identifier,
    title: entry.task.title,
    from: toIsoInstant(from),
    to: lasts ? null : toIsoInstant(to),
    kind: awayTime.kind,
    workedMs: from - start,
    awayMs: to - from,
    entryEnd: entry.endTime,
  };
}

/**
 * The entries to save, changed ones before new ones; none if nothing changes or the entry no longer contains that time. `discard`
 * ends the entry at the away time; `discard-and-continue` starts a new one at the return, which ends with the old one if that was
 * stopped since. `split` turns the away time into a separate entry, on `otherTask` if given.
 */
export function applyAwayAnswer(
  entry: Entry,
  question: Pick<AwayQuestion, 'from' | 'to'>,
  answer: AwayAnswer,
  now: number,
  newId: () => string,
  otherTask?: TaskRef,
): Entry[] {
  const { from: start, to: end } = spanOf(entry, now);
  const from = Math.max(Date.parse(question.from), start);
  const to = Math.min(question.to === null ? now : Date.parse(question.to), end);
  if (answer === 'keep' || entry.discardedAt !== null || to <= from) return [];

  const newEntry = (changed: Partial<Entry>): Entry => ({
    ...entry,
    createdAt: toIsoInstant(now),
    ...changed,
    id: newId(),
  });
  const continues = answer !== 'discard' && (entry.endTime === null || end > to);
  const away = answer === 'split' ? { startTime: toIsoInstant(from), endTime: toIsoInstant(to) } : null;
  const { accountId } = entry;
  const other = otherTask && !isSameTask(otherTask, { ...entry.task, accountId }) ? otherTask : null;
  const onOther = other && { task: other, accountId: other.accountId ?? accountId, note: '' };

  // The away time starts with the entry: no entry of zero length is left behind.
  if (from === start) {
    if (away && other === null) {
      return continues ? [{ ...entry, ...away }, newEntry({ startTime: toIsoInstant(to) })] : [];
    }
    const rest = continues
      ? { ...entry, startTime: toIsoInstant(to) }
      : { ...entry, endTime: toIsoInstant(end), discardedAt: toIsoInstant(now) };
    return away && onOther ? [rest, newEntry({ ...away, ...onOther })] : [rest];
  }

  const changed: Entry[] = [{ ...entry, endTime: toIsoInstant(from) }];
  if (away) changed.push(newEntry({ ...away, ...onOther }));
  if (continues) changed.push(newEntry({ startTime: toIsoInstant(to) }));
  return changed;
}
