/** A minimal window with a line, shown and hidden by a shortcut; `--hidden` makes it at the first press. */
const { app, BrowserWindow, globalShortcut } = require('electron');

/** @type {import('electron').BrowserWindow | undefined} */
let window;

async function make() {
  const made = new BrowserWindow({
    width: 640,
    height: 88,
    show: false,
    frame: false,
    alwaysOnTop: true,
    webPreferences: { sandbox: true, backgroundThrottling: false },
  });
  await made.loadURL('data:text/html,<input><script>document.querySelector("input").focus()</script>');
  return made;
}

app.on('window-all-closed', () => undefined);
app.whenReady().then(async () => {
  if (!process.argv.includes('--hidden')) window = await make();
  globalShortcut.register('Control+Shift+Space', async () => {
    if (window?.isVisible()) return window.hide();
    window ??= await make();
    window.show();
    window.focus();
  });
});
