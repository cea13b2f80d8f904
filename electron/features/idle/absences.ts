/**
 * Away from the computer while a timer ran: what of it makes a question, and what each answer does to the entries.
 * Pure. Instants and lengths in ms; ISO strings where a screen reads them.
 */
import type { AwayKind, AwayQuestion } from '../../../shared/contract/idle-view.ts';
import { toIsoInstant } from '../../../shared/dates/instant.ts';
import type { Entry, TaskRef } from '../../../shared/time/entry.ts';
export type AwayAnswer = 'keep' | 'discard' | 'discard-and-continue' | 'split';

/** Two absences with less activity between them are one. */
export const MERGE_GAP_MS = 60_000;

/** `to` is null while it lasts. */
export interface AwaySpan {
  from: number;
  to: number | null;
}

export interface AwaySegment extends AwaySpan {
  id: number;
  kind: AwayKind;
  /** The entry that ran. */
  entryId: string;
  accountId: string;
  /** A shorter absence is not asked about: what was chosen when it ended, or is now while it lasts. */
  thresholdMs: number;
}

/** Segments that belong together, less what was answered already. */
export interface Absence extends AwaySpan {
  id: string;
  /** Of the segment that lasted longest. */
  kind: AwayKind;
  segmentIds: number[];
  /** The lowest of its segments. */
  thresholdMs: number;
}

/** The absences of one entry, by time; they never overlap each other or what was answered, in whatever order they came. */
export function mergeSegments(segments: readonly AwaySegment[], answered: readonly AwaySpan[]): Absence[] {
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
    // The piece recorded first gives the name, so that it stays the same when more is added before it or after it.
    const named = group.reduce((first, piece) => (piece.segment.id < first.segment.id ? piece : first));
    const isWhole = named.from === named.segment.from;
    return {
      id: isWhole ? String(named.segment.id) : `${named.segment.id}@${named.from}`,
      from: Math.min(...group.map(({ from }) => from)),
      to: to === Number.POSITIVE_INFINITY ? null : to,
      kind: group.reduce((longest, piece) => (lengthOf(piece) > lengthOf(longest) ? piece : longest)).segment.kind,
      segmentIds: [...new Set(group.map(({ segment }) => segment.id))],
      thresholdMs: Math.min(...group.map(({ segment }) => segment.thresholdMs)),
    };
  });
}

/** Infinite while it lasts; of several that last, the one that began first counts. */
function lengthOf({ from, to }: AwaySpan): number {
  return (to ?? Number.POSITIVE_INFINITY) - from;
}

/** What remains of a span; nothing of one that ends before it starts. */
function cut(span: AwaySpan, answered: readonly AwaySpan[]): AwaySpan[] {
  let rest: AwaySpan[] = [{ from: span.from, to: span.to }];
  for (const done of answered) {
    rest = rest.flatMap((piece) => {
      const pieceEnd = piece.to ?? Number.POSITIVE_INFINITY;
      const doneEnd = done.to ?? Number.POSITIVE_INFINITY;
      if (doneEnd <= piece.from || done.from >= pieceEnd) return [piece];
      const before: AwaySpan = { from: piece.from, to: done.from };
      return done.to === null ? [before] : [before, { from: done.to, to: piece.to }];
    });
  }
  return rest.filter(({ from, to }) => to === null || to > from);
}

function isAnsweredBetween(from: number, to: number, answered: readonly AwaySpan[]): boolean {
  return answered.some((done) => done.from < to && (done.to ?? Number.POSITIVE_INFINITY) > from);
}

export function isLongEnough(absence: Absence, now: number): boolean {
  return (absence.to ?? now) - absence.from >= absence.thresholdMs;
}

/** Whether any of that time lies in the entry. */
export function isWithin({ from, to }: AwaySpan, entry: Entry, now: number): boolean {
  const { start, end } = spanOf(entry, now);
  return entry.discardedAt === null && from < end && (to ?? now) > start;
}

/** What to ask about an absence: clipped to the entry as it now is; null where not enough of it is left there. */
export function questionFor(absence: Absence, entry: Entry, now: number): AwayQuestion | null {
  if (!isWithin(absence, entry, now) || !isLongEnough(absence, now)) return null;
  const { start, end } = spanOf(entry, now);
  const from = Math.max(absence.from, start);
  const to = Math.min(absence.to ?? now, end);
  if (to - from < absence.thresholdMs) return null;
  const lasts = absence.to === null && entry.endTime === null;
  return {
    id: absence.id,
    entryId: entry.id,
    identifier: entry.task.identifier,
    title: entry.task.title,
    from: toIsoInstant(from),
    to: lasts ? null : toIsoInstant(to),
    kind: absence.kind,
    workedMs: from - start,
    awayMs: to - from,
    entryEnd: entry.endTime,
  };
}

/**
 * The entries to put, changed ones before new ones; none where nothing changes, or the entry no longer holds that time.
 * `discard` drops what came after the absence too: for that there is `discard-and-continue`, which starts again at the
 * return, or keeps the rest where the entry was stopped since. `split` makes the absence an entry of its own, on
 * `otherTask` where it is given.
 */
export function applyAwayAnswer(
  entry: Entry,
  question: Pick<AwayQuestion, 'from' | 'to'>,
  answer: AwayAnswer,
  now: number,
  newId: () => string,
  otherTask?: TaskRef,
): Entry[] {
  const { start, end } = spanOf(entry, now);
  const from = Math.max(Date.parse(question.from), start);
  const to = Math.min(question.to === null ? now : Date.parse(question.to), end);
  if (answer === 'keep' || entry.discardedAt !== null || to <= from) return [];

  const made = (changed: Partial<Entry>): Entry => ({
    ...entry,
    createdAt: toIsoInstant(now),
    ...changed,
    id: newId(),
  });
  const goesOn = answer !== 'discard' && (entry.endTime === null || end > to);
  const away = answer === 'split' ? { startTime: toIsoInstant(from), endTime: toIsoInstant(to) } : null;
  const other = otherTask && otherTask.taskId !== entry.task.taskId ? otherTask : null;

  // Nothing was done before the absence: no entry without length stays behind.
  if (from === start) {
    if (away && other === null) {
      return goesOn ? [{ ...entry, ...away }, made({ startTime: toIsoInstant(to) })] : [];
    }
    const rest = goesOn
      ? { ...entry, startTime: toIsoInstant(to) }
      : { ...entry, endTime: toIsoInstant(end), discardedAt: toIsoInstant(now) };
    return away && other ? [rest, made({ ...away, task: other, note: '' })] : [rest];
  }

  const changed: Entry[] = [{ ...entry, endTime: toIsoInstant(from) }];
  if (away) changed.push(made(other ? { ...away, task: other, note: '' } : away));
  if (goesOn) changed.push(made({ startTime: toIsoInstant(to) }));
  return changed;
}

function spanOf(entry: Entry, now: number): { start: number; end: number } {
  const start = Date.parse(entry.startTime);
  return { start, end: Math.max(start, entry.endTime === null ? now : Date.parse(entry.endTime)) };
}
