/** Geometry of the day strip, which spans the tracked hours but at least eight. Pure. */
import { HOUR_MS } from '../../../shared/dates/milliseconds.ts';
import type { Piece, Span } from '../../../shared/time/day.ts';
import { doubledSpans } from '../../../shared/time/gaps.ts';
import { subtract } from '../../../shared/time/spans.ts';

interface Stretch extends Span {
  /** Of the task of a single entry. */
  accountId?: string | undefined;
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

/** Stretches of single or overlapping entries, by start. */
function stretches(day: readonly Piece[]): Stretch[] {
  const twice = doubledSpans(day, 0);
  const single = day.flatMap((piece) =>
    subtract([piece], twice).map(({ from, to }) => ({
      from,
      to,
      kind: kindOf(piece),
      accountId: piece.entry.task.accountId,
    })),
  );
  return [...single, ...twice.map((span) => ({ ...span, kind: 'twice' as const }))]
    .filter(({ from, to }) => to > from)
    .sort((one, other) => one.from - other.from);
}

function kindOf({ entry }: Piece): Stretch['kind'] {
  if (entry.endTime === null) return 'running';
  return entry.sync === 'sent' ? 'sent' : 'waiting';
}

/** Position of an instant in per cent of the strip's width. */
export function percent(instant: number, { from, to }: Span): number {
  return ((instant - from) / (to - from)) * 100;
}
