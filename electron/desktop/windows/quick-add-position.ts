/** The position of the quick-add line: centred on the pointer's screen, a fifth from the top, entirely visible. Pure. */
import type { Zoom } from '../../../shared/settings/appearance.ts';
import type { Rect } from './window-position.ts';

export const QUICK_ADD_WIDTH = 640;
/** The maximum height (px), which fits common screens; longer content scrolls. */
export const MAX_QUICK_ADD_HEIGHT = 560;

/** `height`: the line and everything below it, in CSS pixels; the rest in density-independent pixels. */
export function positionQuickAdd(workArea: Rect, height: number, zoom: Zoom): Rect {
  const factor = zoom / 100;
  const width = Math.min(QUICK_ADD_WIDTH * factor, workArea.width);
  const most = MAX_QUICK_ADD_HEIGHT * factor;
  // The position depends on the screen only, so the line stays in place while the list below it grows.
  const top = Math.round(workArea.y + Math.max(0, Math.min(workArea.height / 5, workArea.height - most)));
  return {
    x: Math.round(workArea.x + (workArea.width - width) / 2),
    y: top,
    width: Math.round(width),
    height: Math.round(Math.max(1, Math.min(height * factor, most, workArea.y + workArea.height - top))),
  };
}
