/**
 * Loaded into the app before its own code: main works as usual, but its answers to the pages' commands wait until a test calls
 * `answerNow()`. Nothing else can hold the moment before the first answer.
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
