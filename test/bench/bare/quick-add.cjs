/** A minimal hidden window with a line, shown and hidden by a shortcut. */
const { app, BrowserWindow, globalShortcut } = require('electron');

app.whenReady().then(async () => {
  const window = new BrowserWindow({
    width: 640,
    height: 88,
    show: false,
    frame: false,
    alwaysOnTop: true,
    webPreferences: { sandbox: true, backgroundThrottling: false },
  });
  await window.loadURL('data:text/html,<input><script>document.querySelector("input").focus()</script>');
  globalShortcut.register('Control+Shift+Space', () => {
    if (window.isVisible()) return window.hide();
    window.show();
    window.focus();
  });
});
