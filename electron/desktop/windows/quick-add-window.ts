/**
 * The quick-add window. While it is kept ready, it is created once and then only shown and hidden, for speed: its page is drawn and has
 * loaded the parser before the first key press. Otherwise it is created when it is requested and destroyed some time after it was
 * closed; keys that are typed before the page is drawn are passed on to it.
 *
 * Before the window hides, the page empties itself and paints, so that the next opening does not flash the old text.
 */

import { app, type BrowserWindow, screen } from 'electron';
import type { QuickAddMessage, QuickAddOpening } from '../../../shared/contract/quick-add-window.ts';
import { messages } from '../../../shared/i18n/generated/main.ts';
import type { Language } from '../../../shared/i18n/language.ts';
import type { Zoom } from '../../../shared/settings/appearance.ts';
import { createEarlyKeys } from './early-keys.ts';
import { openPage } from './open-page.ts';
import { createPageWindow, type PageCrash } from './page-window.ts';
import { findPointerPosition, type Point } from './pointer-position.ts';
import { MAX_QUICK_ADD_HEIGHT, positionQuickAdd, QUICK_ADD_WIDTH } from './quick-add-position.ts';
import { windowSystemInUse } from './window-system.ts';
import { skipTaskbar } from './x11-client.ts';

export interface QuickAddWindowOptions {
  preload: string;
  icon: string;
  /** Sends to the page. */
  channel: string;
  /** Whether the other window of the app is on screen. */
  isAnotherVisible: () => boolean;
  language: () => Language;
  /** The page's zoom (percent). */
  zoom: () => Zoom;
  /** Whether its page stays in memory while it is hidden. */
  isKept: () => boolean;
  /** Called before it is shown. */
  onShow: () => void;
  onHide: () => void;
  /** The page crashed (`why`: for the log); `typed`: what became of the typed line, null if it was neither shown nor typed into. */
  onCrash: (why: string, typed: 'kept' | 'lost' | null) => void;
}

/** A page that does not confirm leaving within this time is hidden anyway (ms). */
const LEAVE_MS = 120;
/** A hidden window that is not kept is destroyed after this time (ms). */
const RELEASE_AFTER_MS = 30_000;
/** Initial height (px); the page reports its measured height right after. */
const FIRST_HEIGHT = 156;

