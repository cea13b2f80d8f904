/**
 * The window of quick add: made once, hidden, and then only shown and hidden, because everything about it is speed. Its
 * page has drawn itself and loaded the parser long before the first key.
 *
 * Leaving: the page empties itself and paints that before the window goes, so that the next one who opens it does not see
 * the last one’s text for the blink of a frame.
 */

import { app, BrowserWindow, nativeTheme, screen } from 'electron';
import type { QuickAddMessage, QuickAddOpening } from '../../shared/contract/quick-add-window.ts';
import type { Language } from '../../shared/i18n/language.ts';
import { messages } from '../../shared/i18n/main-messages.ts';
import type { Zoom } from '../../shared/settings/zoom.ts';
import { loadPage } from './app-protocol.ts';
import { findPointerPosition, type Point } from './pointer-position.ts';
import { CRASH_AGAIN_MS } from './popover.ts';
import { MAX_QUICK_ADD_HEIGHT, positionQuickAdd, QUICK_ADD_WIDTH } from './quick-add-position.ts';
import { onWindowBlur } from './window-blur.ts';
import { windowSystemInUse } from './window-system.ts';
import { skipTaskbar } from './x11-client.ts';

export interface QuickAddWindowOptions {
  preload: string;
  icon: string;
  /** Sends to the page. */
  channel: string;
  /** Is another window of ours on screen? */
  isAnotherVisible: () => boolean;
  /** The one it is to speak. */
  language: () => Language;
  /** How large its page is drawn (percent). */
  zoom: () => Zoom;
  /** It is about to be shown. */
  onShow: () => void;
  /** Its page ended by itself; `typed`: what became of a line that somebody may miss, null where nobody saw or wrote anything. */
  onCrash: (typed: 'kept' | 'lost' | null) => void;
}

export type QuickAddWindow = ReturnType<typeof createQuickAddWindow>;

/** A page that does not say that it left is hidden anyway (ms). */
const LEAVE_MS = 120;
/** The line, what can be typed, the project and the keys (px); what the page measures comes right after. */
const FIRST_HEIGHT = 156;

