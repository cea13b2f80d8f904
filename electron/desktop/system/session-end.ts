/**
 * The end of the desktop session: log-off, shutdown, restart. Windows notifies only windows and then ends the program without
 * `before-quit`; Linux and macOS can wait a moment.
 */
import { BaseWindow, powerMonitor } from 'electron';

export interface SessionEndListeners {
  /** Windows: requested. Another program may still prevent it. */
  onAsked: () => void;
  /** Windows: the session ends now; the process may be killed once this returns. */
  onEnd: () => void;
  /** Linux and macOS: the system waits some seconds for the app to quit. */
  onShutdown: () => void;
}

export function watchSessionEnd({ onAsked, onEnd, onShutdown }: SessionEndListeners): void {
  if (process.platform !== 'win32') {
    powerMonitor.on('shutdown', (event?: { preventDefault(): void }) => {
      event?.preventDefault();
      onShutdown();
    });
    return;
  }
  // The app's own windows come and go; this one is never shown and has no page.
  const window = new BaseWindow({ show: false, width: 1, height: 1, skipTaskbar: true, focusable: false });
  window.on('query-session-end', onAsked);
  window.on('session-end', onEnd);
}
