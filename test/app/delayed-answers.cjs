/**
 * Loaded into the app before its own code: main reads and does all that it does, but its answers to the pages' commands
 * wait until a test says so (`answerNow()`). There is no other way to stop the moment before the first of them.
 */
const { ipcMain } = require('electron');

const { promise, resolve } = Promise.withResolvers();
Reflect.set(globalThis, 'answerNow', resolve);

const handle = ipcMain.handle.bind(ipcMain);
ipcMain.handle = (channel, listener) => {
  if (channel !== 'punchcard:command') return handle(channel, listener);
  return handle(channel, async (...asked) => {
    await promise;
    return listener(...asked);
  });
};
