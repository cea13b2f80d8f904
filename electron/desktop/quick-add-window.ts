/**
 * The quick-add window. While it is kept ready, it is created once and then only shown and hidden, for speed: its page is drawn and has
 * loaded the parser before the first key press. Otherwise it is created when it is requested and destroyed some time after it was
 * closed; keys that are typed before the page is drawn are passed on to it.
 *
 * Before the window hides, the page empties itself and paints, so that the next opening does not flash the old text.
 */

import { app, BrowserWindow, type Input, nativeTheme, screen } from 'electron';
import type { QuickAddMessage, QuickAddOpening } from '../../shared/contract/quick-add-window.ts';
import { messages } from '../../shared/i18n/generated/main.ts';
import type { Language } from '../../shared/i18n/language.ts';
import type { Zoom } from '../../shared/settings/appearance.ts';
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
  /** Whether the other window of the app is on screen. */
  isAnotherVisible: () => boolean;
  /** The language of the page. */
  language: () => Language;
  /** The page's zoom (percent). */
  zoom: () => Zoom;
  /** Called before it is shown. */
  onShow: () => void;
  onHide: () => void;
  /** The page crashed; `typed`: what became of the typed line, null if it was neither shown nor typed into. */
  onCrash: (typed: 'kept' | 'lost' | null) => void;
}

export type QuickAddWindow = ReturnType<typeof createQuickAddWindow>;

/** A page that does not confirm leaving within this time is hidden anyway (ms). */
const LEAVE_MS = 120;
/** A hidden window that is not kept ready is destroyed after this time (ms). */
const RELEASE_AFTER_MS = 30_000;
/** Initial height (px); the page reports its measured height right after. */
const FIRST_HEIGHT = 156;

