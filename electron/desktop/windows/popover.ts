/**
 * The popover: one window, created when first needed and released soon after it was hidden. It is an ordinary window if the person
 * wants that, and on a desktop without a tray, so that people can always find it. window-bounds.ts says where it is.
 */
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { BrowserWindow } from 'electron';
import type { Zoom } from '../../../shared/settings/appearance.ts';
import { openPage, pageBackground } from './open-page.ts';
import { createPageWindow } from './page-window.ts';
import { findPointerPosition } from './pointer-position.ts';
import { whenReadyToShow } from './ready-to-show.ts';
import { createWindowBounds, POPOVER_SIZE } from './window-bounds.ts';
import type { Rect } from './window-position.ts';
import type { MovableWindow, WindowState } from './window-state.ts';
import { windowSystemInUse } from './window-system.ts';
import { skipTaskbar } from './x11-client.ts';
import type { Size } from './zoomed-size.ts';

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
  /** Whether its page stays in memory while it is hidden. */
  isKept: () => boolean;
  onHide: () => void;
  /** It was shown or got the focus. */
  onWindowShown: () => void;
  /** The page crashed (`why`: for the log); a visible window was created again. */
  onCrash: (why: string) => void;
  /** The window was released or closed; the next request creates a new one. */
  onReleased: () => void;
  onKindChanged: () => void;
  /** It cannot become a popover or an ordinary window yet, because it contains unsaved text. */
  onKindDelayed: () => void;
  /** The person closes the ordinary window on a desktop without a tray. That quits the app; the owner calls quit. */
  onCloseForGood: (window: BrowserWindow) => void;
}

export type Popover = ReturnType<typeof createPopover>;

/** The first size of an ordinary window that the person asked for: three columns, and room for its frame. */
const WIDE: Size = { width: 1080, height: 680 };
/** A hidden window that is not kept is released after this time (ms). */
const RELEASE_AFTER_MS = 20_000;
/** A click on the tray icon first takes the focus, which hides the popover; within this time (ms) the click must not show it again. */
const TOGGLE_MS = 300;
/** The time from showing the first window until it is on screen (ms), if main is not busy. */
const SEEN_MS = 50;
/** The longest wait for the first window (ms). */
const FIRST_MS = 3_000;
/** The longest wait for the answer of a page that is asked to leave (ms). */
const LEAVE_MS = 5_000;
/** The longest wait for a window to be drawn (ms). */
const DRAWN_MS = 1_000;

