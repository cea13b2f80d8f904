/**
 * Where the popover goes: at the tray icon where its place is known, else in the corner where the tray most likely is. Pure.
 * Everything is in density-independent pixels.
 */

export interface Rect {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A window as it was left. Where it was, native Wayland does not tell. */
export type SavedBounds = Pick<Rect, 'width' | 'height'> & Partial<Pick<Rect, 'x' | 'y'>>;

export interface PositionInput {
  /** The icon, or the pointer that has just clicked it (no size); null where neither is known. */
  anchor: Rect | null;
  /** The whole screen that has the anchor, and the part of it that panels leave free. */
  screen: Rect;
  workArea: Rect;
  size: { width: number; height: number };
}

type Edge = 'top' | 'bottom' | 'left' | 'right';

/** Between panel and popover: with the space that panels leave around their icons it stays within 16 px of the icon. */
const GAP = 4;
/** To the other edges of the screen. */
const MARGIN = 8;
/** Half an icon: as far as a pointer may be from the edge of the icon it clicked. */
const HALF_ICON = 12;

/** Upper left corner. Always wholly inside the work area if it fits. */
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

/** A window as it was left, wholly on the screen that has most of it; `displays` are the work areas, the main one first. */
export function fitToDisplays(left: SavedBounds, displays: readonly Rect[]): Rect {
  const [first] = displays;
  if (first === undefined) return { x: 0, y: 0, ...left };
  // An unknown place is on no screen.
  const bounds = { x: Number.NEGATIVE_INFINITY, y: Number.NEGATIVE_INFINITY, ...left };
  const best = displays.reduce((one, other) => (shared(bounds, other) > shared(bounds, one) ? other : one), first);
  const width = Math.min(bounds.width, best.width);
  const height = Math.min(bounds.height, best.height);
  if (shared(bounds, best) === 0) {
    // Its screen is gone or was never known: the middle of the main one, as if it were new.
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

/** True where the pointer lies on a panel or so close to an edge that it may: then it is what clicked the icon. */
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

/** A panel that reserves no space, or that Chromium does not know of, is hardly thicker. */
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

/** The thickest panel's; without any, the lower edge, where most desktops have theirs. */
function edgeOfPanel(screen: Rect, workArea: Rect): Edge {
  const all = Object.entries(insets(screen, workArea)) as [Edge, number][];
  const [edge, inset] = all.reduce((one, other) => (other[1] > one[1] ? other : one));
  return inset > 0 ? edge : 'bottom';
}

/** Where panels meet in a corner, the one that reserves space counts first. */
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

/** Trays are at the end of their panel: at the right, or at the lower end of an upright one. */
function corner(edge: Edge, { x, y, width, height }: Rect): Rect {
  const at = {
    top: { x: x + width, y },
    bottom: { x: x + width, y: y + height },
    left: { x, y: y + height },
    right: { x: x + width, y: y + height },
  }[edge];
  return { ...at, width: 0, height: 0 };
}

/** `margin` is kept only where there is room for it. */
function within(start: number, from: number, room: number, length: number, margin: number): number {
  const kept = Math.max(0, Math.min(margin, (room - length) / 2));
  return Math.max(from + kept, Math.min(start, Math.max(from + kept, from + room - length - kept)));
}

function shared(one: Rect, other: Rect): number {
  const width = Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x);
  const height = Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y);
  return width > 0 && height > 0 ? width * height : 0;
}
