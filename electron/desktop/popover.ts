/**
 * The popover: one window, created when first needed and released soon after it was hidden. While pinned it can be moved and resized.
 * It is an ordinary window if the person wants that, and on a desktop without a tray, so that people can always find it.
 */
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { BrowserWindow, type Display, nativeTheme, screen } from 'electron';
import type { Zoom } from '../../shared/settings/appearance.ts';
import { loadPage } from './app-protocol.ts';
import { findPointerPosition, type Point } from './pointer-position.ts';
import { fitToDisplays, isAtPanel, positionPopover, type Rect } from './popover-position.ts';
import { whenReadyToShow } from './ready-to-show.ts';
import { onWindowBlur } from './window-blur.ts';
import type { MovableWindow, WindowState } from './window-state.ts';
import { windowSystemInUse } from './window-system.ts';
import { skipTaskbar } from './x11-client.ts';
import { resizeForZoom, zoomedSize } from './zoomed-size.ts';

/** What the popover needs from the first moment. */
export interface PopoverOptions {
  /** The folder of the build: preload script and icons. */
  out: string;
  /** Whether there is a tray, as far as known; `setHasTray` corrects it. */
  hasTray: boolean;
  trayBounds: () => Rect;
  state: Pick<WindowState, 'bounds' | 'saveBounds' | 'flush'>;
  owner: PopoverOwner;
}

/** Callbacks of the popover's owner. */
export interface PopoverOwner {
  /** How large its page is drawn (percent). */
  zoom: () => Zoom;
  /** True while the popover must not hide when it loses the focus. */
  isPinned: () => boolean;
  /** A pinned popover stays above other windows. */
  isOnTop: () => boolean;
  /** The person wants an ordinary window, although there is a tray. */
  opensAsWindow: () => boolean;
  /** It was shown or got the focus. */
  onWindowShown: () => void;
  /** The page crashed; a visible window was created again. */
  onCrash: () => void;
  /** The window was released or closed; the next request creates a new one. */
  onReleased: () => void;
  /** It became a popover or an ordinary window. */
  onKindChanged: () => void;
  /** It cannot become a popover or an ordinary window yet, because it contains unsaved text. */
  onKindDelayed: () => void;
  /** The person closes the ordinary window on a desktop without a tray. That quits the app; the owner calls quit. */
  onCloseForGood: (window: BrowserWindow) => void;
}

export type Popover = ReturnType<typeof createPopover>;

const SIZE = { width: 400, height: 620 };
const LEAST = { width: 400, height: 480 };
/** The first size of an ordinary window that the person asked for: three columns, and room for its frame. */
const WIDE = { width: 1080, height: 680 };
/** A hidden window is released after this time (ms). A new one opens in about 0.1 s. */
const RELEASE_AFTER_MS = 20_000;
/** A page that crashes twice within this time (ms) is not reopened automatically. */
export const CRASH_AGAIN_MS = 3_000;
/** A click on the tray icon first takes the focus, which hides the popover; within this time (ms) the click must not show it again. */
const TOGGLE_MS = 300;
/** The time from showing the first window until it is on screen (ms), if main is not busy. */
const SEEN_MS = 50;
/** The longest wait for the first window (ms). */
const FIRST_MS = 3_000;
/** The longest wait for a window to be drawn (ms). */
const DRAWN_MS = 1_000;
/** Changes of displays and bounds come in bursts; wait this long for the last (ms). */
const SETTLE_MS = 200;

/** The page's background, so that nothing flashes before the first paint. */
const background = (): string => (nativeTheme.shouldUseDarkColors ? '#1c1e20' : '#ffffff');

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
  const size = zoomedSize(SIZE, zoom, workArea);
  target.setBounds({ ...positionPopover({ anchor, screen: bounds, workArea, size }), ...size }, false);
}

function openWindow(out: string, isOrdinary: boolean, zoom: Zoom): BrowserWindow {
  const made = new BrowserWindow({
    ...SIZE,
    show: false,
    frame: isOrdinary,
    resizable: isOrdinary,
    maximizable: isOrdinary,
    fullscreenable: false,
    skipTaskbar: !isOrdinary,
    // X11 ignores `skipTaskbar` for ordinary windows; a toolbar window has no taskbar entry and still gets the keyboard.
    ...(!isOrdinary && windowSystemInUse() === 'x11' && { type: 'toolbar' }),
    title: 'Punchcard',
    backgroundColor: background(),
    icon: join(out, 'icons', 'app', '64x64.png'),
    webPreferences: {
      preload: join(out, 'preload', 'preload.cjs'),
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webSecurity: true,
      spellcheck: false,
      zoomFactor: zoom / 100,
      devTools: process.env.NODE_ENV === 'development',
    },
  });
  loadPage(made.webContents, 'main');
  return made;
}

