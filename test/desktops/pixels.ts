/** What changed between two pictures of the same screen. Pure. */
import type { Rect } from './geometry.ts';

export interface Picture {
  width: number;
  height: number;
  /** Red, green, blue, row by row. */
  pixels: Uint8Array;
}

/** Smaller differences come from blending and compression (of 255). */
const NOTICEABLE = 24;

function differs(a: Picture, b: Picture, x: number, y: number, least = NOTICEABLE): boolean {
  const at = (y * a.width + x) * 3;
  for (let channel = at; channel < at + 3; channel += 1) {
    if (Math.abs((a.pixels[channel] ?? 0) - (b.pixels[channel] ?? 0)) > least) return true;
  }
  return false;
}

/** The part of a rectangle that changed: from 0 to 1. */
export function changedShare(a: Picture, b: Picture, area: Rect): number {
  let changed = 0;
  let all = 0;
  forEachPixel(a, area, (x, y) => {
    all += 1;
    if (differs(a, b, x, y)) changed += 1;
  });
  return all === 0 ? 0 : changed / all;
}

/** How many colours a part of a picture has: an empty window has few. */
export function colours(picture: Picture, area: Rect): number {
  const seen = new Set<number>();
  forEachPixel(picture, area, (x, y) => {
    const at = (y * picture.width + x) * 3;
    const [red = 0, green = 0, blue = 0] = picture.pixels.subarray(at, at + 3);
    seen.add((red << 16) | (green << 8) | blue);
  });
  return seen.size;
}

/**
 * The areas that changed, the largest first. Pixels that lie closer together than `gap` belong to one area.
 * @param area where to look
 * @param least how much a colour has to differ (of 255)
 */
export function changedAreas(a: Picture, b: Picture, area: Rect, gap: number, least = NOTICEABLE): Rect[] {
  const cells = new Set<string>();
  forEachPixel(a, area, (x, y) => {
    if (differs(a, b, x, y, least)) cells.add(`${Math.floor(x / gap)},${Math.floor(y / gap)}`);
  });
  const areas: Rect[] = [];
  for (const first of cells) {
    cells.delete(first);
    const queue = [first];
    let [left, top, right, bottom] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, -1, -1];
    for (let cell = queue.pop(); cell !== undefined; cell = queue.pop()) {
      const [x = 0, y = 0] = cell.split(',').map(Number);
      left = Math.min(left, x);
      top = Math.min(top, y);
      right = Math.max(right, x);
      bottom = Math.max(bottom, y);
      for (const [dx, dy] of NEIGHBOURS) {
        const next = `${x + dx},${y + dy}`;
        if (cells.delete(next)) queue.push(next);
      }
    }
    const cellsOf = { x: left * gap, y: top * gap, width: (right - left + 1) * gap, height: (bottom - top + 1) * gap };
    areas.push(tightened(a, b, cellsOf, least));
  }
  return areas.sort((one, other) => other.width * other.height - one.width * one.height);
}

const NEIGHBOURS = [-1, 0, 1].flatMap((dx) => [-1, 0, 1].map((dy) => [dx, dy] as const));

/** From whole cells to the pixels that changed. */
function tightened(a: Picture, b: Picture, area: Rect, least: number): Rect {
  let [left, top, right, bottom] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, -1, -1];
  forEachPixel(a, area, (x, y) => {
    if (!differs(a, b, x, y, least)) return;
    left = Math.min(left, x);
    top = Math.min(top, y);
    right = Math.max(right, x);
    bottom = Math.max(bottom, y);
  });
  return { x: left, y: top, width: right - left + 1, height: bottom - top + 1 };
}

function forEachPixel(picture: Picture, area: Rect, work: (x: number, y: number) => void): void {
  const right = Math.min(picture.width, area.x + area.width);
  const bottom = Math.min(picture.height, area.y + area.height);
  for (let y = Math.max(0, area.y); y < bottom; y += 1) {
    for (let x = Math.max(0, area.x); x < right; x += 1) work(x, y);
  }
}
