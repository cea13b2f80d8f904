/**
 * The window of quick add: made when it is first wanted, and from then on only shown and hidden, because everything about it is
 * speed: its page has drawn itself and loaded the parser long before the next key. Unused for minutes it is let go, because a
 * hidden window holds a fifth of the app's memory.
 *
 * Leaving: the page empties itself and paints that before the window goes, so that the next one who opens it does not see
 * the last one’s text for the blink of a frame.
 */
import { app, BrowserWindow, nativeTheme, screen } from 'electron';
import { loadPage } from './page.ts';
import { MAX_QUICK_ADD_HEIGHT, placeQuickAdd, QUICK_ADD_WIDTH } from './quick-add-place.ts';

/** What the page is told. */
export type QuickAddMessage =
  /** `text` fills an empty line; `isFromLink`: somebody else wrote it. `turn` counts how often it was shown. */
  | { do: 'show'; turn: number; text: string; isFromLink: boolean }
  /** Empty yourself, then say so (`quick-add.left`). */
  | { do: 'leave' }
  /** What is known of the workspace changed. */
  | { do: 'known' };

export interface QuickAddWindowOptions {
  preload: string;
  icon: string;
  /** Sends to the page. */
  channel: string;
  /** Is another window of ours on screen? */
  isAnotherVisible: () => boolean;
  /** It is about to be shown. */
  onShow: () => void;
}

export type QuickAddWindow = ReturnType<typeof createQuickAddWindow>;

/** A page that does not say that it left is hidden anyway (ms). */
const LEAVE_MS = 120;
/** A hidden one is let go after this (ms): tasks are noted in bursts. */
const LET_GO_MS = 5 * 60_000;
/** The line, its hints and nothing else (px); what the page measures comes right after. */
const FIRST_HEIGHT = 88;

export function createQuickAddWindow({ preload, icon, channel, isAnotherVisible, onShow }: QuickAddWindowOptions) {
  let window: BrowserWindow | null = null;
  let isReady = false;
  /** Shown as soon as the page is there. */
  let wanted: QuickAddMessage | null = null;
  let height = FIRST_HEIGHT;
  let leaving: NodeJS.Timeout | undefined;
  let letGo: NodeJS.Timeout | undefined;
  let turn = 0;
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
      title: 'New task',
      icon,
      backgroundColor: nativeTheme.shouldUseDarkColors ? '#1c1e20' : '#ffffff',
      webPreferences: {
        preload,
        sandbox: true,
        contextIsolation: true,
        nodeIntegration: false,
        webSecurity: true,
        spellcheck: false,
        // Hidden, it still has to paint that it is empty.
        backgroundThrottling: false,
        devTools: process.env.NODE_ENV === 'development',
      },
    });
    // Over full-screen windows and on every desktop: it belongs to no one place.
    made.setAlwaysOnTop(true, 'pop-up-menu');
    if (process.platform === 'darwin') made.setVisibleOnAllWorkspaces(true, { visibleOnFullScreen: true });
    made.on('blur', () => {
      if (!made.webContents.isDevToolsFocused()) leave();
    });
    made.on('close', (event) => {
      if (isQuitting) return;
      event.preventDefault();
      leave();
    });
    made.on('closed', () => {
      if (window === made) forget();
    });
    made.webContents.on('render-process-gone', () => {
      made.destroy();
      forget();
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

  function post(message: QuickAddMessage): void {
    if (window !== null && !window.webContents.isDestroyed()) window.webContents.send(channel, message);
  }

  function appear(target: BrowserWindow, message: QuickAddMessage): void {
    clearTimeout(leaving);
    leaving = undefined;
    clearTimeout(letGo);
    if (!target.isVisible()) place(target);
    onShow();
    post(message);
    target.show();
    target.focus();
  }

  function place(target: BrowserWindow): void {
    const { workArea } = screen.getDisplayNearestPoint(screen.getCursorScreenPoint());
    target.setBounds(placeQuickAdd(workArea, height), false);
  }

  function show(text = '', isFromLink = false): void {
    if (isQuitting) return;
    window ??= create();
    const target = window;
    turn += 1;
    const message: QuickAddMessage = { do: 'show', turn, text, isFromLink };
    if (isReady) appear(target, message);
    else wanted = message;
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
    clearTimeout(letGo);
    letGo = setTimeout(() => window?.destroy(), LET_GO_MS);
    letGo.unref?.();
    // macOS gives the focus back only to whoever had it before the app, not before its window.
    if (process.platform === 'darwin' && !isAnotherVisible()) app.hide();
  }

  return {
    show,
    /** The page has drawn itself and listens. */
    ready(): void {
      isReady = true;
      if (wanted !== null && window !== null) appear(window, wanted);
      wanted = null;
    },
    /** Pressed again, it goes. */
    toggle(): void {
      if (window?.isVisible() && window.isFocused()) leave();
      else show();
    },
    isVisible: (): boolean => window?.isVisible() ?? false,
    left,
    /** What the page takes now (px). */
    resize(to: number): void {
      height = Math.min(to, MAX_QUICK_ADD_HEIGHT);
      if (window === null) return;
      if (!window.isVisible()) return;
      const bounds = window.getBounds();
      const { workArea } = screen.getDisplayMatching(bounds);
      const room = workArea.y + workArea.height - bounds.y;
      window.setBounds({ ...bounds, height: Math.round(Math.min(height, room)) }, false);
    },
    knownChanged: (): void => post({ do: 'known' }),
    quit(): void {
      isQuitting = true;
      clearTimeout(letGo);
      window?.destroy();
    },
  };
}
