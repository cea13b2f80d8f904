/** A minimal tray app to compare with: a tray icon, and a window with a list of a hundred lines; `--hidden` makes it at a click. */
import { join } from 'node:path';
import { app, BrowserWindow, Menu, nativeImage, Tray } from 'electron';

Menu.setApplicationMenu(null);
let tray;
/** @type {BrowserWindow | undefined} */
let window;

function make() {
  const made = new BrowserWindow({
    width: 400,
    height: 620,
    show: false,
    frame: false,
    webPreferences: { sandbox: true, contextIsolation: true },
  });
  window = made;
  made.once('ready-to-show', () => made.show());
  made.loadFile(join(import.meta.dirname, 'index.html'));
}

app.whenReady().then(() => {
  tray = new Tray(nativeImage.createFromPath(join(import.meta.dirname, '../../../out/icons/tray/idle-22-light.png')));
  if (!process.argv.includes('--hidden')) make();
  tray.on('click', () => {
    if (window === undefined) make();
    else if (window.isVisible()) window.hide();
    else window.show();
  });
});
app.on('window-all-closed', () => undefined);
