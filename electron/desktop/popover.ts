/**
 * The popover: one window, made when first needed, reused while in use, destroyed soon after it was hidden. Pinned it can be moved
 * and resized. Where no tray can hold an icon it is an ordinary window instead, so that it can always be found again.
 */
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { BrowserWindow, type Display, nativeTheme, screen } from 'electron';
import type { Zoom } from '../../shared/settings/zoom.ts';
import { loadPage } from './app-protocol.ts';
import { findPointerPosition, type Point } from './pointer-position.ts';
import { fitToDisplays, isAtPanel, positionPopover, type Rect } from './popover-position.ts';
import { whenReadyToShow } from './ready-to-show.ts';
import { onWindowBlur } from './window-blur.ts';
import type { MovableWindow, WindowState } from './window-state.ts';
import { windowSystemInUse } from './window-system.ts';
import { skipTaskbar } from './x11-client.ts';
import { resizeForZoom, zoomedSize } from './zoomed-size.ts';

/** What it does on its own, from the first moment. */
export interface PopoverOptions {
  /** The folder of the build: preload script and icons. */
  out: string;
  /** Is there a tray to come back from, as far as one knows? `setHasTray` corrects it. */
  hasTray: boolean;
  trayBounds: () => Rect;
  state: Pick<WindowState, 'bounds' | 'keepBounds' | 'flush'>;
  owner: PopoverOwner;
}

/** What others have to say, and to hear. */
export interface PopoverOwner {
  /** How large its page is drawn (percent). */
  zoom: () => Zoom;
  /** True while the popover must not hide when it loses the focus. */
  isPinned: () => boolean;
  /** A pinned popover stays above other windows. */
  isOnTop: () => boolean;
  /** The person looks at it: it was shown, or got the focus. */
  onWindowShown: () => void;
  /** The page ended by itself; a visible window was made anew. */
  onCrash: () => void;
  /** There is no window any more, until one is made anew. */
  onGone: () => void;
  /** Popover or ordinary window: it changed. */
  onKind: () => void;
  /** The ordinary window is asked to close. Without a tray to come back from that ends the app; the owner calls quit. */
  onCloseForGood: (window: BrowserWindow) => void;
}

export type Popover = ReturnType<typeof createPopover>;

const SIZE = { width: 400, height: 620 };
const LEAST = { width: 400, height: 480 };
/** A hidden window is let go after this (ms): a new one is there in about 0.1 s, in the process that quick add keeps running. */
const LET_GO_MS = 20_000;
/** A page that ends twice within this (ms) is not shown again by itself. */
export const CRASH_AGAIN_MS = 3_000;
/** A click on the tray icon takes the focus away first, which hides the popover; that click must not show it again (ms). */
const TOGGLE_MS = 300;
/** The first window is on screen so long after it was shown (ms), if main does nothing else meanwhile. */
const SEEN_MS = 50;
/** The first window is not waited for longer (ms). */
const FIRST_MS = 3_000;
/** What is not drawn by then is not waited for (ms). */
const DRAWN_MS = 1_000;
/** Screens that change do so several times in a row (ms). */
const SETTLE_MS = 200;

/** The page's own, so that nothing flashes before the first paint. */
const background = (): string => (nativeTheme.shouldUseDarkColors ? '#1c1e20' : '#ffffff');

/** The main screen first. */
function workAreas(): Rect[] {
  const main = screen.getPrimaryDisplay();
  return [main, ...screen.getAllDisplays().filter(({ id }) => id !== main.id)].map(({ workArea }) => workArea);
}

