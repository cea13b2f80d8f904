/** The hours of a day to scale: positions, lines and labels, zoom and scrolling. Pure; instants in ms, positions in px. */
import { HOUR_MS } from '../../../../shared/dates/milliseconds.ts';
import { clock } from '../../../../shared/i18n/format-dates.ts';
import type { Span } from '../../../../shared/time/day.ts';
import type { HourHeight } from '../view-state.ts';

const QUARTER_MS = HOUR_MS / 4;

/** The heights of an hour that zooming goes through (px). */
export const HOUR_HEIGHTS: readonly HourHeight[] = [32, 48, 72, 96, 144];

/** From this height on, half and quarter hours have lines. */
const WITH_QUARTERS = 96;
/** An hour label this close to the present or to a time that changes is hidden: twelve minutes at 48 px an hour. */
const LABEL_ROOM = 12;
/** The empty hours above the first entry when a day is opened. */
const LEAD_MS = QUARTER_MS;
/** The hour that an empty past day opens at. */
const MORNING_MS = 8 * HOUR_MS;

/** A day drawn with hours of this height. Elapsed time is to scale, so a day of 23 or 25 hours is that much shorter or longer. */
export interface Scale {
  bounds: Span;
  hourHeight: HourHeight;
}

export const heightOf = ({ hourHeight }: Pick<Scale, 'hourHeight'>, ms: number): number => (ms / HOUR_MS) * hourHeight;

/** The distance of an instant from the start of the day. */
export const positionOf = (scale: Scale, instant: number): number => heightOf(scale, instant - scale.bounds.from);

export const instantAt = ({ bounds, hourHeight }: Scale, position: number): number =>
  bounds.from + (position / hourHeight) * HOUR_MS;

export interface HourLine {
  at: number;
  isHour: boolean;
  /** null for a line without one. */
  label: string | null;
  /** The clock showed this time before on this day, because it was put back. */
  isRepeated: boolean;
}

/** The lines of the day, from its first midnight to the one that ends it. */
export function hourLines({ bounds, hourHeight }: Scale): HourLine[] {
  const lines: HourLine[] = [];
  const seen = new Set<string>();
  // UTC offsets and their changes are multiples of a quarter of an hour.
  for (let at = bounds.from; at <= bounds.to; at += QUARTER_MS) {
    const minutes = new Date(at).getMinutes();
    const isHour = minutes === 0 || at === bounds.to;
    if (!isHour && hourHeight < WITH_QUARTERS) continue;
    const label = isHour || minutes === 30 ? clock(at) : null;
    const isRepeated = label !== null && at < bounds.to && seen.has(label);
    if (label !== null) seen.add(label);
    lines.push({ at, isHour, label, isRepeated });
  }
  return lines;
}

/** The label is hidden: it would overlap that of one of these instants. */
export const isLabelHidden = (scale: Scale, line: HourLine, instants: readonly number[]): boolean =>
  instants.some((instant) => Math.abs(heightOf(scale, instant - line.at)) < LABEL_ROOM);

/** The next height; the same at the end. */
export function zoomed(height: HourHeight, direction: 1 | -1): HourHeight {
  return HOUR_HEIGHTS[HOUR_HEIGHTS.indexOf(height) + direction] ?? height;
}

/**
 * Where the hours are scrolled to when the day is opened: to the first entry, but so that the present is in sight; on an empty day
 * to the present, or to the morning.
 * @param tracked the tracked spans, by start
 * @param viewport the height that is in sight
 */
export function scrollTarget(scale: Scale, tracked: readonly Span[], now: number, viewport: number): number {
  const { bounds } = scale;
  const isNowIn = now >= bounds.from && now < bounds.to;
  const first = tracked[0]?.from ?? (isNowIn ? now : bounds.from + MORNING_MS);
  const top = positionOf(scale, first - LEAD_MS);
  const wanted = isNowIn ? Math.max(top, positionOf(scale, now + LEAD_MS) - viewport) : top;
  return Math.max(0, wanted);
}

/** The label of a line and its margins, below the line. */
const LABEL_HEIGHT = 24;
const STEP = 12;

/**
 * The top of a note of this height that covers no line and no label of a line: as near to the middle of the view as possible, and in
 * the middle where every place has a line.
 * @param lines their positions
 */
export function freePlace(lines: readonly number[], view: { top: number; height: number }, height: number): number {
  const middle = view.top + (view.height - height) / 2;
  const isFree = (top: number) => lines.every((line) => line > top + height || line + LABEL_HEIGHT < top);
  for (let away = 0; away <= middle - view.top; away += STEP) {
    const free = [middle - away, middle + away].find(isFree);
    if (free !== undefined) return free;
  }
  return middle;
}
