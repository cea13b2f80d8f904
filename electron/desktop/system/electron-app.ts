/** Electron's own app, clipboard, theme and power events, as the composition root uses them. */
import { app, autoUpdater, clipboard, Menu, nativeTheme, powerMonitor } from 'electron';
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
  /** macOS: Electron's own entry of the menu, and so Cmd Q, would end the app without a question. */
  setQuitInMenu(label: string, quit: () => void): void {
    if (process.platform !== 'darwin') return;
    const others = (['about', 'services', 'hide', 'hideOthers', 'unhide'] as const).map((role) => ({ role }));
    const submenu = [...others, { label, accelerator: 'Command+Q', click: quit }];
    Menu.setApplicationMenu(Menu.buildFromTemplate([{ role: 'appMenu', submenu }, { role: 'editMenu' }]));
  },
  /** `mayQuit`: false keeps the app running for now. */
  onBeforeQuit(mayQuit: () => boolean): void {
    app.on('before-quit', (event) => {
      if (!mayQuit()) event.preventDefault();
    });
  },
  onWillQuit: (listener: () => void) => void app.on('will-quit', listener),
};