/** What the popover opens at: the icon, the place where it was last clicked, or, where neither is known, a screen with a panel. */
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
    maximizable: false,
    fullscreenable: false,
    skipTaskbar: !isOrdinary,
    // X11 ignores `skipTaskbar` for ordinary windows; a toolbar has no entry there and still gets the keyboard.
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
  let letGo: NodeJS.Timeout | undefined;
  let settling: NodeJS.Timeout | undefined;
  /** null while it is on screen, and before it ever was. */
  let hiddenAt: number | null = null;
  /** How long it had been hidden when it was last asked for (ms). */
  let hiddenForMs = 0;
  let crashedAt = Number.NEGATIVE_INFINITY;
  let isOrdinary = !options.hasTray;
  let isQuitting = false;
  /** Its page was asked whether it may go, and has not answered. */
  let isLettingGo = false;
  /** The zoom that a movable window has the size of. */
  let sizedFor: Zoom = 100;
  /** What it becomes once it is let go of: an ordinary window or a popover; null while it stays what it is. */
  let next: boolean | null = null;
  /** Where the pointer was when the tray icon was clicked. */
  let clickedAt: Point | null = null;
  /** It has something to show. */
  let isReady = false;
  /** The bounds that it was given last. Any other bounds come from the person. */
  let given: Rect | null = null;
  /** What is to be done once it is on screen; null where nobody wants it there. */
  let wanted: (() => void)[] | null = null;
  /** It replaces a window that did not have the focus, and leaves the focus where it is. */
  let isReplacement = false;
  const isDrawn = Promise.withResolvers<void>();

  const movable = (): MovableWindow | null => (isOrdinary ? 'ordinary' : owner.isPinned() ? 'pinned' : null);

  function keep(made: BrowserWindow): void {
    window = made;
    sizedFor = 100;
    given = null;
    isReady = false;
    made.once('ready-to-show', () => isDrawn.resolve());
    whenReadyToShow(made, () => {
      isReady = true;
      appear(made);
      setTimeout(isDrawn.resolve, DRAWN_MS).unref?.();
    });
    onWindowBlur(made, () => {
      if (movable() === null) hide();
    });
    made.on('focus', () => owner.onWindowShown());
    made.on('move', () => rememberBounds(made));
    made.on('resize', () => rememberBounds(made));
    made.on('close', (event) => {
      if (isQuitting || isLettingGo) return;
      event.preventDefault();
      // By now there may be a tray to come back from, and only a text that nobody sent yet keeps the ordinary window.
      if (isOrdinary && next !== false) owner.onCloseForGood(made);
      else hide();
    });
    made.webContents.on('will-prevent-unload', () => {
      // It holds a text that nobody sent yet.
      isLettingGo = false;
      appear(made);
    });
    made.on('closed', () => {
      if (window !== made && window !== null) return;
      window = null;
      if (next !== null) {
        isOrdinary = next;
        next = null;
        owner.onKind();
      }
      owner.onGone();
      // Somebody wanted it while it went.
      const isMissed = isLettingGo && wanted !== null;
      isLettingGo = false;
      if (isMissed) open();
    });
    made.webContents.on('render-process-gone', () => {
      // A fresh page draws the state that main still holds.
      const wasVisible = made.isVisible();
      isReplacement = wasVisible && !made.isFocused();
      window = null;
      made.destroy();
      // A page that ends as soon as it is shown is left alone; the next click tries again.
      const isAgain = performance.now() - crashedAt < CRASH_AGAIN_MS;
      crashedAt = performance.now();
      // In a turn of its own: the process that both windows shared is still being taken down.
      if (wasVisible && !isAgain) setImmediate(open);
      owner.onCrash();
    });
  }

  function appear(target: BrowserWindow): void {
    if (!isReady || isLettingGo || wanted === null || target.isDestroyed()) return;
    const then = wanted;
    wanted = null;
    if (!target.isVisible()) arrange(target);
    raise(target);
    hiddenAt = null;
    for (const one of then) one();
    owner.onWindowShown();
  }

  function raise(target: BrowserWindow): void {
    if (target.isMinimized()) target.restore();
    // GNOME answers a request for the focus with "… is ready" and leaves a native Wayland window where it is; a new one comes to the front.
    if (windowSystemInUse() === 'wayland' && target.isVisible() && !target.isFocused()) target.hide();
    if (isReplacement) target.showInactive();
    else {
      target.show();
      target.focus();
    }
    isReplacement = false;
    if (!isOrdinary && windowSystemInUse() === 'x11') void skipTaskbar(target.getNativeWindowHandle());
  }

  /** Where it belongs, as it is now: at the tray, or where the person left it. */
  function arrange(target: BrowserWindow): void {
    const kind = movable();
    adapt(target);
    const left = kind === null ? undefined : state.bounds(kind);
    if (left !== undefined) {
      sizedFor = owner.zoom();
      give(target, fitToDisplays(left, workAreas()));
    } else if (isOrdinary) {
      resize(target);
      target.center();
      given = target.getBounds();
    } else {
      sizedFor = owner.zoom();
      placeAtTray(target, trayBounds(), clickedAt, owner.zoom());
      given = target.getBounds();
    }
  }

  /** Only a pinned or ordinary window is the person's to move and to size. */
  function adapt(target: BrowserWindow): void {
    const isMovable = movable() !== null;
    target.setResizable(isMovable);
    const { workArea } = screen.getDisplayMatching(target.getBounds());
    const least = isMovable ? zoomedSize(LEAST, owner.zoom(), workArea) : { width: 0, height: 0 };
    target.setMinimumSize(least.width, least.height);
    const isOnTop = movable() === 'pinned' && owner.isOnTop();
    if (target.isAlwaysOnTop() !== isOnTop) target.setAlwaysOnTop(isOnTop);
  }

  function give(target: BrowserWindow, bounds: Rect): void {
    given = bounds;
    target.setBounds(bounds, false);
  }

  function rememberBounds(target: BrowserWindow): void {
    const kind = movable();
    if (kind === null || given === null || !target.isVisible() || target.isMinimized()) return;
    const bounds = target.getBounds();
    if (isSame(bounds, given)) return;
    given = bounds;
    const { width, height } = bounds;
    // On native Wayland every window says that it is at 0, 0.
    state.keepBounds(kind, windowSystemInUse() === 'wayland' ? { width, height } : bounds);
  }

  /** A movable window grows and shrinks with the zoom. */
  function resize(target: BrowserWindow): void {
    const from = sizedFor;
    const to = owner.zoom();
    sizedFor = to;
    if (from === to) return;
    const bounds = target.getBounds();
    const { workArea } = screen.getDisplayMatching(bounds);
    give(target, resizeForZoom(bounds, { size: SIZE, least: LEAST, from, to, workArea }));
  }

  /** `then`: once it is on screen. */
  function show(then?: () => void): void {
    isReplacement = false;
    open(then);
  }

  function open(then?: () => void): void {
    // Whatever still asks for it while the app ends comes too late.
    if (isQuitting) return;
    clearTimeout(letGo);
    if (wanted === null) {
      wanted = [];
      hiddenForMs = hiddenAt === null ? 0 : Math.abs(Date.now() - hiddenAt);
    }
    if (then !== undefined) wanted.push(then);
    if (window === null) keep(openWindow(out, isOrdinary, owner.zoom()));
    else appear(window);
  }

  function hide(): void {
    wanted = null;
    if (window === null || !window.isVisible()) return;
    if (isOrdinary) {
      window.minimize();
      return;
    }
    hiddenAt = Date.now();
    window.hide();
    clearTimeout(letGo);
    letGo = setTimeout(letItGo, LET_GO_MS);
    letGo.unref?.();
  }

  function letItGo(): void {
    if (window === null) return;
    isLettingGo = true;
    window.close();
  }

  /**
   * A frame cannot be put on or taken off later, so the window is made again, unless its page holds a text that nobody sent yet:
   * then once it is let go of.
   */
  function become(ordinary: boolean): void {
    if (window === null) {
      isOrdinary = ordinary;
      owner.onKind();
      return;
    }
    next = ordinary;
    if (window.isVisible() && wanted === null) {
      isReplacement = !window.isFocused();
      // A popover that nobody looks at hides anyway.
      if (isReplacement && !ordinary && !owner.isPinned()) hiddenAt = Date.now();
      else wanted = [];
    }
    letItGo();
  }

  /** The zoom, the pin or a setting of the window changed. */
  function changed(): void {
    if (window === null || !window.isVisible()) return;
    adapt(window);
    if (movable() !== null) resize(window);
    else arrange(window);
  }

  /** A screen came, went, or is scaled otherwise: nothing may stay where nobody sees it. */
  function screensChanged(): void {
    clearTimeout(settling);
    settling = setTimeout(() => {
      if (window === null || window.isDestroyed() || !window.isVisible()) return;
      if (movable() === null) arrange(window);
      else give(window, fitToDisplays(window.getBounds(), workAreas()));
    }, SETTLE_MS);
    settling.unref?.();
  }
  screen.on('display-added', screensChanged);
  screen.on('display-removed', screensChanged);
  screen.on('display-metrics-changed', screensChanged);

  return {
    show,
    hide,
    /** From now on it is asked and told. */
    follow(newOwner: PopoverOwner): void {
      const before = movable();
      owner = newOwner;
      // The first owner does not know everything: what turns out to be pinned goes where it was left.
      if (window?.isVisible() && movable() !== before) arrange(window);
      else changed();
      // The theme may be another one than that of the page that is there.
      window?.setBackgroundColor(background());
    },
    isVisible: (): boolean => window?.isVisible() ?? false,
    isOrdinary: (): boolean => isOrdinary,
    hiddenForMs: (): number => hiddenForMs,
    changed,
    /** The tray icon was clicked. */
    async toggle(): Promise<void> {
      if (window?.isVisible() && !isOrdinary) hide();
      // Negative where the clock was set back: the click must not be lost.
      else if (hiddenAt === null || Math.abs(Date.now() - hiddenAt) > TOGGLE_MS) {
        clickedAt = (await findPointerPosition()) ?? clickedAt;
        show();
      }
    },
    /** Sends to the page, where there is one. */
    post(channel: string, value: unknown): void {
      if (window !== null && !window.webContents.isDestroyed()) window.webContents.send(channel, value);
    },
    /** When the first window has drawn its page, or takes too long. */
    drawn: (): Promise<void> => Promise.race([isDrawn.promise, delay(DRAWN_MS, undefined, { ref: false })]),
    /** When a person sees its first picture, or it takes too long. */
    seen: (): Promise<void> =>
      Promise.race([isDrawn.promise.then(() => delay(SEEN_MS)), delay(FIRST_MS, undefined, { ref: false })]),
    /** Without a tray to come back from it is an ordinary window. */
    setHasTray(hasTray: boolean): void {
      if (isQuitting) return;
      if (hasTray === isOrdinary) become(!hasTray);
      else next = null;
    },
    /** Goes at once, and may be made anew. */
    close(): void {
      wanted = null;
      clearTimeout(letGo);
      window?.destroy();
    },
    quit(): void {
      isQuitting = true;
      clearTimeout(letGo);
      clearTimeout(settling);
      state.flush();
      window?.destroy();
    },
  };
}

const isSame = (one: Rect, other: Rect): boolean =>
  one.x === other.x && one.y === other.y && one.width === other.width && one.height === other.height;
