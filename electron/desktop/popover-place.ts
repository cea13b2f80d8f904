/** Where the popover goes: at the tray icon where its place is known, else in the corner where the tray most likely is. Pure. */

export interface Rect {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface PlaceInput {
  /** The icon's place; empty where the desktop does not tell. */
  icon: Rect;
  /** The whole screen that has the pointer (or the icon), and the part of it that panels leave free. */
  screen: Rect;
  workArea: Rect;
  size: { width: number; height: number };
}

const MARGIN = 8;

/** Upper left corner, in the same (density-independent) pixels as the input. Always wholly inside the work area if it fits. */
export function placePopover({ icon, screen, workArea, size }: PlaceInput): { x: number; y: number } {
  const isKnown = icon.width > 0 && icon.height > 0;
  const left = isKnown ? icon.x + icon.width / 2 - size.width / 2 : workArea.x + workArea.width - size.width - MARGIN;
  const isAtTop = isKnown ? icon.y + icon.height / 2 < screen.y + screen.height / 2 : workArea.y > screen.y;
  const top = isAtTop ? workArea.y + MARGIN : workArea.y + workArea.height - size.height - MARGIN;
  // A margin only where there is room for it.
  const margin = clamp((workArea.width - size.width) / 2, 0, MARGIN);
  return {
    x: Math.round(clamp(left, workArea.x + margin, workArea.x + workArea.width - size.width - margin)),
    y: Math.round(clamp(top, workArea.y, workArea.y + workArea.height - size.height)),
  };
}

const clamp = (value: number, low: number, high: number): number => Math.max(low, Math.min(value, high));
