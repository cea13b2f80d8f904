/** Where the popover or ordinary window is and how large: at the tray, or where the person left it (if pinned or ordinary). */
import { type BrowserWindow, type Display, screen } from 'electron';
import type { Zoom } from '../../../shared/settings/appearance.ts';
import type { Point } from './pointer-position.ts';
import { fitToDisplays, isAtPanel, positionPopover, type Rect } from './window-position.ts';
import type { MovableWindow, WindowState } from './window-state.ts';
import { windowSystemInUse } from './window-system.ts';
import { resizeForZoom, type Size, zoomedSize } from './zoomed-size.ts';

export interface WindowBoundsOptions {
  state: Pick<WindowState, 'bounds' | 'saveBounds'>;
  trayBounds: () => Rect;
  /** null: it is at the tray, and the person cannot move it. */
  movable: () => MovableWindow | null;
  /** The size of an ordinary window whose bounds were never saved, without zoom. */
  firstSize: () => Size;
  zoom: () => Zoom;
  isOnTop: () => boolean;
  onScreen: () => BrowserWindow | null;
}

export const POPOVER_SIZE: Size = { width: 400, height: 620 };
const LEAST: Size = { width: 400, height: 480 };
/** Changes of displays and bounds come in bursts; wait this long for the last (ms). */
const SETTLE_MS = 200;

/** Work areas, primary screen first. */
function workAreas(): Rect[] {
  const main = screen.getPrimaryDisplay();
  return [main, ...screen.getAllDisplays().filter(({ id }) => id !== main.id)].map(({ workArea }) => workArea);
}

/** The anchor of the popover: the icon, the last click on it, or a screen with a panel if neither is known. */
function findAnchor(icon: Rect, clicked: Point | null): { anchor: Rect | null; display: Display } {
  if (icon.width > 0 && icon.height > 0) return { anchor: icon, display: screen.getDisplayMatching(icon) };
  if (clicked !== null) {
    const display = screen.getDisplayNearestPoint(clicked);
    const { bounds, workArea } = display;
    if (isAtPanel(clicked, bounds, workArea)) return { anchor: { ...clicked, width: 0, height: 0 }, display };
  }
  const main = screen.getPrimaryDisplay();
  const hasPanel = ({ bounds, workArea }: Display) =>
    bounds.width !== workArea.width || bounds.height !== workArea.height;
  const display = hasPanel(main) ? main : (screen.getAllDisplays().find(hasPanel) ?? main);
  return { anchor: null, display };
}

function placeAtTray(target: BrowserWindow, icon: Rect, clicked: Point | null, zoom: Zoom): void {
  const { anchor, display } = findAnchor(icon, clicked);
  const { bounds, workArea } = display;
  const size = zoomedSize(POPOVER_SIZE, zoom, workArea);
  target.setBounds({ ...positionPopover({ anchor, screen: bounds, workArea, size }), ...size }, false);
}

export function createWindowBounds(options: WindowBoundsOptions) {
  const { state, trayBounds, movable, firstSize, zoom, isOnTop, onScreen } = options;
  let changing: NodeJS.Timeout | undefined;
  let settling: NodeJS.Timeout | undefined;
  /** The zoom that the size of a movable window belongs to. */
  let sizedFor: Zoom = 100;
  /** The bounds that the app set last. Any others come from the person. */
  let assigned: Rect | null = null;
  /** Where the pointer was when the tray icon was clicked. */
  let clickedAt: Point | null = null;

  /** Puts it at the tray, or where the person left it. */
  function arrange(target: BrowserWindow): void {
    const kind = movable();
    adapt(target);
    sizedFor = zoom();
    const left = kind === null ? undefined : state.bounds(kind);
    if (left !== undefined) {
      assign(target, fitToDisplays(left, workAreas()));
      if (left.isMaximized) target.maximize();
      return;
    }
    if (kind === 'ordinary') {
      const { workArea } = screen.getDisplayMatching(target.getBounds());
      const { width, height } = zoomedSize(firstSize(), sizedFor, workArea);
      target.setSize(width, height, false);
      target.center();
    } else placeAtTray(target, trayBounds(), clickedAt, sizedFor);
    assigned = target.getBounds();
  }

  /** The person can move and resize only a pinned or ordinary window. */
  function adapt(target: BrowserWindow): void {
    const kind = movable();
    target.setResizable(kind !== null);
    const { workArea } = screen.getDisplayMatching(target.getBounds());
    const least = kind === null ? { width: 0, height: 0 } : zoomedSize(LEAST, zoom(), workArea);
    target.setMinimumSize(least.width, least.height);
    const isAbove = kind === 'pinned' && isOnTop();
    if (target.isAlwaysOnTop() !== isAbove) target.setAlwaysOnTop(isAbove);
  }

  function assign(target: BrowserWindow, bounds: Rect): void {
    assigned = bounds;
    target.setBounds(bounds, false);
  }

  function remember(): void {
    clearTimeout(changing);
    const [target, kind] = [onScreen(), movable()];
    if (target === null || kind === null || assigned === null || target.isMinimized()) return;
    const isMaximized = target.isMaximized();
    const bounds = isMaximized ? assigned : target.getBounds();
    if (isSame(bounds, assigned) && isMaximized === (state.bounds(kind)?.isMaximized ?? false)) return;
    assigned = bounds;
    const { width, height } = bounds;
    // On native Wayland every window reports the position 0, 0.
    const known = windowSystemInUse() === 'wayland' ? { width, height } : bounds;
    state.saveBounds(kind, { ...known, isMaximized });
  }

  /** A movable window grows and shrinks with the zoom. */
  function resize(target: BrowserWindow): void {
    const from = sizedFor;
    const to = zoom();
    sizedFor = to;
    if (from === to || target.isMaximized()) return;
    const bounds = target.getBounds();
    const { workArea } = screen.getDisplayMatching(bounds);
    assign(target, resizeForZoom(bounds, { size: firstSize(), least: LEAST, from, to, workArea }));
  }

  /** A display was added, removed or rescaled: the window must stay visible. */
  function screensChanged(): void {
    clearTimeout(settling);
    settling = setTimeout(() => {
      const target = onScreen();
      if (target === null || target.isMaximized()) return;
      if (movable() === null) arrange(target);
      else assign(target, fitToDisplays(target.getBounds(), workAreas()));
    }, SETTLE_MS);
    settling.unref?.();
  }
  screen.on('display-added', screensChanged);
  screen.on('display-removed', screensChanged);
  screen.on('display-metrics-changed', screensChanged);

  return {
    /** A new window: its bounds are saved when the person changes them. */
    follow(made: BrowserWindow): void {
      sizedFor = 100;
      assigned = null;
      // On X11 a window that is being maximized has its new bounds before it says so.
      const changed = () => {
        clearTimeout(changing);
        changing = setTimeout(remember, SETTLE_MS);
        changing.unref?.();
      };
      made.on('move', changed);
      made.on('resize', changed);
      made.on('maximize', changed);
      made.on('unmaximize', changed);
    },
    arrange,
    /** Saves the bounds now, if the person changed them. */
    remember,
    /** The zoom, the pin or a setting of the window changed. */
    update(target: BrowserWindow): void {
      if (movable() === null) {
        arrange(target);
        return;
      }
      adapt(target);
      resize(target);
    },
    clicked(at: Point): void {
      clickedAt = at;
    },
    stop: (): void => clearTimeout(settling),
  };
}

const isSame = (one: Rect, other: Rect): boolean =>
  one.x === other.x && one.y === other.y && one.width === other.width && one.height === other.height;