export function createPopover(options: PopoverOptions) {
  const { out, trayBounds, state } = options;
  let owner = options.owner;
  let hasTray = options.hasTray;
  let isOrdinary = !hasTray || owner.opensAsWindow();
  /** Whether the next window is an ordinary one; null if its kind does not change. */
  let nextIsOrdinary: boolean | null = null;
  /** Then it is not released while it is hidden. */
  let hasUnsavedText = false;
  /** It replaces a window without the focus and must not take the focus. */
  let isReplacement = false;
  /** null while it is on screen, and before it was first shown. */
  let hiddenAt: number | null = null;
  /** How long it had been hidden at the last request (ms). */
  let hiddenForMs = 0;
  /** The last page crashed, and none was shown since. */
  let hasCrashed = false;
  /** Callbacks for when it is on screen. */
  let afterShow: (() => void)[] = [];
  const isDrawn = Promise.withResolvers<void>();

  const movable = (): MovableWindow | null => (isOrdinary ? 'ordinary' : owner.isPinned() ? 'pinned' : null);

  const page = createPageWindow({
    create,
    show: appear,
    onBlur: () => {
      if (movable() === null) hide();
    },
    releaseAfterMs: RELEASE_AFTER_MS,
    isKept: () => owner.isKept(),
    release,
    onGone: () => {
      if (nextIsOrdinary !== null) {
        isOrdinary = nextIsOrdinary;
        nextIsOrdinary = null;
        owner.onKindChanged();
      }
      owner.onReleased();
    },
    onCrash: ({ why, wasOpen, wasInBackground, isAgain }) => {
      isReplacement = wasInBackground;
      hasCrashed = true;
      // A new page draws the state that main still has; in a later turn, because the shared process is still shutting down.
      // A page that crashes right after it is shown stays closed until the next click.
      if (wasOpen && !isAgain) setImmediate(open);
      owner.onCrash(why);
    },
  });
  const bounds = createWindowBounds({
    state,
    trayBounds,
    movable,
    firstSize: () => (isOrdinary && hasTray ? WIDE : POPOVER_SIZE),
    zoom: () => owner.zoom(),
    isOnTop: () => owner.isOnTop(),
    onScreen: page.onScreen,
  });

  function create(): BrowserWindow {
    const made = openPage('main', {
      ...POPOVER_SIZE,
      frame: isOrdinary,
      resizable: isOrdinary,
      maximizable: isOrdinary,
      skipTaskbar: !isOrdinary,
      title: 'Punchcard',
      icon: join(out, 'icons', 'app', '64x64.png'),
      webPreferences: { preload: join(out, 'preload', 'preload.cjs'), zoomFactor: owner.zoom() / 100 },
    });
    hasUnsavedText = false;
    made.once('ready-to-show', () => isDrawn.resolve());
    whenReadyToShow(made, () => {
      page.send('drawn');
      setTimeout(isDrawn.resolve, DRAWN_MS).unref?.();
    });
    bounds.follow(made);
    made.on('focus', () => {
      // The desktop can show a minimized window again.
      hasUnsavedText = false;
      owner.onWindowShown();
    });
    made.on('close', (event) => {
      if (page.phase() === 'leaving') return;
      event.preventDefault();
      if (isOrdinary && !hasTray) owner.onCloseForGood(made);
      else hide();
    });
    made.webContents.on('will-prevent-unload', () => {
      // It contains unsaved text.
      if (page.phase() !== 'leaving') return;
      page.send('stay');
      if (!made.isVisible()) page.send('hide');
      if (nextIsOrdinary !== null) owner.onKindDelayed();
    });
    return made;
  }

  function appear(target: BrowserWindow): void {
    if (!target.isVisible()) bounds.arrange(target);
    raise(target);
    hiddenAt = null;
    hasUnsavedText = false;
    hasCrashed = false;
    const then = afterShow;
    afterShow = [];
    for (const one of then) one();
    owner.onWindowShown();
  }

  function raise(target: BrowserWindow): void {
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

  /** `then` is called once it is on screen. */
  function show(then?: () => void): void {
    if (then !== undefined) afterShow.push(then);
    isReplacement = false;
    open();
  }

  function open(): void {
    if (!page.isRequested()) hiddenForMs = hiddenAt === null ? 0 : Math.abs(Date.now() - hiddenAt);
    const hidden = page.onScreen() === null ? page.get() : null;
    if (hidden !== null && nextIsOrdinary !== null) release(hidden);
    page.request();
  }

  function hide(): void {
    afterShow = [];
    bounds.remember();
    const target = page.onScreen();
    if (target !== null && isOrdinary && !hasTray) {
      target.minimize();
      return;
    }
    page.send('hide');
    if (target === null) return;
    hiddenAt = Date.now();
    target.hide();
    page.releaseSoon();
    owner.onHide();
  }

  /** By the click or the keys that are to toggle it. The difference is negative if the clock was set back: then they must not be lost. */
  const isJustHidden = () => hiddenAt !== null && Math.abs(Date.now() - hiddenAt) <= TOGGLE_MS;

  function release(target: BrowserWindow): void {
    if (hasUnsavedText) return;
    bounds.remember();
    page.send('leave');
    target.close();
  }

  /** Becomes an ordinary window or a popover, if it should be the other. */
  function updateKind(): void {
    if (page.isQuitting()) return;
    const ordinary = !hasTray || owner.opensAsWindow();
    if (ordinary === isOrdinary) nextIsOrdinary = null;
    else if (ordinary !== nextIsOrdinary) changeKind(ordinary);
  }

  /**
   * A frame cannot be added or removed later, so the window is created again, but not while its page contains unsent text.
   */
  function changeKind(ordinary: boolean): void {
    const target = page.get();
    if (target === null) {
      isOrdinary = ordinary;
      owner.onKindChanged();
      return;
    }
    nextIsOrdinary = ordinary;
    if (hasUnsavedText) {
      owner.onKindDelayed();
      return;
    }
    const isReopened = target.isVisible() && !page.isRequested();
    if (isReopened) isReplacement = !target.isFocused();
    release(target);
    if (!isReopened) return;
    // An unfocused popover hides anyway.
    if (isReplacement && !ordinary && !owner.isPinned()) hiddenAt = Date.now();
    else page.request();
  }

  /** The zoom, the pin or a setting of the window changed. */
  function changed(): void {
    updateKind();
    const target = page.onScreen();
    if (target !== null && page.phase() !== 'leaving') bounds.update(target);
  }

  return {
    show,
    hide,
    /** Until it is shown again. */
    setUnsavedText(has: boolean): void {
      hasUnsavedText = has;
    },
    setOwner(newOwner: PopoverOwner): void {
      const before = movable();
      owner = newOwner;
      updateKind();
      // The first owner does not have all settings: a window that turns out to be pinned moves to its saved position.
      const target = page.onScreen();
      if (target !== null && movable() !== before) bounds.arrange(target);
      else changed();
      // The theme may have changed since the page was loaded.
      page.get()?.setBackgroundColor(pageBackground());
    },
    isVisible: (): boolean => page.onScreen() !== null,
    /** null if it is not on screen, or would hide when a question takes the focus. */
    parentOfQuestion(): BrowserWindow | null {
      const target = movable() === null ? null : page.onScreen();
      return target?.isMinimized() ? null : target;
    },
    isOrdinary: (): boolean => isOrdinary,
    hasTray: (): boolean => hasTray,
    hiddenForMs: (): number => hiddenForMs,
    changed,
    /** Creates it hidden if it is to be kept, so that it can be shown at any moment, and releases it otherwise. */
    updateKept(): void {
      if (owner.isKept()) {
        // A page that crashed might do it again at once, and nobody waits for it.
        if (!hasCrashed) page.prepare();
      } else if (!page.get()?.isMinimized()) page.releaseSoon();
    },
    /** The tray icon was clicked. */
    async toggle(): Promise<void> {
      if (page.onScreen() !== null && !isOrdinary) hide();
      else if (!isJustHidden()) {
        const pointer = await findPointerPosition();
        if (pointer !== null) bounds.clicked(pointer);
        show();
      }
    },
    /** The global shortcut was pressed. */
    showOrHide(): void {
      if (page.onScreen()?.isFocused()) hide();
      else if (!isJustHidden()) show();
    },
    post: page.post,
    /** Resolves when the first window has drawn its page, or takes too long. */
    drawn: (): Promise<void> => Promise.race([isDrawn.promise, delay(DRAWN_MS, undefined, { ref: false })]),
    /** Resolves when its first picture is on screen, or takes too long. */
    seen: (): Promise<void> =>
      Promise.race([isDrawn.promise.then(() => delay(SEEN_MS)), delay(FIRST_MS, undefined, { ref: false })]),
    /** Without a tray it is an ordinary window. */
    setHasTray(isThere: boolean): void {
      hasTray = isThere;
      updateKind();
    },
    /**
     * Closes unless its page contains unsaved text; whether it did. A page that does not answer has none that could be saved, unless it
     * reported some when it was hidden.
     */
    leave(): Promise<boolean> {
      const target = page.get();
      if (target === null || hasUnsavedText) return Promise.resolve(target === null);
      const { promise, resolve } = Promise.withResolvers<boolean>();
      target.once('closed', () => resolve(true));
      target.webContents.once('will-prevent-unload', () => resolve(false));
      release(target);
      return Promise.race([promise, delay(LEAVE_MS, true, { ref: false })]);
    },
    /** Closes at once; it can be created again. */
    close(): void {
      afterShow = [];
      page.close();
    },
    quit(): void {
      bounds.remember();
      bounds.stop();
      state.flush();
      page.quit();
    },
  };
}
