/** New times for an entry that is dragged or moved by keys: snapped, never in the future, never negative. Pure; instants in ms. */
import { HOUR_MS, MINUTE_MS } from '../../../../shared/dates/milliseconds.ts';
import type { Piece, Span } from '../../../../shared/time/day.ts';
import { nearest, type Times } from '../entry-draft.ts';
import type { HourHeight } from '../view-state.ts';

const FINE_FROM: HourHeight = 144;
/** A time this close to another entry's snaps to it (px), unless that is more than five minutes. */
const MAGNET_PX = 5;

/** `move` keeps the length. */
export type Change = 'move' | 'start' | 'end';

export interface Limits {
  /** The shown day; a change stays within it. */
  bounds: Span;
  now: number;
  /** Where other entries begin and end. */
  edges: readonly number[];
  hourHeight: HourHeight;
}

/** The step of times, on the full hour. */
export const stepOf = (hourHeight: HourHeight): number => (hourHeight >= FINE_FROM ? 1 : 5) * MINUTE_MS;

/** Where the other entries of the day begin and end, for `changing` to snap to. */
export function edgesOf(pieces: readonly Piece[], changing: string | null): number[] {
  return [...new Set(pieces.flatMap(({ entry, from, to }) => (entry.id === changing ? [] : [from, to])))];
}

/** The nearest step, or another entry's edge if one is near. `isExact`: the nearest minute, wherever it is. */
export function snap(instant: number, { edges, hourHeight }: Limits, isExact: boolean): number {
  if (isExact) return round(instant, MINUTE_MS);
  return nearestEdge(instant, edges, hourHeight) ?? round(instant, stepOf(hourHeight));
}

/** The times after dragging by `ms`. A running entry can only change its start. */
export function dragged(change: Change, times: Times, ms: number, limits: Limits, isExact: boolean): Times {
  const { start, end } = times;
  if (change === 'start') return withStart(times, snap(start + ms, limits, isExact), limits);
  if (end === null) return times;
  if (change === 'end') return withEnd(times, snap(end + ms, limits, isExact), limits);
  const moved = { start: start + ms, end: end + ms };
  if (isExact) return moveTo(times, round(moved.start, MINUTE_MS), limits);
  const { edges, hourHeight } = limits;
  const byStart = nearestEdge(moved.start, edges, hourHeight);
  const byEnd = nearestEdge(moved.end, edges, hourHeight);
  const touching = [byStart, byEnd === null ? null : byEnd - (end - start)].filter((at) => at !== null);
  return moveTo(times, nearest(touching, moved.start) ?? round(moved.start, stepOf(hourHeight)), limits);
}

/** The times after one key press: to the next step, or to another entry's edge before it. */
export function stepped(change: Change, times: Times, direction: 1 | -1, limits: Limits): Times {
  const { start, end } = times;
  const { edges, hourHeight } = limits;
  const step = stepOf(hourHeight);
  const next = (from: number, targets: readonly number[]): number => {
    const grid = direction === 1 ? Math.floor(from / step) * step + step : Math.ceil(from / step) * step - step;
    const between = targets.filter((at) => Math.sign(at - from) === direction && Math.abs(at - from) >= 1000);
    return direction === 1 ? Math.min(grid, ...between) : Math.max(grid, ...between);
  };
  if (change === 'start') return withStart(times, next(start, edges), limits);
  if (end === null) return times;
  if (change === 'end') return withEnd(times, next(end, edges), limits);
  return moveTo(times, next(start, [...edges, ...edges.map((at) => at - (end - start))]), limits);
}

/** The span from where the drag began to where it is; null while it is shorter than a minute. */
export function drawn(from: number, to: number, limits: Limits, isExact: boolean): Span | null {
  const { bounds, now } = limits;
  const latest = Math.min(now, bounds.to);
  const [one, other] = [from, to].map((at) => clamp(snap(at, limits, isExact), bounds.from, latest)) as [
    number,
    number,
  ];
  const span = { from: Math.min(one, other), to: Math.max(one, other) };
  return span.to - span.from < MINUTE_MS ? null : span;
}

function withStart(times: Times, start: number, { bounds, now }: Limits): Times {
  const latest = (times.end ?? now) - MINUTE_MS;
  return { ...times, start: clamp(start, Math.min(bounds.from, times.start), Math.max(latest, times.start)) };
}

function withEnd(times: Times, end: number, { bounds, now }: Limits): Times {
  const latest = Math.min(now, bounds.to);
  return { ...times, end: clamp(end, times.start + MINUTE_MS, Math.max(latest, times.end ?? 0)) };
}

/** An end of the entry that lies on the day stays on it. */
function moveTo(times: Times, start: number, { bounds, now }: Limits): Times {
  const { end } = times;
  if (end === null) return times;
  const length = end - times.start;
  const earliest = times.start >= bounds.from ? bounds.from : bounds.from - length + MINUTE_MS;
  const last = end <= bounds.to ? bounds.to - length : bounds.to - MINUTE_MS;
  // A time that was out of bounds before may stay there.
  const at = clamp(start, Math.min(earliest, times.start), Math.max(Math.min(last, now - length), times.start));
  return { start: at, end: at + length };
}

function nearestEdge(instant: number, edges: readonly number[], hourHeight: HourHeight): number | null {
  const reach = Math.min((MAGNET_PX / hourHeight) * HOUR_MS, 5 * MINUTE_MS);
  return nearest(
    edges.filter((edge) => Math.abs(edge - instant) <= reach),
    instant,
  );
}

const round = (instant: number, step: number): number => Math.round(instant / step) * step;
const clamp = (value: number, least: number, most: number): number => Math.max(least, Math.min(value, most));
