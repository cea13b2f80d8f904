/** Rectangles on a screen, in its pixels. Pure. */

export interface Rect {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** How far apart two rectangles are: the larger of the gaps in x and y; 0 where they touch or overlap. */
export function distance(a: Rect, b: Rect): number {
  const gap = (from: number, length: number, to: number, toLength: number) =>
    Math.max(0, to - (from + length), from - (to + toLength));
  return Math.max(gap(a.x, a.width, b.x, b.width), gap(a.y, a.height, b.y, b.height));
}

export function isWithin(inner: Rect, outer: Rect): boolean {
  return (
    inner.x >= outer.x &&
    inner.y >= outer.y &&
    inner.x + inner.width <= outer.x + outer.width &&
    inner.y + inner.height <= outer.y + outer.height
  );
}

export const centre = ({ x, y, width, height }: Rect) => ({
  x: Math.round(x + width / 2),
  y: Math.round(y + height / 2),
});
