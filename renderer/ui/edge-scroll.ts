/** Dragging near an edge of what scrolls, or beyond it, scrolls it: this far from it, by this much each frame (px). */
const EDGE_PX = 24;
const SCROLL_PX = 6;

/** How far it scrolls in a frame while something is dragged at `y` (px). */
export function edgeScroll(y: number, { top, bottom }: Pick<DOMRect, 'top' | 'bottom'>): number {
  if (y < top + EDGE_PX) return -SCROLL_PX;
  return y > bottom - EDGE_PX ? SCROLL_PX : 0;
}
