/** A minimal tray app to compare with: a tray icon, and a window with a list of a hundred lines. */
import { join } from 'node:path';
import { app, BrowserWindow, Menu, nativeImage, Tray } from 'electron';

Menu.setApplicationMenu(null);
let tray;
app.whenReady().then(() => {
  tray = new Tray(nativeImage.createFromPath(join(import.meta.dirname, '../../../out/icons/tray/idle-22-light.png')));
  const window = new BrowserWindow({
    width: 400,
    height: 620,
    show: false,
    frame: false,
    webPreferences: { sandbox: true, contextIsolation: true },
  });
  tray.on('click', () => (window.isVisible() ? window.hide() : window.show()));
  window.once('ready-to-show', () => window.show());
  window.loadFile(join(import.meta.dirname, 'index.html'));
});
app.on('window-all-closed', () => undefined);
