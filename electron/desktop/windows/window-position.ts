/**
 * The popover's position: at the tray icon if its position is known, else in the corner where the tray most likely is; and that of a
 * window which the person left somewhere. Pure. Everything is in density-independent pixels.
 */

export interface Rect {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Saved size and position of a window. Native Wayland does not report positions. A maximized window returns to these bounds. */
export type SavedBounds = Pick<Rect, 'width' | 'height'> & Partial<Pick<Rect, 'x' | 'y'>> & { isMaximized?: boolean };

export interface PositionInput {
  /** The icon, or the pointer that has just clicked it (no size); null if neither is known. */
  anchor: Rect | null;
  /** The whole screen that has the anchor, and the part of it that panels leave free. */
  screen: Rect;
  workArea: Rect;
  size: { width: number; height: number };
}

type Edge = 'top' | 'bottom' | 'left' | 'right';

/** Gap between panel and popover; with the panel's own padding the popover stays within 16 px of the icon. */
const GAP = 4;
/** Gap to the other edges of the screen. */
const MARGIN = 8;
/** Half an icon: the largest distance between the pointer and the edge of the clicked icon. */
const HALF_ICON = 12;

/** Upper left corner; the popover is entirely inside the work area if it fits. */
export function positionPopover({ anchor, screen, workArea, size }: PositionInput): { x: number; y: number } {
  const edge = anchor === null ? edgeOfPanel(screen, workArea) : edgeNearest(anchor, screen, workArea);
  const icon = anchor === null ? corner(edge, workArea) : isPoint(anchor) ? around(anchor) : anchor;
  const isBeside = edge === 'left' || edge === 'right';
  const middle = { x: icon.x + icon.width / 2 - size.width / 2, y: icon.y + icon.height / 2 - size.height / 2 };
  const left = Math.max(workArea.x, edge === 'left' ? icon.x + icon.width : workArea.x);
  const right = Math.min(workArea.x + workArea.width, edge === 'right' ? icon.x : workArea.x + workArea.width);
  const top = Math.max(workArea.y, edge === 'top' ? icon.y + icon.height : workArea.y);
  const bottom = Math.min(workArea.y + workArea.height, edge === 'bottom' ? icon.y : workArea.y + workArea.height);
  const x = edge === 'left' ? left + GAP : edge === 'right' ? right - size.width - GAP : middle.x;
  const y = edge === 'top' ? top + GAP : edge === 'bottom' ? bottom - size.height - GAP : middle.y;
  return {
    x: Math.round(within(x, workArea.x, workArea.width, size.width, isBeside ? 0 : MARGIN)),
    y: Math.round(within(y, workArea.y, workArea.height, size.height, isBeside ? MARGIN : 0)),
  };
}

/** Moves a saved window entirely onto the screen that contains most of it; `displays` are the work areas, primary first. */
export function fitToDisplays(left: SavedBounds, displays: readonly Rect[]): Rect {
  const [first] = displays;
  const { x, y, width: savedWidth, height: savedHeight } = left;
  if (first === undefined) return { x: x ?? 0, y: y ?? 0, width: savedWidth, height: savedHeight };
  // An unknown position is on no screen.
  const bounds = { x: Number.NEGATIVE_INFINITY, y: Number.NEGATIVE_INFINITY, ...left };
  const best = displays.reduce((one, other) => (shared(bounds, other) > shared(bounds, one) ? other : one), first);
  const width = Math.min(bounds.width, best.width);
  const height = Math.min(bounds.height, best.height);
  if (shared(bounds, best) === 0) {
    // Its screen is gone or unknown: centre of the primary one, like a new window.
    return {
      x: Math.round(best.x + (best.width - width) / 2),
      y: Math.round(best.y + (best.height - height) / 2),
      width,
      height,
    };
  }
  return {
    x: within(bounds.x, best.x, best.width, width, 0),
    y: within(bounds.y, best.y, best.height, height, 0),
    width,
    height,
  };
}

/** True if the pointer is on a panel or close enough to an edge: then it clicked the icon. */
export function isAtPanel({ x, y }: { x: number; y: number }, screen: Rect, workArea: Rect): boolean {
  const isOnScreen = x >= screen.x && y >= screen.y && x < screen.x + screen.width && y < screen.y + screen.height;
  if (!isOnScreen) return false;
  const { top, bottom, left, right } = insets(screen, workArea);
  const reach = (inset: number) => (inset > 0 ? inset : HIDDEN_PANEL);
  return (
    y < screen.y + reach(top) ||
    y >= screen.y + screen.height - reach(bottom) ||
    x < screen.x + reach(left) ||
    x >= screen.x + screen.width - reach(right)
  );
}

/** Assumed maximum thickness of a panel that reserves no space or is unknown to Chromium. */
const HIDDEN_PANEL = 64;

const isPoint = ({ width, height }: Rect): boolean => width === 0 && height === 0;
const around = ({ x, y }: Rect): Rect => ({
  x: x - HALF_ICON,
  y: y - HALF_ICON,
  width: 2 * HALF_ICON,
  height: 2 * HALF_ICON,
});

function insets(screen: Rect, workArea: Rect): Record<Edge, number> {
  return {
    top: workArea.y - screen.y,
    bottom: screen.y + screen.height - workArea.y - workArea.height,
    left: workArea.x - screen.x,
    right: screen.x + screen.width - workArea.x - workArea.width,
  };
}

/** The edge of the thickest panel; without panels the lower edge, as on most desktops. */
function edgeOfPanel(screen: Rect, workArea: Rect): Edge {
  const all = Object.entries(insets(screen, workArea)) as [Edge, number][];
  const [edge, inset] = all.reduce((one, other) => (other[1] > one[1] ? other : one));
  return inset > 0 ? edge : 'bottom';
}

/** If panels meet in a corner, the one that reserves space wins. */
function edgeNearest(anchor: Rect, screen: Rect, workArea: Rect): Edge {
  const x = anchor.x + anchor.width / 2;
  const y = anchor.y + anchor.height / 2;
  const reserved = insets(screen, workArea);
  const distances: Record<Edge, number> = {
    top: y - screen.y,
    bottom: screen.y + screen.height - y,
    left: x - screen.x,
    right: screen.x + screen.width - x,
  };
  const edges = Object.keys(distances) as Edge[];
  const on = edges.filter((edge) => reserved[edge] > 0 && distances[edge] <= reserved[edge]);
  return (on.length > 0 ? on : edges).reduce((one, other) => (distances[other] < distances[one] ? other : one));
}

/** Trays are at the end of their panel: right, or bottom for a vertical panel. */
function corner(edge: Edge, { x, y, width, height }: Rect): Rect {
  const at = {
    top: { x: x + width, y },
    bottom: { x: x + width, y: y + height },
    left: { x, y: y + height },
    right: { x: x + width, y: y + height },
  }[edge];
  return { ...at, width: 0, height: 0 };
}

/** Keeps `margin` only if there is room for it. */
function within(start: number, from: number, room: number, length: number, margin: number): number {
  const inset = Math.max(0, Math.min(margin, (room - length) / 2));
  return Math.max(from + inset, Math.min(start, Math.max(from + inset, from + room - length - inset)));
}

function shared(one: Rect, other: Rect): number {
  const width = Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x);
  const height = Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y);
  return width > 0 && height > 0 ? width * height : 0;
}
