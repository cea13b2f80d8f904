/**
 * The popover: one window, made when first needed, reused while in use, let go soon after it was hidden.
 * Where no tray can hold an icon it is an ordinary window instead, so that it can always be found again.
 */
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { BrowserWindow, nativeTheme, screen } from 'electron';
import type { Zoom } from '../store/zooms.ts';
import { loadPage } from './page.ts';
import { placePopover, type Rect } from './popover-place.ts';
import { resizeForZoom, zoomedSize } from './zoomed-size.ts';

/** What it does on its own, from the first moment. */
export interface PopoverOptions {
  /** The folder of the build: preload script and icons. */
  out: string;
  /** Is there a tray to come back from, as far as one knows? `lookForTray` asks again. */
  hasTray: boolean;
  trayBounds: () => Rect;
  owner: PopoverOwner;
}

/** What others have to say, and to hear. */
export interface PopoverOwner {
  /** How large its page is drawn (percent). */
  zoom: () => Zoom;
  /** True while the popover must not hide when it loses the focus. */
  isPinned: () => boolean;
  /** The person looks at it: it was shown, or got the focus. */
  onLook: () => void;
  /** The page ended by itself; a visible window was made anew. */
  onCrash: () => void;
  /** There is no window any more, until one is made anew. */
  onGone: () => void;
  /** The ordinary window was closed: there is no tray to come back from. */
  onClosedForGood: () => void;
}

export type Popover = ReturnType<typeof createPopover>;

const SIZE = { width: 400, height: 620 };
const LEAST = { width: 400, height: 480 };
/** A hidden window is let go after this (ms): a new one is there in about 0.1 s, in the process that quick add keeps running. */
const LET_GO_MS = 20_000;
/** When a tray that was not there at the start is looked for again (ms). */
const TRAY_LOOKS_MS = [5_000, 30_000];
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

function place(target: BrowserWindow, icon: Rect, zoom: Zoom): void {
  const isKnown = icon.width > 0 && icon.height > 0;
  const at = isKnown ? { x: icon.x, y: icon.y } : screen.getCursorScreenPoint();
  const display = screen.getDisplayNearestPoint(at);
  const { bounds: whole, workArea } = display;
  const size = zoomedSize(SIZE, zoom, workArea);
  const { x, y } = placePopover({ icon, screen: whole, workArea, size });
  target.setBounds({ x, y, ...size }, false);
}

/** An ordinary window opens in the middle; from then on it stays where it was put, and as large as it was made. */
function size(target: BrowserWindow, from: Zoom, to: Zoom): void {
  const bounds = target.getBounds();
  const { workArea } = screen.getDisplayMatching(bounds);
  const least = zoomedSize(LEAST, to, workArea);
  target.setMinimumSize(least.width, least.height);
  if (from === to) return;
  target.setBounds(resizeForZoom(bounds, { size: SIZE, least: LEAST, from, to, workArea }), false);
  if (!target.isVisible()) target.center();
}

/** The page's own, so that nothing flashes before the first paint. */
const background = (): string => (nativeTheme.shouldUseDarkColors ? '#1c1e20' : '#ffffff');

