/** Electron's own app, clipboard, theme and power events, as the composition root uses them. */
import { app, autoUpdater, clipboard, nativeTheme, powerMonitor } from 'electron';
import type { Settings } from '../../../shared/contract/index.ts';

export type ElectronApp = typeof electronApp;

export const electronApp = {
  version: app.getVersion(),
  isPackaged: app.isPackaged,
  /** After `app.setName`, which decides its name. */
  dataFolder: () => app.getPath('userData'),
  /** What starts the app again, without its own arguments. */
  command: () => (app.isPackaged ? [process.execPath] : [process.execPath, app.getAppPath()]),
  whenReady: () => app.whenReady(),
  systemLocale: () => app.getSystemLocale(),
  preferredLanguages: () => app.getPreferredSystemLanguages(),
  hideFromDock: () => app.dock?.hide(),
  setTheme(theme: Settings['theme']): void {
    nativeTheme.themeSource = theme;
  },
  copyText: (text: string) => clipboard.writeText(text),
  power: () => powerMonitor,
  quit: () => app.quit(),
  exit: (code: number) => app.exit(code),
  /** macOS: the person clicked the app's icon. */
  onActivate: (listener: () => void) => void app.on('activate', listener),
  /** macOS: an update closes the windows before the app quits. */
  onQuitForUpdate: (listener: () => void) => void autoUpdater.on('before-quit-for-update', listener),
  /** `mayQuit`: false keeps the app running for now. */
  onBeforeQuit(mayQuit: () => boolean): void {
    app.on('before-quit', (event) => {
      if (!mayQuit()) event.preventDefault();
    });
  },
  onWillQuit: (listener: () => void) => void app.on('will-quit', listener),
};
