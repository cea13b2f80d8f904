/** The day strip's geometry: the day to scale, from its first to its last hour, at least eight. Pure. */
import type { Piece, Span } from '../../../shared/time/day.ts';

export interface Stretch extends Span {
  kind: 'sent' | 'waiting' | 'running' | 'twice';
}

export interface Strip {
  scale: Span;
  stretches: Stretch[];
  /** The hours that get a number, without the first and the last, which lie on the edges. */
  hours: number[];
}

const LEAST_HOURS = 8;
const MOST_NUMBERS = 10;
const HOUR_MS = 3_600_000;
/** Where a past day with nothing in it begins. */
const MORNING_MS = 8 * HOUR_MS;

/** `day` is by start; an empty day shows working hours around `now`. */
export function strip(day: readonly Piece[], bounds: Span, now: number): Strip {
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
  to = Math.min(marks.length - 1, Math.max(to, from + LEAST_HOURS));
  from = Math.max(0, Math.min(from, to - LEAST_HOURS));
  const inside = marks.slice(from + 1, to);
  const every = [1, 2, 3, 6].find((step) => inside.length / step <= MOST_NUMBERS) ?? 6;
  return {
    scale: { from: marks[from] ?? bounds.from, to: marks[to] ?? bounds.to },
    stretches: stretches(day),
    hours: every === 1 ? inside : inside.filter((mark) => new Date(mark).getHours() % every === 0),
  };
}

/** The instants of the day at which the local clock shows a full hour, and the midnight that ends it. */
export function hourMarks(bounds: Span): number[] {
  const marks: number[] = [];
  // Zones are whole quarter hours apart, and so are their changes.
  for (let at = bounds.from; at < bounds.to; at += HOUR_MS / 4) {
    if (new Date(at).getMinutes() === 0 || at === bounds.from) marks.push(at);
  }
  marks.push(bounds.to);
  return marks;
}

/** What lies where: one entry in its own kind, or several at once. Neighbours of the same entry and kind are one stretch. */
function stretches(day: readonly Piece[]): Stretch[] {
  const edges = [...new Set(day.flatMap((piece) => [piece.from, piece.to]))].sort((one, other) => one - other);
  const found: (Stretch & { id: string })[] = [];
  for (const [index, from] of edges.entries()) {
    const to = edges[index + 1];
    if (to === undefined) break;
    const here = day.filter((piece) => piece.from <= from && piece.to >= to);
    const [piece] = here;
    if (piece === undefined) continue;
    const kind = here.length > 1 ? 'twice' : kindOf(piece);
    const id = here.map((other) => other.entry.id).join();
    const before = found.at(-1);
    if (before?.to === from && before.kind === kind && (kind === 'twice' || before.id === id)) before.to = to;
    else found.push({ from, to, kind, id });
  }
  return found.map(({ from, to, kind }) => ({ from, to, kind }));
}

function kindOf({ entry }: Piece): Stretch['kind'] {
  if (entry.endTime === null) return 'running';
  return entry.sync === 'sent' ? 'sent' : 'waiting';
}

/** Where an instant lies on the strip, in per cent of its width. */
export function percent(instant: number, { from, to }: Span): number {
  return ((instant - from) / (to - from)) * 100;
}