export function createPopover(options: PopoverOptions) {
  const { out, trayBounds, state } = options;
  let owner = options.owner;
  let window: BrowserWindow | null = null;
  let releaseTimer: NodeJS.Timeout | undefined;
  let settling: NodeJS.Timeout | undefined;
  let changing: NodeJS.Timeout | undefined;
  /** null while it is on screen, and before it was first shown. */
  let hiddenAt: number | null = null;
  /** How long it had been hidden at the last request (ms). */
  let hiddenForMs = 0;
  let crashedAt = Number.NEGATIVE_INFINITY;
  let hasTray = options.hasTray;
  let isOrdinary = !hasTray || owner.opensAsWindow();
  let isQuitting = false;
  /** It contains unsaved text and is not released while it is hidden. */
  let isKept = false;
  /** Its page was asked to close and has not answered yet. */
  let isReleasing = false;
  /** The zoom that the size of a movable window belongs to. */
  let sizedFor: Zoom = 100;
  /** Whether the next window is an ordinary one; null if its kind does not change. */
  let nextIsOrdinary: boolean | null = null;
  /** Where the pointer was when the tray icon was clicked. */
  let clickedAt: Point | null = null;
  /** The page has drawn. */
  let isReady = false;
  /** The bounds that the app set last. Any others come from the person. */
  let assignedBounds: Rect | null = null;
  /** Callbacks for when it is on screen; null if no request is open. */
  let afterShow: (() => void)[] | null = null;
  /** It replaces a window without the focus and must not take the focus. */
  let isReplacement = false;
  /** Its last loss of the focus does not hide it. */
  let forgetBlur = (): void => undefined;
  const isDrawn = Promise.withResolvers<void>();

  const movable = (): MovableWindow | null => (isOrdinary ? 'ordinary' : owner.isPinned() ? 'pinned' : null);
  const firstSize = () => (isOrdinary && hasTray ? WIDE : SIZE);

  function adopt(made: BrowserWindow): void {
    window = made;
    sizedFor = 100;
    assignedBounds = null;
    isReady = false;
    isKept = false;
    made.once('ready-to-show', () => isDrawn.resolve());
    whenReadyToShow(made, () => {
      isReady = true;
      appear(made);
      setTimeout(isDrawn.resolve, DRAWN_MS).unref?.();
    });
    forgetBlur = onWindowBlur(made, () => {
      // A late event must not cancel a request to show it.
      if (movable() === null && made.isVisible()) hide();
    });
    made.on('focus', () => owner.onWindowShown());
    made.on('move', () => boundsChanged(made));
    made.on('resize', () => boundsChanged(made));
    made.on('maximize', () => boundsChanged(made));
    made.on('unmaximize', () => boundsChanged(made));
    made.on('close', (event) => {
      if (isQuitting || isReleasing) return;
      event.preventDefault();
      if (isOrdinary && !hasTray) owner.onCloseForGood(made);
      else hide();
    });
    made.webContents.on('will-prevent-unload', () => {
      // It contains unsaved text.
      isReleasing = false;
      appear(made);
      if (nextIsOrdinary !== null) owner.onKindDelayed();
    });
    made.on('closed', () => {
      if (window !== made && window !== null) return;
      window = null;
      if (nextIsOrdinary !== null) {
        isOrdinary = nextIsOrdinary;
        nextIsOrdinary = null;
        owner.onKindChanged();
      }
      owner.onReleased();
      // It was requested while it was closing.
      const isMissed = isReleasing && afterShow !== null;
      isReleasing = false;
      if (isMissed) open();
    });
    made.webContents.on('render-process-gone', () => {
      // A new page draws the state that main still has.
      const wasVisible = made.isVisible();
      isReplacement = wasVisible && !made.isFocused();
      window = null;
      made.destroy();
      // A page that crashes right after it is shown stays closed until the next click.
      const isAgain = performance.now() - crashedAt < CRASH_AGAIN_MS;
      crashedAt = performance.now();
      // In a later turn: the shared process is still shutting down.
      if ((wasVisible || afterShow !== null) && !isAgain) setImmediate(open);
      owner.onCrash();
    });
  }

  function appear(target: BrowserWindow): void {
    if (!isReady || isReleasing || afterShow === null || target.isDestroyed()) return;
    const then = afterShow;
    afterShow = null;
    if (!target.isVisible()) arrange(target);
    raise(target);
    hiddenAt = null;
    isKept = false;
    for (const one of then) one();
    owner.onWindowShown();
  }

  function raise(target: BrowserWindow): void {
    forgetBlur();
    if (target.isMinimized()) target.restore();
    // GNOME answers a focus request of a native Wayland window with "… is ready" and does not raise it; a new window comes to the front.
    if (windowSystemInUse() === 'wayland' && target.isVisible() && !target.isFocused()) target.hide();
    if (isReplacement) target.showInactive();
    else {
      target.show();
      target.focus();
    }
    isReplacement = false;
    if (!isOrdinary && windowSystemInUse() === 'x11') void skipTaskbar(target.getNativeWindowHandle());
  }

  /** Its current position: at the tray, or where the person left it. */
  function arrange(target: BrowserWindow): void {
    const kind = movable();
    adapt(target);
    const left = kind === null ? undefined : state.bounds(kind);
    if (left !== undefined) {
      sizedFor = owner.zoom();
      assignBounds(target, fitToDisplays(left, workAreas()));
      if (left.isMaximized) target.maximize();
    } else if (isOrdinary) {
      sizedFor = owner.zoom();
      const { workArea } = screen.getDisplayMatching(target.getBounds());
      const { width, height } = zoomedSize(firstSize(), sizedFor, workArea);
      target.setSize(width, height, false);
      target.center();
      assignedBounds = target.getBounds();
    } else {
      sizedFor = owner.zoom();
      placeAtTray(target, trayBounds(), clickedAt, owner.zoom());
      assignedBounds = target.getBounds();
    }
  }

  /** The person can move and resize only a pinned or ordinary window. */
  function adapt(target: BrowserWindow): void {
    const isMovable = movable() !== null;
    target.setResizable(isMovable);
    const { workArea } = screen.getDisplayMatching(target.getBounds());
    const least = isMovable ? zoomedSize(LEAST, owner.zoom(), workArea) : { width: 0, height: 0 };
    target.setMinimumSize(least.width, least.height);
    const isOnTop = movable() === 'pinned' && owner.isOnTop();
    if (target.isAlwaysOnTop() !== isOnTop) target.setAlwaysOnTop(isOnTop);
  }

  function assignBounds(target: BrowserWindow, bounds: Rect): void {
    assignedBounds = bounds;
    target.setBounds(bounds, false);
  }

  /** On X11 a window that is being maximized has its new bounds before it says so. */
  function boundsChanged(target: BrowserWindow): void {
    clearTimeout(changing);
    changing = setTimeout(() => rememberBounds(target), SETTLE_MS);
    changing.unref?.();
  }

  function rememberBounds(target: BrowserWindow | null): void {
    clearTimeout(changing);
    const kind = movable();
    if (target === null || target.isDestroyed() || kind === null || assignedBounds === null) return;
    if (!target.isVisible() || target.isMinimized()) return;
    const isMaximized = target.isMaximized();
    const bounds = isMaximized ? assignedBounds : target.getBounds();
    if (isSame(bounds, assignedBounds) && isMaximized === (state.bounds(kind)?.isMaximized ?? false)) return;
    assignedBounds = bounds;
    const { width, height } = bounds;
    // On native Wayland every window reports the position 0, 0.
    const known = windowSystemInUse() === 'wayland' ? { width, height } : bounds;
    state.saveBounds(kind, { ...known, isMaximized });
  }

  /** A movable window grows and shrinks with the zoom. */
  function resize(target: BrowserWindow): void {
    const from = sizedFor;
    const to = owner.zoom();
    sizedFor = to;
    if (from === to || target.isMaximized()) return;
    const bounds = target.getBounds();
    const { workArea } = screen.getDisplayMatching(bounds);
    assignBounds(target, resizeForZoom(bounds, { size: firstSize(), least: LEAST, from, to, workArea }));
  }

  /** `then` is called once it is on screen. */
  function show(then?: () => void): void {
    isReplacement = false;
    open(then);
  }

  function open(then?: () => void): void {
    // Requests while quitting are ignored.
    if (isQuitting) return;
    clearTimeout(releaseTimer);
    if (afterShow === null) {
      afterShow = [];
      hiddenForMs = hiddenAt === null ? 0 : Math.abs(Date.now() - hiddenAt);
    }
    if (then !== undefined) afterShow.push(then);
    if (window === null) adopt(openWindow(out, isOrdinary, owner.zoom()));
    else if (nextIsOrdinary !== null && !isKept && !window.isVisible()) release();
    else appear(window);
  }

  function hide(): void {
    afterShow = null;
    if (window === null || !window.isVisible()) return;
    rememberBounds(window);
    if (isOrdinary && !hasTray) {
      window.minimize();
      return;
    }
    hiddenAt = Date.now();
    window.hide();
    clearTimeout(releaseTimer);
    releaseTimer = setTimeout(release, RELEASE_AFTER_MS);
    releaseTimer.unref?.();
  }

  function release(): void {
    if (window === null || isKept) return;
    rememberBounds(window);
    isReleasing = true;
    window.close();
  }

  /** Becomes an ordinary window or a popover, if it should be the other. */
  function updateKind(): void {
    const ordinary = !hasTray || owner.opensAsWindow();
    if (ordinary === isOrdinary) nextIsOrdinary = null;
    else if (ordinary !== nextIsOrdinary) changeKind(ordinary);
  }

  /**
   * A frame cannot be added or removed later, so the window is created again, but not while its page contains unsent text.
   */
  function changeKind(ordinary: boolean): void {
    if (window === null) {
      isOrdinary = ordinary;
      owner.onKindChanged();
      return;
    }
    nextIsOrdinary = ordinary;
    if (window.isVisible() && afterShow === null) {
      isReplacement = !window.isFocused();
      // An unfocused popover hides anyway.
      if (isReplacement && !ordinary && !owner.isPinned()) hiddenAt = Date.now();
      else afterShow = [];
    }
    if (isKept) owner.onKindDelayed();
    else release();
  }

  /** The zoom, the pin or a setting of the window changed. */
  function changed(): void {
    if (!isQuitting) updateKind();
    if (window === null || isReleasing || !window.isVisible()) return;
    adapt(window);
    if (movable() !== null) resize(window);
    else arrange(window);
  }

  /** A display was added, removed or rescaled: the window must stay visible. */
  function screensChanged(): void {
    clearTimeout(settling);
    settling = setTimeout(() => {
      if (window === null || window.isDestroyed() || !window.isVisible() || window.isMaximized()) return;
      if (movable() === null) arrange(window);
      else assignBounds(window, fitToDisplays(window.getBounds(), workAreas()));
    }, SETTLE_MS);
    settling.unref?.();
  }
  screen.on('display-added', screensChanged);
  screen.on('display-removed', screensChanged);
  screen.on('display-metrics-changed', screensChanged);

  return {
    show,
    hide,
    /** Until it is shown again. */
    keep(kept: boolean): void {
      isKept = kept;
    },
    setOwner(newOwner: PopoverOwner): void {
      const before = movable();
      owner = newOwner;
      updateKind();
      // The first owner does not have all settings: a window that turns out to be pinned moves to its saved position.
      if (window?.isVisible() && movable() !== before) arrange(window);
      else changed();
      // The theme may have changed since the page was loaded.
      window?.setBackgroundColor(background());
    },
    isVisible: (): boolean => window?.isVisible() ?? false,
    isOrdinary: (): boolean => isOrdinary,
    hasTray: (): boolean => hasTray,
    hiddenForMs: (): number => hiddenForMs,
    changed,
    /** The tray icon was clicked. */
    async toggle(): Promise<void> {
      if (window?.isVisible() && !isOrdinary) hide();
      // Negative if the clock was set back: the click must not be lost.
      else if (hiddenAt === null || Math.abs(Date.now() - hiddenAt) > TOGGLE_MS) {
        clickedAt = (await findPointerPosition()) ?? clickedAt;
        show();
      }
    },
    /** Sends to the page, if there is one. */
    post(channel: string, value: unknown): void {
      if (window !== null && !window.webContents.isDestroyed()) window.webContents.send(channel, value);
    },
    /** Resolves when the first window has drawn its page, or takes too long. */
    drawn: (): Promise<void> => Promise.race([isDrawn.promise, delay(DRAWN_MS, undefined, { ref: false })]),
    /** Resolves when its first picture is on screen, or takes too long. */
    seen: (): Promise<void> =>
      Promise.race([isDrawn.promise.then(() => delay(SEEN_MS)), delay(FIRST_MS, undefined, { ref: false })]),
    /** Without a tray it is an ordinary window. */
    setHasTray(isThere: boolean): void {
      if (isQuitting) return;
      hasTray = isThere;
      updateKind();
    },
    /** Closes at once; it can be created again. */
    close(): void {
      afterShow = null;
      clearTimeout(releaseTimer);
      window?.destroy();
    },
    quit(): void {
      isQuitting = true;
      rememberBounds(window);
      clearTimeout(releaseTimer);
      clearTimeout(settling);
      state.flush();
      window?.destroy();
    },
  };
}

const isSame = (one: Rect, other: Rect): boolean =>
  one.x === other.x && one.y === other.y && one.width === other.width && one.height === other.height;
