/**
 * The end of the person's session: log-off, shutdown, restart. Windows tells only windows of it and then ends the program, without
 * `before-quit`; Linux and macOS can wait a moment.
 */
import { BaseWindow, powerMonitor } from 'electron';

export interface SessionEndListeners {
  /** Windows: it is asked for. Another program may still prevent it. */
  onAsked: () => void;
  /** Windows: it ends now; the process may be gone once this returns. */
  onEnd: () => void;
  /** Linux and macOS: the system waits until the app has quit, for some seconds. */
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
  // The app's own windows come and go; this one is never shown, and has no page.
  const window = new BaseWindow({ show: false, width: 1, height: 1, skipTaskbar: true, focusable: false });
  window.on('query-session-end', onAsked);
  window.on('session-end', onEnd);
}
