/** The entries of a day as blocks to scale. Pure; instants in ms, positions in px. */
import type { Piece, Span } from '../../../../shared/time/day.ts';
import { doubledSpans } from '../../../../shared/time/gaps.ts';
import { MIN_OVERLAP_MS, overlapMs } from '../../../../shared/time/overlaps.ts';
import { shownMinute } from '../../../../shared/time/shown-times.ts';
import { union } from '../../../../shared/time/spans.ts';
import { heightOf, positionOf, type Scale } from './hours.ts';

const MIN_HEIGHT = 3;
const SPACE_BETWEEN = 2;

/** `tall`: two lines with room around; `none`: no text. */
export type Lines = 'none' | 'one' | 'two' | 'tall' | 'three';

export interface Block {
  piece: Piece;
  top: number;
  height: number;
  /** Entries at the same time stand side by side: the place among `columns`. */
  column: number;
  columns: number;
  lines: Lines;
  /** How long it ran at the same time as earlier ones (ms). */
  twiceMs: number;
  /** It began before this day. */
  isOpenAbove: boolean;
  /** It ends after this day. */
  isOpenBelow: boolean;
}

/** Where two columns touch: hatched for as long as both ran. */
export interface Seam {
  /** The column to its right. */
  column: number;
  columns: number;
  top: number;
  height: number;
}

/** @param pieces by start */
export function layOut(pieces: readonly Piece[], scale: Scale): { blocks: Block[]; seams: Seam[]; doubled: Span[] } {
  const blocks: Block[] = [];
  const seams: Seam[] = [];
  for (const group of groups(pieces)) {
    const { columnOf, columns } = intoColumns(group);
    for (const [index, piece] of group.entries()) {
      const column = columnOf[index] ?? 0;
      const twice: Span[] = [];
      const atSeams = new Map<number, Span[]>();
      for (const [other, earlier] of group.slice(0, index).entries()) {
        if (overlapMs(piece, earlier) < MIN_OVERLAP_MS) continue;
        const span = { from: Math.max(piece.from, earlier.from), to: Math.min(piece.to, earlier.to) };
        twice.push(span);
        const right = Math.max(column, columnOf[other] ?? 0);
        atSeams.set(right, [...(atSeams.get(right) ?? []), span]);
      }
      for (const [right, spans] of atSeams)
        for (const span of union(spans))
          seams.push({
            column: right,
            columns,
            top: positionOf(scale, span.from),
            height: heightOf(scale, span.to - span.from),
          });
      const merged = union(twice);
      const { startTime, endTime } = piece.entry;
      blocks.push({
        piece,
        ...placed(piece, endTime === null, columns, scale),
        column,
        columns,
        isOpenAbove: Date.parse(startTime) < scale.bounds.from,
        isOpenBelow: endTime !== null && shownMinute(Date.parse(endTime)) > scale.bounds.to,
        twiceMs: merged.reduce((sum, { from, to }) => sum + to - from, 0),
      });
    }
  }
  return { blocks, seams, doubled: doubledSpans(pieces, MIN_OVERLAP_MS) };
}

/** The position of a span, and how much text fits. A running one ends exactly at the present. */
export function placed(
  { from, to }: Span,
  isRunning: boolean,
  columns: number,
  scale: Scale,
): Pick<Block, 'top' | 'height' | 'lines'> {
  const full = heightOf(scale, to - from);
  const height = Math.max(MIN_HEIGHT, isRunning ? full : full - SPACE_BETWEEN);
  return { top: positionOf(scale, from), height, lines: linesIn(height, columns) };
}

/** The style that puts something into a column of several. */
export const inColumn = (column: number, columns: number): Record<string, string | number> => ({
  '--column': column,
  '--columns': columns,
  '--split': column < columns - 1 ? '2px' : '0px',
});

/** How much text fits. Only a narrow block wraps its title. */
export function linesIn(height: number, columns: number): Lines {
  if (height < 14) return 'none';
  if (height < 34) return 'one';
  if (height < 50) return 'two';
  return columns > 1 && height >= 60 ? 'three' : 'tall';
}

/** Pieces that overlap, directly or through others. */
function groups(pieces: readonly Piece[]): Piece[][] {
  const found: Piece[][] = [];
  let reached = Number.NEGATIVE_INFINITY;
  for (const piece of pieces) {
    const last = found.at(-1);
    if (last !== undefined && piece.from <= reached - MIN_OVERLAP_MS) last.push(piece);
    else found.push([piece]);
    reached = last === found.at(-1) ? Math.max(reached, piece.to) : piece.to;
  }
  return found;
}

/** Each piece goes into the first column where it overlaps nothing. */
function intoColumns(group: readonly Piece[]): { columnOf: number[]; columns: number } {
  const ends: number[] = [];
  const columnOf = group.map((piece) => {
    const free = ends.findIndex((end) => piece.from > end - MIN_OVERLAP_MS);
    const column = free === -1 ? ends.length : free;
    ends[column] = Math.max(ends[column] ?? piece.to, piece.to);
    return column;
  });
  return { columnOf, columns: ends.length };
}
