/**
 * A window that shows one page: created when it is needed, shown and hidden, and released some time after it was hidden. The popover
 * and the quick-add window are such windows; window-phase.ts has their phases. Whether a window is on screen is asked of the window,
 * because the desktop can hide it too.
 */

import type { BrowserWindow, RenderProcessGoneDetails, WebContentsConsoleMessageEventParams } from 'electron';
import { MINUTE_MS } from '../../../shared/dates/milliseconds.ts';
import { nextLife, type WindowEvent, type WindowLife, type WindowPhase } from './window-phase.ts';

export interface PageWindowOptions {
  create: () => BrowserWindow;
  /** Brings it to the screen; its page is drawn. */
  show: (window: BrowserWindow) => void;
  /** It lost the focus for good. */
  onBlur: (window: BrowserWindow) => void;
  /** How long it stays hidden in any case (ms). */
  releaseAfterMs: number;
  /** Whether it stays in memory then, instead of being released; asked again every few minutes. */
  isKept: () => boolean;
  release: (window: BrowserWindow) => void;
  /** There is no window any more. If it was requested while it was leaving, it is created again afterwards. */
  onGone: () => void;
  onCrash: (crash: PageCrash) => void;
}

export interface PageCrash {
  /** As Chromium gives it, for the log. */
  why: string;
  /** It was on screen, or requested. */
  wasOpen: boolean;
  /** It was on screen without the focus. */
  wasInBackground: boolean;
  /** The page crashed twice in a row: only a request may create it again. */
  isAgain: boolean;
}

/** A page that crashes twice within this time (ms) is not created again automatically. */
const CRASH_AGAIN_MS = 3_000;
/** A hidden page that is kept is asked for again after this time (ms). */
const ASK_AGAIN_MS = 5 * MINUTE_MS;

export function createPageWindow(options: PageWindowOptions) {
  let window: BrowserWindow | null = null;
  let life: WindowLife = { phase: 'none', isRequested: false };
  let releaseTimer: NodeJS.Timeout | undefined;
  let crashedAt = Number.NEGATIVE_INFINITY;
  let isQuitting = false;
  let forgetBlur = (): void => undefined;

  function send(event: WindowEvent): void {
    const { life: next, action } = nextLife(life, event);
    life = next;
    if (action === 'create') adopt(options.create());
    if (action === 'show' && window !== null) {
      prepareToShow();
      options.show(window);
    }
  }

  function adopt(made: BrowserWindow): void {
    window = made;
    forgetBlur = onWindowBlur(made, () => options.onBlur(made));
    made.on('closed', () => gone(made));
    made.webContents.on('render-process-gone', (_event, details) => crashed(made, details));
    made.webContents.on('console-message', (event) => {
      // Not what the browser itself says, as when zod tries whether it may compile.
      if (event.level === 'error' && /^(?:Uncaught|\w*Error\b)/.test(event.message))
        console.error('A page reports:', pageError(event));
    });
  }

  function gone(closed: BrowserWindow): void {
    if (window !== closed) return;
    window = null;
    stopReleasing();
    options.onGone();
    send('gone');
  }

  function crashed(made: BrowserWindow, { reason, exitCode }: RenderProcessGoneDetails): void {
    const isVisible = made.isVisible();
    const wasOpen = (isVisible && life.phase !== 'leaving') || life.isRequested;
    const wasInBackground = isVisible && !made.isFocused();
    const isAgain = performance.now() - crashedAt < CRASH_AGAIN_MS;
    crashedAt = performance.now();
    close();
    options.onCrash({ why: `${reason}, exit code ${exitCode}`, wasOpen, wasInBackground, isAgain });
  }

  function close(): void {
    // Nothing creates it again.
    send('hide');
    const closed = window;
    if (closed === null) return;
    closed.destroy();
    gone(closed);
  }

  function releaseIn(ms: number): void {
    releaseTimer = setTimeout(() => {
      if (window === null) return;
      if (options.isKept()) releaseIn(ASK_AGAIN_MS);
      else options.release(window);
    }, ms);
    releaseTimer.unref?.();
  }

  function stopReleasing(): void {
    clearTimeout(releaseTimer);
    releaseTimer = undefined;
  }

  /** An earlier loss of the focus has no effect on a requested window. */
  function prepareToShow(): void {
    stopReleasing();
    forgetBlur();
  }

  return {
    phase: (): WindowPhase => life.phase,
    isRequested: (): boolean => life.isRequested,
    get: (): BrowserWindow | null => window,
    onScreen: (): BrowserWindow | null => (window?.isVisible() ? window : null),
    /** Creates it hidden. */
    prepare(): void {
      if (!isQuitting) send('prepare');
    },
    /** Shows it as soon as its page is drawn. Ignored while quitting. */
    request(): void {
      if (isQuitting) return;
      prepareToShow();
      send('request');
    },
    /** Sends to its page, if there is one. */
    post(channel: string, message: unknown): void {
      if (window?.webContents.isDestroyed() === false) window.webContents.send(channel, message);
    },
    /** Tells what happened to it, or what its page was asked. */
    send,
    /** Releases it after a while, if it is hidden, not requested until then, and not to be kept. */
    releaseSoon(): void {
      if (window === null || window.isVisible() || life.isRequested) return;
      stopReleasing();
      releaseIn(options.releaseAfterMs);
    },
    /** Closes at once; it can be created again. */
    close,
    /** Closes at once and for good. */
    quit(): void {
      isQuitting = true;
      close();
    },
    isQuitting: (): boolean => isQuitting,
  };
}

/** As an error of main's own, so that the log treats its message and its location alike. */
function pageError({ message, sourceId, lineNumber }: WebContentsConsoleMessageEventParams): Error {
  const [first = '', ...frames] = message.split('\n');
  const error = new Error(first);
  error.stack = frames.length > 0 ? message : `${first}\n    at ${sourceId}:${lineNumber}`;
  return error;
}

/** On Wayland a window that is shown again loses the focus for a moment (on sway: 1 ms). */
const LASTING_MS = 100;

/**
 * Calls back once the focus is lost for good; the developer tools do not count. Returns the function to call when the window is asked
 * for again: the click on a notification takes the focus first, and a busy desktop returns it late or not at all.
 */
export function onWindowBlur(window: BrowserWindow, lost: () => void): () => void {
  let timer: NodeJS.Timeout | undefined;
  window.on('blur', () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      if (window.isDestroyed() || !window.isVisible() || window.isFocused()) return;
      if (!window.webContents.isDevToolsFocused()) lost();
    }, LASTING_MS);
  });
  return () => clearTimeout(timer);
}
