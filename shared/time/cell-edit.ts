/**
 * What typing over a cell of the timesheet changes. Pure; times in ms since 1970, lengths in ms. The window describes the plan before
 * Enter, and main makes it again from its own entries and carries it out.
 */
import { isSameTask } from '../accounts.ts';
import type { EntryView } from '../contract/time-view.ts';
import { timeOn } from '../dates/calendar-day.ts';
import { SECOND_MS } from '../dates/milliseconds.ts';
import { lengthOf, type Piece as PieceOf, pieces, type Span, total } from './day.ts';
import type { TaskRef } from './entry.ts';
import { beginsAtMidnight, gapsBetween, MIN_NIGHT_MS } from './gaps.ts';
import { shownMinute } from './shown-times.ts';

export type CellStep =
  /** One end of an entry moves. `position` of `of` among the task's entries on the day, from 1. */
  | { do: 'move'; entryId: string; position: number; of: number; edge: 'start' | 'end'; was: number; at: number }
  /** `where`: in a gap of the day, after its last entry, before its first, or on a day without entries. */
  | { do: 'add'; start: number; end: number; where: 'gap' | 'after' | 'before' | 'empty-day' }
  | { do: 'remove'; entryId: string };

export type CellPlan =
  | { kind: 'unchanged' }
  /** `was` and `becomes`: the length of the task's entries on the day. */
  | { kind: 'change'; steps: CellStep[]; was: number; becomes: number }
  | { kind: 'refused'; reason: CellRefusal };

export type CellRefusal =
  /** Changing one entry is not enough: the person has to choose among the entries. */
  | 'needs-entries'
  /** The task's timer runs on the day. */
  | 'running'
  /** There is no room for an entry of that length. */
  | 'no-room'
  /** The day has not begun. */
  | 'future';

/** Entries taken over from the service carry milliseconds that nobody sees. */
const TOLERANCE_MS = SECOND_MS - 1;

type CellEntry = Pick<EntryView, 'id' | 'task' | 'startTime' | 'endTime'>;
type Piece = PieceOf<CellEntry>;

export interface CellEdit {
  /** Entries that touch the day, of all tasks. */
  entries: readonly CellEntry[];
  task: Pick<TaskRef, 'taskId' | 'accountId'>;
  /** Local midnights. */
  day: Span;
  /** The length that the task's entries on the day shall have. */
  ms: number;
  now: number;
}

/** Where the first entry of an empty day begins, local time. */
const DAY_START = '09:00';

/**
 * One entry: its end moves; if the next entry is in the way, its start. Several: the last one changes. None: a new one in the first
 * gap that is long enough, else after the day's last entry, else before its first; after work across midnight not before the morning.
 * 0: the entries go.
 */
export function planCell({ entries, task, day, ms, now }: CellEdit): CellPlan {
  const all = pieces(entries, day, now);
  const own = all.filter(({ entry }) => isSameTask(entry.task, task));
  const was = total(own);
  if (ms === was && (ms > 0 || own.length === 0)) return { kind: 'unchanged' };
  if (day.from > now) return { kind: 'refused', reason: 'future' };
  if (own.some(({ entry }) => entry.endTime === null)) return { kind: 'refused', reason: 'running' };
  const room = { from: day.from, to: Math.min(day.to, shownMinute(now)) };
  let steps: CellStep[] | CellRefusal;
  if (own.length === 0) steps = addEntry(all, room, day, ms);
  else steps = ms === 0 ? clear(own, own) : changeLast(all, own, ms - was, room);
  return typeof steps === 'string' ? { kind: 'refused', reason: steps } : { kind: 'change', steps, was, becomes: ms };
}

/** Whether the edges of the entry lie within the day; those outside belong to another cell. */
const startsHere = ({ entry, from }: Piece): boolean => shownMinute(Date.parse(entry.startTime)) === from;
const endsHere = ({ entry, to }: Piece): boolean =>
  entry.endTime !== null && shownMinute(Date.parse(entry.endTime)) === to;

/** Removes the pieces. An entry that reaches into another day keeps what lies there. */
function clear(gone: readonly Piece[], own: readonly Piece[]): CellStep[] | CellRefusal {
  const steps = gone.map((piece): CellStep | null => {
    if (startsHere(piece) && endsHere(piece)) return { do: 'remove', entryId: piece.entry.id };
    if (endsHere(piece)) return { ...placeOf(piece, own), edge: 'end', was: piece.to, at: piece.from };
    return startsHere(piece) ? { ...placeOf(piece, own), edge: 'start', was: piece.from, at: piece.to } : null;
  });
  const possible = steps.filter((step) => step !== null);
  return possible.length === steps.length ? possible : 'needs-entries';
}

const placeOf = (piece: Piece, own: readonly Piece[]) =>
  ({ do: 'move', entryId: piece.entry.id, position: own.indexOf(piece) + 1, of: own.length }) as const;

/** Lengthens or shortens the last entry: at its end, else at its start. */
function changeLast(
  all: readonly Piece[],
  own: readonly Piece[],
  change: number,
  room: Span,
): CellStep[] | CellRefusal {
  const last = own.at(-1);
  if (last === undefined || lengthOf(last) + change < 0) return 'needs-entries';
  if (lengthOf(last) + change === 0) return clear([last], own);
  const { from, to } = last;
  const others = all.filter((piece) => piece !== last);
  if (endsHere(last) && (change < 0 || to + change <= endOfRoom(to, others, room))) {
    return [{ ...placeOf(last, own), edge: 'end', was: to, at: to + change }];
  }
  if (startsHere(last) && (change < 0 || from - change >= startOfRoom(from, others, room))) {
    return [{ ...placeOf(last, own), edge: 'start', was: from, at: from - change }];
  }
  return 'needs-entries';
}

/** How far an entry may end later without reaching another one or the end of the room. */
function endOfRoom(end: number, others: readonly Span[], room: Span): number {
  const ahead = others.filter(({ to }) => to > end).map(({ from }) => Math.max(from, end) + TOLERANCE_MS);
  return Math.min(room.to, ...ahead);
}

function startOfRoom(start: number, others: readonly Span[], room: Span): number {
  const before = others.filter(({ from }) => from < start).map(({ to }) => Math.min(to, start) - TOLERANCE_MS);
  return Math.max(room.from, ...before);
}

function addEntry(all: readonly Piece[], room: Span, day: Span, ms: number): CellStep[] | CellRefusal {
  const add = (start: number, where: (CellStep & { do: 'add' })['where']): CellStep[] => [
    { do: 'add', start, end: start + ms, where },
  ];
  if (ms > lengthOf(room)) return 'no-room';
  const [first] = all;
  const morning = timeOn(new Date(day.from), DAY_START);
  if (first === undefined) return add(Math.max(room.from, Math.min(morning, room.to - ms)), 'empty-day');
  const gap = gapsBetween(all, ms)[0];
  if (gap) return add(gap.from, 'gap');
  const end = Math.max(...all.map(({ to }) => to));
  const isNight = beginsAtMidnight(first) && morning - end >= MIN_NIGHT_MS;
  if (isNight && morning + ms <= room.to) return add(morning, 'after');
  if (end + ms <= room.to) return add(end, 'after');
  return first.from - ms >= room.from ? add(first.from - ms, 'before') : 'no-room';
}