export function createQuickAddWindow(options: QuickAddWindowOptions) {
  const { preload, icon, channel, isAnotherVisible, language, zoom, onShow, onCrash } = options;
  let window: BrowserWindow | null = null;
  let isReady = false;
  /** Shown as soon as the page is there. */
  let wanted: QuickAddMessage | null = null;
  let height = FIRST_HEIGHT;
  let leaving: NodeJS.Timeout | undefined;
  let turn = 0;
  /** With what it was shown last. */
  let shownWith: QuickAddOpening = {};
  /** What is in the line, or waits to be in it, as its page said last. */
  let typed = '';
  let crashedAt = Number.NEGATIVE_INFINITY;
  /** Where the pointer was when it was asked for; null where that does not matter or nobody says. */
  let pointerAt: Point | null = null;
  let isQuitting = false;

  function create(): BrowserWindow {
    const made = new BrowserWindow({
      width: QUICK_ADD_WIDTH,
      height: FIRST_HEIGHT,
      show: false,
      frame: false,
      resizable: false,
      maximizable: false,
      minimizable: false,
      fullscreenable: false,
      skipTaskbar: true,
      alwaysOnTop: true,
      // A panel of macOS takes the keyboard without bringing the whole app to the front.
      ...(process.platform === 'darwin' && { type: 'panel' }),
      // X11 ignores `skipTaskbar` for ordinary windows; a toolbar has no entry there and still gets the keyboard.
      ...(windowSystemInUse() === 'x11' && { type: 'toolbar' }),
      title: messages.app.newTask,
      icon,
      backgroundColor: nativeTheme.shouldUseDarkColors ? '#1c1e20' : '#ffffff',
      webPreferences: {
        preload,
        sandbox: true,
        contextIsolation: true,
        nodeIntegration: false,
        webSecurity: true,
        spellcheck: false,
        // Hidden, it has to draw itself; what it is to do while it rests, see rest().
        backgroundThrottling: false,
        devTools: process.env.NODE_ENV === 'development',
      },
    });
    // Over full-screen windows and on every desktop: it belongs to no one place.
    made.setAlwaysOnTop(true, 'pop-up-menu');
    if (process.platform === 'darwin') made.setVisibleOnAllWorkspaces(true, { visibleOnFullScreen: true });
    onWindowBlur(made, leave);
    made.on('close', (event) => {
      if (isQuitting) return;
      event.preventDefault();
      leave();
    });
    made.on('closed', () => {
      if (window === made) forget();
    });
    made.webContents.on('render-process-gone', () => {
      const wasWanted = (made.isVisible() && leaving === undefined) || wanted !== null;
      made.destroy();
      forget();
      crashed(wasWanted);
    });
    // Until now it could not have shown anything.
    loadPage(made.webContents, 'quick-add');
    return made;
  }

  function forget(): void {
    window = null;
    isReady = false;
    height = FIRST_HEIGHT;
    clearTimeout(leaving);
    leaving = undefined;
  }

  function crashed(wasWanted: boolean): void {
    // Twice in a row it is not made anew by itself, nor given again what was typed, which may be why.
    const isAgain = performance.now() - crashedAt < CRASH_AGAIN_MS;
    crashedAt = performance.now();
    wanted = null;
    const isMissed = wasWanted || typed !== '';
    if (isAgain) typed = '';
    // A task that waits to be made is still there, whatever was written over it.
    onCrash(!isMissed ? null : typed === '' ? 'lost' : 'kept');
    if (isAgain) return;
    const { projectId, edit } = shownWith;
    const opening = {
      ...(typed !== '' && { text: typed }),
      ...(projectId !== undefined && { projectId }),
      ...(edit !== undefined && { edit }),
    };
    // In a turn of its own: the process that both windows shared is still being taken down.
    setImmediate(() => {
      if (wasWanted) show(opening);
      else if (!isQuitting) prepare();
    });
  }

  function prepare(): BrowserWindow {
    window ??= create();
    return window;
  }

  function post(message: QuickAddMessage): void {
    if (window !== null && !window.webContents.isDestroyed()) window.webContents.send(channel, message);
  }

  function appear(target: BrowserWindow, message: QuickAddMessage): void {
    clearTimeout(leaving);
    leaving = undefined;
    target.webContents.setBackgroundThrottling(false);
    if (!target.isVisible()) place(target);
    onShow();
    post(message);
    target.show();
    target.focus();
    if (windowSystemInUse() === 'x11') void skipTaskbar(target.getNativeWindowHandle());
  }

  function place(target: BrowserWindow): void {
    const { workArea } = pointerAt === null ? screen.getPrimaryDisplay() : screen.getDisplayNearestPoint(pointerAt);
    target.setBounds(positionQuickAdd(workArea, height, zoom()), false);
  }

  function show(opening: QuickAddOpening = {}): void {
    // Only several screens make it worth asking where the pointer is, which takes a moment.
    if (screen.getAllDisplays().length === 1) showNow(opening);
    else {
      void findPointerPosition().then((point) => {
        pointerAt = point;
        showNow(opening);
      });
    }
  }

  function showNow(opening: QuickAddOpening): void {
    if (isQuitting) return;
    const target = prepare();
    turn += 1;
    shownWith = opening;
    const message: QuickAddMessage = { do: 'show', turn, ...opening };
    if (isReady) appear(target, message);
    else wanted = message;
  }

  /** Chromium gives back what a process in the background does not need, but only if none of its pages wants to be in front. */
  function rest(target: BrowserWindow): void {
    target.webContents.setBackgroundThrottling(true);
  }

  /** The page is asked to go; hidden as soon as it has emptied itself. */
  function leave(): void {
    if (window === null || !window.isVisible() || leaving !== undefined) return;
    leaving = setTimeout(left, LEAVE_MS, turn);
    post({ do: 'leave' });
  }

  /** Of an earlier turn: it was asked for again meanwhile, and stays. */
  function left(of: number): void {
    if (of !== turn) return;
    clearTimeout(leaving);
    leaving = undefined;
    if (window === null || !window.isVisible()) return;
    window.hide();
    rest(window);
    // macOS gives the focus back only to whoever had it before the app, not before its window.
    if (process.platform === 'darwin' && !isAnotherVisible()) app.hide();
  }

  return {
    /** Makes it, hidden: for when somebody may want it at any moment. */
    prepare(): void {
      if (!isQuitting) prepare();
    },
    show,
    /** The page has drawn itself and listens. */
    ready(): void {
      isReady = true;
      post({ do: 'speak', language: language() });
      if (typed !== '') post({ do: 'keep', text: typed });
      if (window === null) return;
      if (wanted === null) rest(window);
      else appear(window, wanted);
      wanted = null;
    },
    /** Pressed again, it goes. */
    toggle(): void {
      if (window?.isVisible() && window.isFocused()) leave();
      else show();
    },
    /** What the person wrote and has not sent, in case that the page ends; never on disk. */
    typed(text: string): void {
      typed = text;
    },
    isVisible: (): boolean => window?.isVisible() ?? false,
    left,
    /** Its page is drawn larger or smaller now. */
    zoomChanged(): void {
      if (window?.isVisible()) place(window);
    },
    /** What the page takes now (px, its own). */
    resize(to: number): void {
      height = Math.min(to, MAX_QUICK_ADD_HEIGHT);
      if (window === null) return;
      if (!window.isVisible()) return;
      const bounds = window.getBounds();
      const { workArea } = screen.getDisplayMatching(bounds);
      const room = workArea.y + workArea.height - bounds.y;
      window.setBounds({ ...bounds, height: Math.round(Math.min((height * zoom()) / 100, room)) }, false);
    },
    /** Another language is spoken. */
    languageChanged: () => post({ do: 'speak', language: language() }),
    knownChanged: (): void => post({ do: 'known' }),
    /** Goes at once, and may be made anew. */
    close(): void {
      window?.destroy();
    },
    quit(): void {
      isQuitting = true;
      window?.destroy();
    },
  };
}
