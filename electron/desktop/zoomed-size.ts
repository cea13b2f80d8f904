/** How large a window is at a zoom, all of it on screen. In density-independent pixels. Pure. */
import type { Zoom } from '../../shared/settings/zoom.ts';
import type { Rect } from './popover-position.ts';

export type Size = Pick<Rect, 'width' | 'height'>;

/** As much of the screen as a window takes at this zoom: its size times that, as far as there is room. */
export function zoomedSize(size: Size, zoom: Zoom, workArea: Rect): Size {
  return {
    width: Math.min(Math.round((size.width * zoom) / 100), workArea.width),
    height: Math.min(Math.round((size.height * zoom) / 100), workArea.height),
  };
}

/**
 * How an ordinary window goes on at another zoom. One that has the size it was given gets the one of the new zoom; one that the
 * person made another size keeps it, unless it is smaller than `least` now. All of it stays on screen.
 */
export function resizeForZoom(
  bounds: Rect,
  { size, least, from, to, workArea }: { size: Size; least: Size; from: Zoom; to: Zoom; workArea: Rect },
): Rect {
  const given = zoomedSize(size, from, workArea);
  const isAsGiven = bounds.width === given.width && bounds.height === given.height;
  const { width: minWidth, height: minHeight } = zoomedSize(least, to, workArea);
  const { width, height } = isAsGiven
    ? zoomedSize(size, to, workArea)
    : { width: Math.max(bounds.width, minWidth), height: Math.max(bounds.height, minHeight) };
  return {
    x: clamp(bounds.x, workArea.x, Math.max(workArea.x, workArea.x + workArea.width - width)),
    y: clamp(bounds.y, workArea.y, Math.max(workArea.y, workArea.y + workArea.height - height)),
    width,
    height,
  };
}

const clamp = (value: number, low: number, high: number): number => Math.max(low, Math.min(value, high));
