/**
 * Loaded into the app before its own code: acts in the moment when the window is shown and main is not ready, which a test cannot
 * hit from outside. FIRST_WINDOW_ACTION is the action.
 */
const { app } = require('electron');

/** @param {Electron.BrowserWindow} window @param {string} [what] */
function act(window, what) {
  if (what === 'close') window.close();
  else if (what === 'leave') {
    // Another window has the focus.
    window.isFocused = () => false;
    window.emit('blur');
  } else if (what === 'quit') app.quit();
  else if (what === 'crash') window.webContents.forcefullyCrashRenderer();
  else app.emit('second-instance', {}, ['punchcard', what]);
}

app.once('browser-window-created', (_event, window) => {
  // Not in the same turn, as with a real person.
  window.once('show', () => setImmediate(act, window, process.env.FIRST_WINDOW_ACTION));
});