export function createQuickAddWindow(options: QuickAddWindowOptions) {
  const { preload, icon, channel, isAnotherVisible, language, zoom, onShow, onHide, onCrash } = options;
  let window: BrowserWindow | null = null;
  let isReady = false;
  let isKeptReady = false;
  let releaseTimer: NodeJS.Timeout | undefined;
  /** For the page as soon as it is ready. */
  let pendingMessage: QuickAddMessage | null = null;
  let height = FIRST_HEIGHT;
  let leaving: NodeJS.Timeout | undefined;
  let turn = 0;
  /** The request it was last shown with. */
  let shownWith: QuickAddOpening = {};
  /** The text in the line, or waiting for it, as last reported by the page. */
  let typed = '';
  let crashedAt = Number.NEGATIVE_INFINITY;
  /** After two crashes in a row only a request creates it. */
  let isCrashing = false;
  /** What was typed into the shown window before its page was ready, and the Enter that ended it. */
  let typedEarly = '';
  let enteredEarly: 'enter' | 'ctrl-enter' | null = null;
  /** The pointer's position at the request; null if it does not matter or is unknown. */
  let pointerAt: Point | null = null;
  let isQuitting = false;
  /** Its last loss of the focus does not close it. */
  let forgetBlur = (): void => undefined;

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
      // A macOS panel takes the keyboard without raising the whole app.
      ...(process.platform === 'darwin' && { type: 'panel' }),
      // X11 ignores `skipTaskbar` for ordinary windows; a toolbar window has no taskbar entry and still gets the keyboard.
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
        // It has to draw while hidden; rest() reduces its resources afterwards.
        backgroundThrottling: false,
        devTools: process.env.NODE_ENV === 'development',
      },
    });
    // First, because starting a process takes longer than the rest.
    loadPage(made.webContents, 'quick-add');
    // Shown over full-screen windows and on every virtual desktop.
    made.setAlwaysOnTop(true, 'pop-up-menu');
    if (process.platform === 'darwin') made.setVisibleOnAllWorkspaces(true, { visibleOnFullScreen: true });
    forgetBlur = onWindowBlur(made, () => {
      // Another window that was being opened takes the focus for a moment; it returns with the page.
      if (isReady) leave();
    });
    made.on('close', (event) => {
      if (isQuitting) return;
      event.preventDefault();
      leave();
    });
    made.on('closed', () => {
      if (window === made) forget();
    });
    made.webContents.on('before-input-event', (event, input) => {
      if (isReady) return;
      event.preventDefault();
      if (input.type === 'keyDown') typeEarly(input);
    });
    made.webContents.on('render-process-gone', () => {
      const wasOpen = (made.isVisible() && leaving === undefined) || pendingMessage !== null;
      made.destroy();
      forget();
      crashed(wasOpen);
    });
    return made;
  }

  function forget(): void {
    window = null;
    isReady = false;
    forgetEarlyKeys();
    clearTimeout(leaving);
    leaving = undefined;
    clearTimeout(releaseTimer);
    releaseTimer = undefined;
  }

  /** The other keys are lost, as are all after Enter. */
  function typeEarly({ key, control, alt, meta }: Input): void {
    if (key === 'Escape') leave();
    else if (enteredEarly !== null) return;
    else if (key === 'Enter') enteredEarly = control || meta ? 'ctrl-enter' : 'enter';
    else if (key === 'Backspace') typedEarly = typedEarly.slice(0, -1);
    else if ([...key].length === 1 && !control && !alt && !meta) typedEarly += key;
  }

  function forgetEarlyKeys(): void {
    typedEarly = '';
    enteredEarly = null;
  }

  function passEarlyKeys({ webContents }: BrowserWindow): void {
    const entered = enteredEarly;
    // Keys may reach the page before inserted text.
    const inserted = typedEarly === '' ? Promise.resolve() : webContents.insertText(typedEarly);
    if (entered === null) return;
    void inserted.then(() => {
      const modifiers: 'control'[] = entered === 'ctrl-enter' ? ['control'] : [];
      webContents.sendInputEvent({ type: 'keyDown', keyCode: 'Enter', modifiers });
      webContents.sendInputEvent({ type: 'keyUp', keyCode: 'Enter', modifiers });
    });
  }

  function crashed(wasOpen: boolean): void {
    // After a second crash in a row it is not created again automatically, nor filled with the typed text, which may be the cause.
    const isAgain = performance.now() - crashedAt < CRASH_AGAIN_MS;
    crashedAt = performance.now();
    isCrashing = isAgain;
    pendingMessage = null;
    const isMissed = wasOpen || typed !== '';
    if (isAgain) typed = '';
    // A task in the outbox is still there, even if the line was changed.
    onCrash(!isMissed ? null : typed === '' ? 'lost' : 'kept');
    if (isAgain) return;
    const { projectId, edit } = shownWith;
    const opening = {
      ...(typed !== '' && { text: typed }),
      ...(projectId !== undefined && { projectId }),
      ...(edit !== undefined && { edit }),
    };
    // In a later turn: the shared process is still shutting down.
    setImmediate(() => {
      if (wasOpen) show(opening);
      else if (isKeptReady && !isQuitting) prepare();
    });
  }

  function prepare(): BrowserWindow {
    window ??= create();
    return window;
  }

  function post(message: QuickAddMessage): void {
    if (window !== null && !window.webContents.isDestroyed()) window.webContents.send(channel, message);
  }

  function appear(target: BrowserWindow): void {
    clearTimeout(leaving);
    leaving = undefined;
    clearTimeout(releaseTimer);
    releaseTimer = undefined;
    forgetBlur();
    target.webContents.setBackgroundThrottling(false);
    if (!target.isVisible()) place(target);
    target.show();
    target.focus();
    if (windowSystemInUse() === 'x11') void skipTaskbar(target.getNativeWindowHandle());
  }

  function place(target: BrowserWindow): void {
    const { workArea } = pointerAt === null ? screen.getPrimaryDisplay() : screen.getDisplayNearestPoint(pointerAt);
    target.setBounds(positionQuickAdd(workArea, height, zoom()), false);
  }

  function show(opening: QuickAddOpening = {}): void {
    // Asking for the pointer takes a moment, so only with several screens.
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
    isCrashing = false;
    const target = prepare();
    turn += 1;
    shownWith = opening;
    const message: QuickAddMessage = { do: 'show', turn, shownAt: Date.now(), ...opening };
    onShow();
    if (isReady) post(message);
    else pendingMessage = message;
    appear(target);
  }

  /** Chromium frees memory of a background process only if none of its pages is in the foreground. */
  function rest(target: BrowserWindow): void {
    target.webContents.setBackgroundThrottling(true);
  }

  /** Asks the page to leave; the window hides once the page has emptied itself. */
  function leave(): void {
    if (window === null || !window.isVisible() || leaving !== undefined) return;
    if (!isReady) {
      pendingMessage = null;
      forgetEarlyKeys();
      onBlurred(turn);
      return;
    }
    leaving = setTimeout(onBlurred, LEAVE_MS, turn);
    post({ do: 'leave' });
  }

  /** Ignores an answer to an earlier showing: the window has been opened again and stays. */
  function onBlurred(ofTurn: number): void {
    if (ofTurn !== turn) return;
    clearTimeout(leaving);
    leaving = undefined;
    if (window === null || !window.isVisible()) return;
    window.hide();
    rest(window);
    // macOS returns the focus only to the app that had it before, so the whole app is hidden.
    if (process.platform === 'darwin' && !isAnotherVisible()) app.hide();
    releaseSoon();
    onHide();
  }

  function releaseSoon(): void {
    if (isKeptReady || window === null || window.isVisible() || releaseTimer !== undefined) return;
    releaseTimer = setTimeout(() => {
      releaseTimer = undefined;
      if (!isKeptReady) window?.destroy();
    }, RELEASE_AFTER_MS);
    releaseTimer.unref?.();
  }

  return {
    /** `kept`: creates it hidden, so that it can be shown at any moment. */
    keepReady(kept: boolean): void {
      isKeptReady = kept;
      if (!kept) releaseSoon();
      else if (!isQuitting && !isCrashing) prepare();
    },
    show,
    language,
    /** The page is drawn and listens. */
    onReady(): void {
      isReady = true;
      if (typed !== '') post({ do: 'restore', text: typed });
      if (window === null) return;
      if (pendingMessage === null) {
        rest(window);
        return;
      }
      post(pendingMessage);
      pendingMessage = null;
      passEarlyKeys(window);
      forgetEarlyKeys();
      if (!window.isFocused()) appear(window);
    },
    /** Shows it, or hides it if it is shown. */
    toggle(): void {
      if (window?.isVisible() && window.isFocused()) leave();
      else show();
    },
    /** The unsent text, in case the page crashes; never on disk. */
    saveTyped(text: string): void {
      typed = text;
    },
    isVisible: (): boolean => window?.isVisible() ?? false,
    onBlurred,
    /** The zoom changed. */
    zoomChanged(): void {
      if (window?.isVisible()) place(window);
    },
    /** The page's height changed (CSS pixels). */
    resize(to: number): void {
      height = Math.min(to, MAX_QUICK_ADD_HEIGHT);
      if (window === null) return;
      if (!window.isVisible()) return;
      const bounds = window.getBounds();
      const { workArea } = screen.getDisplayMatching(bounds);
      const room = workArea.y + workArea.height - bounds.y;
      window.setBounds({ ...bounds, height: Math.round(Math.min((height * zoom()) / 100, room)) }, false);
    },
    /** The language changed. */
    languageChanged: () => post({ do: 'set-language', language: language() }),
    directoryChanged: (): void => post({ do: 'directory-changed' }),
    /** Closes at once; it can be created again. */
    close(): void {
      window?.destroy();
    },
    quit(): void {
      isQuitting = true;
      window?.destroy();
    },
  };
}
