/** What is said when there may be no window of ours to say it in. */
import { basename } from 'node:path';
import { app, BrowserWindow, dialog } from 'electron';
import { NewerDatabaseError } from '../store/database.ts';
import { words } from '../words/index.ts';

/** Nothing can be shown: the end. The data is untouched. */
export function fail(error: unknown): void {
  console.error('Punchcard cannot start:', error);
  // What the last run told is drawn there, and would look alive.
  for (const window of BrowserWindow.getAllWindows()) window.destroy();
  const message = error instanceof Error ? error.message : String(error);
  const what = error instanceof NewerDatabaseError ? words.app.newerData : message;
  dialog.showErrorBox(words.app.cannotStart, words.app.untouched(what, app.getPath('userData')));
  app.exit(1);
}

/** The app goes on with a new database; `path`: where the damaged one lies now. The three doors have no status line to say it in. */
export function tellSetAside(path: string): void {
  console.error(`The database was damaged and is set aside as ${basename(path)}`);
  void dialog.showMessageBox({
    type: 'warning',
    title: 'Punchcard',
    message: words.app.dataAnew,
    detail: words.app.fileKept(path),
  });
}
