/** Calls back when a hidden window can be shown without flashing. */
import type { BrowserWindow } from 'electron';
import { windowSystemInUse } from './window-system.ts';

/** If hidden windows are drawn, the first frame follows the loaded page at once; the longest wait for it (ms). */
const DRAW_MS = 250;

/**
 * Calls back once. `ready-to-show` alone is not reliable: a hidden window on native Wayland is never drawn, so the event never comes
 * (electron#48859); some Windows versions behave the same (electron#54025). A loaded page is enough there: the compositor shows the
 * window with its first frame.
 */
export function whenReadyToShow(window: BrowserWindow, present: () => void): void {
  let timer: NodeJS.Timeout | undefined;
  let isOver = false;
  const once = () => {
    clearTimeout(timer);
    if (isOver || window.isDestroyed()) return;
    isOver = true;
    present();
  };
  const loaded = () => {
    timer ??= setTimeout(once, windowSystemInUse() === 'wayland' ? 0 : DRAW_MS);
  };
  window.once('ready-to-show', once);
  window.webContents.once('did-finish-load', loaded);
  // Show the window after an error too.
  window.webContents.once('did-fail-load', loaded);
}