export function createQuickAddWindow(options: QuickAddWindowOptions) {
  const { preload, icon, channel, isAnotherVisible, language, zoom, isKept, onShow, onHide, onCrash } = options;
  let height = FIRST_HEIGHT;
  let leaving: NodeJS.Timeout | undefined;
  /** What the page was told when it was last shown. */
  let shown: Extract<QuickAddMessage, { do: 'show' }> = { do: 'show', turn: 0 };
  /** The text in the line, or waiting for it, as last reported by the page. */
  let typed = '';
  /** After two crashes in a row only a request creates it. */
  let isCrashing = false;
  /** The pointer's position at the request; null if it does not matter or is unknown. */
  let pointerAt: Point | null = null;
  const earlyKeys = createEarlyKeys();
  const page = createPageWindow({
    create,
    show: (target) => {
      post(shown);
      earlyKeys.passTo(target.webContents);
      if (!target.isVisible() || !target.isFocused()) appear(target);
    },
    onBlur: () => {
      // Another window that was being opened takes the focus for a moment; it returns with the page.
      if (page.phase() !== 'loading') leave();
    },
    releaseAfterMs: RELEASE_AFTER_MS,
    isKept,
    release: () => page.close(),
    onGone: () => {
      earlyKeys.forget();
      clearTimeout(leaving);
    },
    onCrash: crashed,
  });

  function create(): BrowserWindow {
    const made = openPage('quick-add', {
      width: QUICK_ADD_WIDTH,
      height: FIRST_HEIGHT,
      frame: false,
      resizable: false,
      maximizable: false,
      minimizable: false,
      skipTaskbar: true,
      alwaysOnTop: true,
      // A macOS panel takes the keyboard without raising the whole app.
      ...(process.platform === 'darwin' && { type: 'panel' }),
      title: messages.app.newTask,
      icon,
      // It has to draw while hidden; rest() reduces its resources afterwards.
      webPreferences: { preload, backgroundThrottling: false },
    });
    // Shown over full-screen windows and on every virtual desktop.
    made.setAlwaysOnTop(true, 'pop-up-menu');
    if (process.platform === 'darwin') made.setVisibleOnAllWorkspaces(true, { visibleOnFullScreen: true });
    made.on('close', (event) => {
      event.preventDefault();
      leave();
    });
    made.webContents.on('before-input-event', (event, input) => {
      if (page.phase() !== 'loading') return;
      event.preventDefault();
      if (input.type !== 'keyDown') return;
      if (input.key === 'Escape') leave();
      else earlyKeys.add(input);
    });
    return made;
  }

  function crashed({ why, wasOpen, isAgain }: PageCrash): void {
    // After a second crash in a row it is not created again automatically, nor filled with the typed text, which may be the cause.
    isCrashing = isAgain;
    const isMissed = wasOpen || typed !== '';
    if (isAgain) typed = '';
    // A task in the outbox is still there, even if the line was changed.
    onCrash(why, !isMissed ? null : typed === '' ? 'lost' : 'kept');
    if (isAgain) return;
    const { projectId, accountId, edit } = shown;
    const opening = {
      ...(typed !== '' && { text: typed }),
      ...(projectId !== undefined && { projectId }),
      ...(accountId !== undefined && { accountId }),
      ...(edit !== undefined && { edit }),
    };
    // In a later turn: the shared process is still shutting down.
    setImmediate(() => {
      if (wasOpen) show(opening);
      else if (isKept()) page.prepare();
    });
  }

  const post = (message: QuickAddMessage): void => page.post(channel, message);

  function appear(target: BrowserWindow): void {
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
    if (page.isQuitting()) return;
    isCrashing = false;
    clearTimeout(leaving);
    shown = { do: 'show', turn: shown.turn + 1, ...opening };
    page.send('stay');
    page.request();
    onShow();
    const target = page.get();
    // At once: what is typed before its page is drawn is passed on.
    if (target !== null && page.phase() === 'loading') appear(target);
  }

  /** Chromium frees memory of a background process only if none of its pages is in the foreground. */
  function rest(target: BrowserWindow): void {
    target.webContents.setBackgroundThrottling(true);
  }

  /** Asks the page to leave; the window hides once the page has emptied itself. */
  function leave(): void {
    if (page.onScreen() === null || page.phase() === 'leaving') return;
    if (page.phase() === 'loading') {
      page.send('hide');
      earlyKeys.forget();
      onLeft(shown.turn);
      return;
    }
    page.send('leave');
    leaving = setTimeout(onLeft, LEAVE_MS, shown.turn);
    post({ do: 'leave' });
  }

  /** Ignores an answer to an earlier showing, as the window has been opened again and stays, unless the key was only early. */
  function onLeft(ofTurn: number, isEarly = false): void {
    if (ofTurn !== shown.turn) {
      if (isEarly) leave();
      return;
    }
    clearTimeout(leaving);
    page.send('left');
    const target = page.onScreen();
    if (target === null) return;
    target.hide();
    rest(target);
    // macOS returns the focus only to the app that had it before, so the whole app is hidden.
    if (process.platform === 'darwin' && !isAnotherVisible()) app.hide();
    page.releaseSoon();
    onHide();
  }

  return {
    /** Creates it hidden if it is to be kept, so that it can be shown at any moment, and releases it otherwise. */
    updateKept(): void {
      if (!isKept()) page.releaseSoon();
      else if (!isCrashing) page.prepare();
    },
    show,
    language,
    /** The page is drawn and listens. */
    onReady(): void {
      if (typed !== '') post({ do: 'restore', text: typed });
      page.send('drawn');
      const target = page.get();
      if (target !== null && page.phase() === 'ready') rest(target);
    },
    /** Shows it, or hides it if it is shown. */
    toggle(): void {
      if (page.onScreen()?.isFocused()) leave();
      else show();
    },
    /** The unsent text, in case the page crashes or the person quits; never on disk. */
    saveTyped(text: string): void {
      typed = text;
    },
    hasTyped: (): boolean => typed !== '',
    onLeft,
    zoomChanged(): void {
      const target = page.onScreen();
      if (target !== null) place(target);
    },
    /** The page's height changed (CSS pixels). */
    resize(to: number): void {
      height = Math.min(to, MAX_QUICK_ADD_HEIGHT);
      const target = page.onScreen();
      if (target === null) return;
      const bounds = target.getBounds();
      const { workArea } = screen.getDisplayMatching(bounds);
      const room = workArea.y + workArea.height - bounds.y;
      target.setBounds({ ...bounds, height: Math.round(Math.min((height * zoom()) / 100, room)) }, false);
    },
    languageChanged: () => post({ do: 'set-language', language: language() }),
    directoryChanged: (): void => post({ do: 'directory-changed' }),
    close: page.close,
    quit: page.quit,
  };
}
