/** When a window that was made hidden may be shown without flashing. */
import type { BrowserWindow } from 'electron';
import { windowSystemInUse } from './window-system.ts';

/** Where hidden windows are drawn, the picture follows the loaded page at once; it is not waited for longer (ms). */
const DRAW_MS = 250;

/**
 * Calls back once. `ready-to-show` alone cannot be relied on: a hidden window on native Wayland is never drawn, so the event never
 * comes (electron#48859), and some Windows versions have the same (electron#54025). A loaded page is enough there: the
 * compositor puts the window on screen with its first picture.
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
  // Even an error has to be seen.
  window.webContents.once('did-fail-load', loaded);
}
