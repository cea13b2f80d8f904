/**
 * Loaded into the app before its own code: does what a person may do in the moment in which the window is there and main is not,
 * which no test could meet from outside. FIRST_WINDOW_ACTION says what.
 */
const { app } = require('electron');

/** @param {Electron.BrowserWindow} window @param {string} [what] */
function doIt(window, what) {
  if (what === 'close') window.close();
  else if (what === 'leave') {
    // The focus is elsewhere, and stays there.
    window.isFocused = () => false;
    window.emit('blur');
  } else if (what === 'quit') app.quit();
  else if (what === 'crash') window.webContents.forcefullyCrashRenderer();
  else app.emit('second-instance', {}, ['punchcard', what]);
}

app.once('browser-window-created', (_event, window) => {
  // Nobody does anything in the very turn in which it is shown.
  window.once('show', () => setImmediate(doIt, window, process.env.FIRST_WINDOW_ACTION));
});
