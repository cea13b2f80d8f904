/** Geometry of the day strip, which spans the tracked hours but at least eight. Pure. */
import { HOUR_MS } from '../../../shared/dates/milliseconds.ts';
import type { Piece, Span } from '../../../shared/time/day.ts';

interface Stretch extends Span {
  /** Its task's; that of the first of several entries. */
  accountId: string | undefined;
  kind: 'sent' | 'waiting' | 'running' | 'twice';
}

const MIN_HOURS = 8;
const MAX_HOUR_LABELS = 10;
/** Start of an empty past day. */
const MORNING_MS = 8 * HOUR_MS;

/** `day` is sorted by start. An empty day shows working hours around `now`. */
export function strip(day: readonly Piece[], bounds: Span, now: number) {
  const marks = hourMarks(bounds);
  const emptyFrom = now >= bounds.to ? bounds.from + MORNING_MS : now - 2 * HOUR_MS;
  const first = day[0]?.from ?? Math.max(bounds.from, Math.min(emptyFrom, bounds.to));
  const last = Math.max(first, ...day.map((piece) => piece.to));
  let from = Math.max(
    0,
    marks.findLastIndex((mark) => mark <= first),
  );
  let to = marks.findIndex((mark) => mark >= last);
  if (to === -1) to = marks.length - 1;
  to = Math.min(marks.length - 1, Math.max(to, from + MIN_HOURS));
  from = Math.max(0, Math.min(from, to - MIN_HOURS));
  const inside = marks.slice(from + 1, to);
  const every = [1, 2, 3, 6].find((step) => inside.length / step <= MAX_HOUR_LABELS) ?? 6;
  return {
    scale: { from: marks[from] ?? bounds.from, to: marks[to] ?? bounds.to },
    stretches: stretches(day),
    /** The labelled hours, without the first and last, which lie on the edges. */
    hours: every === 1 ? inside : inside.filter((mark) => new Date(mark).getHours() % every === 0),
  };
}

/** The full hours of the local day, including the midnight that ends it. */
export function hourMarks(bounds: Span): number[] {
  const marks: number[] = [];
  // UTC offsets and their changes are multiples of a quarter of an hour.
  for (let at = bounds.from; at < bounds.to; at += HOUR_MS / 4) {
    if (new Date(at).getMinutes() === 0 || at === bounds.from) marks.push(at);
  }
  marks.push(bounds.to);
  return marks;
}

/** Stretches of single or overlapping entries. Adjacent parts of the same entry and kind are merged. */
function stretches(day: readonly Piece[]): Stretch[] {
  const edges = [...new Set(day.flatMap((piece) => [piece.from, piece.to]))].sort((one, other) => one - other);
  const found: (Stretch & { id: string })[] = [];
  for (const [index, from] of edges.entries()) {
    const to = edges[index + 1];
    if (to === undefined) break;
    const covering = day.filter((piece) => piece.from <= from && piece.to >= to);
    const [piece] = covering;
    if (piece === undefined) continue;
    const kind = covering.length > 1 ? 'twice' : kindOf(piece);
    const id = covering.map((other) => other.entry.id).join();
    const before = found.at(-1);
    if (before?.to === from && before.kind === kind && (kind === 'twice' || before.id === id)) before.to = to;
    else found.push({ from, to, kind, id, accountId: piece.entry.task.accountId });
  }
  return found.map(({ id: _, ...stretch }) => stretch);
}

function kindOf({ entry }: Piece): Stretch['kind'] {
  if (entry.endTime === null) return 'running';
  return entry.sync === 'sent' ? 'sent' : 'waiting';
}

/** Position of an instant in per cent of the strip's width. */
export function percent(instant: number, { from, to }: Span): number {
  return ((instant - from) / (to - from)) * 100;
}
