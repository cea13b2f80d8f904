/** Detects that a window lost the focus for good. */
import type { BrowserWindow } from 'electron';

/** On Wayland a window that is shown again loses the focus for a moment (on sway: 1 ms). */
const LASTING_MS = 100;

/** Calls back once the focus is lost for good; the developer tools do not count. */
export function onWindowBlur(window: BrowserWindow, lost: () => void): void {
  window.on('blur', () => {
    setTimeout(() => {
      if (window.isDestroyed() || !window.isVisible() || window.isFocused()) return;
      if (!window.webContents.isDevToolsFocused()) lost();
    }, LASTING_MS);
  });
}
