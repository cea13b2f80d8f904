/** When a person has turned to another window. */
import type { BrowserWindow } from 'electron';

/** A window that is shown again on Wayland loses the focus for a moment and gets it back (seen on sway: 1 ms apart). */
const LASTING_MS = 100;

/** Calls back once the focus has gone for good; looking into the developer tools does not count. */
export function onWindowBlur(window: BrowserWindow, lost: () => void): void {
  window.on('blur', () => {
    setTimeout(() => {
      if (window.isDestroyed() || !window.isVisible() || window.isFocused()) return;
      if (!window.webContents.isDevToolsFocused()) lost();
    }, LASTING_MS);
  });
}