function openWindow(out: string, isOrdinary: boolean, zoom: Zoom): BrowserWindow {
  const made = new BrowserWindow({
    ...SIZE,
    show: false,
    frame: isOrdinary,
    resizable: isOrdinary,
    maximizable: false,
    fullscreenable: false,
    skipTaskbar: !isOrdinary,
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
  const { out, trayBounds } = options;
  let owner = options.owner;
  let window: BrowserWindow | null = null;
  let letGo: NodeJS.Timeout | undefined;
  let hiddenAt = 0;
  let crashedAt = 0;
  let isOrdinary = !options.hasTray;
  let isQuitting = false;
  /** Its page was asked whether it may go, and has not answered. */
  let isLettingGo = false;
  /** The zoom that an ordinary window has the size of. */
  let sizedFor: Zoom = 100;
  /** It has something to show. */
  let isReady = false;
  /** What is to be done once it is on screen; null where nobody wants it there. */
  let wanted: (() => void)[] | null = null;
  const isDrawn = Promise.withResolvers<void>();

  function keep(made: BrowserWindow): void {
    window = made;
    sizedFor = 100;
    isReady = false;
    made.once('ready-to-show', () => {
      isReady = true;
      appear(made);
      isDrawn.resolve();
    });
    made.on('blur', () => {
      if (!isOrdinary && !owner.isPinned() && !made.webContents.isDevToolsFocused()) hide();
    });
    made.on('focus', () => owner.onLook());
    made.on('close', (event) => {
      if (isQuitting || isLettingGo) return;
      if (isOrdinary) {
        owner.onClosedForGood();
        return;
      }
      event.preventDefault();
      hide();
    });
    made.webContents.on('will-prevent-unload', () => {
      // It holds a text that nobody sent yet.
      isLettingGo = false;
      appear(made);
    });
    made.on('closed', () => {
      if (window !== made && window !== null) return;
      window = null;
      owner.onGone();
      // Somebody wanted it while it went.
      const isMissed = isLettingGo && wanted !== null;
      isLettingGo = false;
      if (isMissed) show();
    });
    made.webContents.on('render-process-gone', () => {
      // A fresh page draws the state that main still holds.
      const wasVisible = made.isVisible();
      window = null;
      made.destroy();
      // A page that ends as soon as it is shown is left alone; the next click tries again.
      const isAgain = Date.now() - crashedAt < CRASH_AGAIN_MS;
      crashedAt = Date.now();
      // In a turn of its own: the process that both windows shared is still being taken down.
      if (wasVisible && !isAgain) setImmediate(show);
      owner.onCrash();
    });
  }

  function appear(target: BrowserWindow): void {
    if (!isReady || isLettingGo || wanted === null || target.isDestroyed()) return;
    const then = wanted;
    wanted = null;
    if (isOrdinary) sizeForZoom(target);
    else if (!target.isVisible()) place(target, trayBounds(), owner.zoom());
    target.show();
    target.focus();
    for (const one of then) one();
    owner.onLook();
  }

  function sizeForZoom(target: BrowserWindow): void {
    size(target, sizedFor, owner.zoom());
    sizedFor = owner.zoom();
  }

  /** `then`: once it is on screen. */
  function show(then?: () => void): void {
    // Whatever still asks for it while the app ends comes too late.
    if (isQuitting) return;
    clearTimeout(letGo);
    wanted ??= [];
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

  /** A frame cannot be put on or taken off later, so the window is made again. */
  function become(ordinary: boolean): void {
    isOrdinary = ordinary;
    const isWanted = window?.isVisible() || wanted !== null;
    const before = window;
    window = null;
    before?.destroy();
    if (isWanted) show();
  }

  function zoomChanged(): void {
    if (window === null || !window.isVisible()) return;
    if (isOrdinary) sizeForZoom(window);
    else place(window, trayBounds(), owner.zoom());
  }

  return {
    show,
    hide,
    /** From now on it is asked and told. */
    follow(next: PopoverOwner): void {
      const before = owner.zoom();
      owner = next;
      if (owner.zoom() !== before) zoomChanged();
      // The theme may be another one than that of the page that is there.
      window?.setBackgroundColor(background());
    },
    isVisible: (): boolean => window?.isVisible() ?? false,
    /** Its page is drawn larger or smaller now. */
    zoomChanged,
    toggle(): void {
      if (window?.isVisible() && !isOrdinary) hide();
      else if (Date.now() - hiddenAt > TOGGLE_MS) show();
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
    /** Looks for a tray; without one the window becomes an ordinary one. Looks again later, because a panel may start after us. */
    async lookForTray(hasTrayHost: () => Promise<boolean>): Promise<void> {
      const look = async () => {
        const isMissing = !(await hasTrayHost());
        if (isMissing !== isOrdinary && !isQuitting) become(isMissing);
      };
      await look();
      if (isOrdinary) for (const pause of TRAY_LOOKS_MS) setTimeout(() => void look(), pause).unref?.();
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
      window?.destroy();
    },
  };
}
