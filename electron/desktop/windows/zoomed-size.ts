/** The size of a window at a zoom level, entirely on screen. In density-independent pixels. Pure. */
import type { Zoom } from '../../../shared/settings/appearance.ts';
import type { Rect } from './window-position.ts';

export type Size = Pick<Rect, 'width' | 'height'>;

/** The window's size times the zoom, limited to the screen. */
export function zoomedSize(size: Size, zoom: Zoom, workArea: Rect): Size {
  return {
    width: Math.min(Math.round((size.width * zoom) / 100), workArea.width),
    height: Math.min(Math.round((size.height * zoom) / 100), workArea.height),
  };
}

/**
 * The size of an ordinary window after a change of the zoom. A window with its default size gets the default size of the new zoom; a
 * window that the person resized keeps its size, but at least `least`. It stays entirely on screen.
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
