/** Creates a hidden window and loads a page of the app into it. */
import { BrowserWindow, type BrowserWindowConstructorOptions, nativeTheme, type WebPreferences } from 'electron';
import { loadPage } from './app-protocol.ts';
import { windowSystemInUse } from './window-system.ts';

/** The page's background, so that nothing flashes before the first paint. */
export const pageBackground = (): string => (nativeTheme.shouldUseDarkColors ? '#1c1e20' : '#ffffff');

export function openPage(
  page: Parameters<typeof loadPage>[1],
  options: BrowserWindowConstructorOptions & { webPreferences: WebPreferences & { preload: string } },
): BrowserWindow {
  const made = new BrowserWindow({
    show: false,
    fullscreenable: false,
    backgroundColor: pageBackground(),
    // X11 ignores `skipTaskbar` for ordinary windows; a toolbar window has no taskbar entry and still gets the keyboard.
    ...(options.skipTaskbar && windowSystemInUse() === 'x11' && { type: 'toolbar' }),
    ...options,
    webPreferences: {
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webSecurity: true,
      spellcheck: false,
      devTools: process.env.NODE_ENV === 'development',
      ...options.webPreferences,
    },
  });
  // First, because starting a process takes longer than the rest.
  loadPage(made.webContents, page);
  return made;
}
