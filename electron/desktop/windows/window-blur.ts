/** Detects that a window lost the focus for good. */
import type { BrowserWindow } from 'electron';

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
