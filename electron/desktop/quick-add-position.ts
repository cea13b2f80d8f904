/** Where the quick-add line goes: in the middle of the screen with the pointer, a fifth from its top, all of it visible. Pure. */
import type { Zoom } from '../../shared/settings/zoom.ts';
import type { Rect } from './popover-position.ts';

export const QUICK_ADD_WIDTH = 640;
/** A screen of any usual size shows as much (px); what is longer scrolls. */
export const MAX_QUICK_ADD_HEIGHT = 560;

/** `height`: what the line and all below it want, in pixels of the page; the rest in density-independent ones. */
export function positionQuickAdd(workArea: Rect, height: number, zoom: Zoom): Rect {
  const factor = zoom / 100;
  const width = Math.min(QUICK_ADD_WIDTH * factor, workArea.width);
  const most = MAX_QUICK_ADD_HEIGHT * factor;
  // The line stays where it is while the list below it grows: its place depends on the screen alone.
  const top = Math.round(workArea.y + Math.max(0, Math.min(workArea.height / 5, workArea.height - most)));
  return {
    x: Math.round(workArea.x + (workArea.width - width) / 2),
    y: top,
    width: Math.round(width),
    height: Math.round(Math.max(1, Math.min(height * factor, most, workArea.y + workArea.height - top))),
  };
}
