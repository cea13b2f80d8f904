/** Dialogs for errors that occur while there may be no window. */

import { mkdtempSync, rmdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { app, BrowserWindow, dialog } from 'electron';
import type { Damage } from '../../../shared/errors/damage.ts';
import {
  isDatabaseBusy,
  NewerDatabaseError,
  sqliteCode,
  TooLongPathError,
} from '../../../shared/errors/database-errors.ts';
import { messages } from '../../../shared/i18n/generated/main.ts';
import { damageDetail, damageNotice } from './damage-text.ts';
import { exitWithMessage } from './exit-with-message.ts';
import { NoLockError } from './instance-lock.ts';

/** The app cannot start; the data is unchanged. Resolves when the person closed the dialog. */
export async function showFatalError(error: unknown): Promise<void> {
  console.error('Punchcard cannot start:', error);
  // The window shows the startup snapshot and would look as if it worked.
  for (const window of BrowserWindow.getAllWindows()) window.destroy();
  const folder = app.getPath('userData');
  await exitWithMessage(
    messages.app.cannotStart,
    messages.app.untouched({ what: explanationOf(error, folder), folder }),
  );
}

/** A sentence for errors that a person can resolve; otherwise the error's own message. */
function explanationOf(error: unknown, folder: string): string {
  if (error instanceof NewerDatabaseError) return messages.app.newerData;
  if (error instanceof TooLongPathError) return messages.app.pathTooLong;
  if (isDatabaseBusy(error)) return messages.app.inUse;
  const code = sqliteCode(error);
  const folderError = folderErrorCode(folder);
  // SQLITE_FULL
  if (folderError === 'ENOSPC' || folderError === 'EDQUOT' || code === 13) return messages.app.noRoom;
  // SQLITE_PERM, SQLITE_READONLY, SQLITE_CANTOPEN
  if (folderError !== null || [3, 8, 14].includes(code)) return messages.app.notWritable;
  if (error instanceof NoLockError) return messages.app.noLock;
  return error instanceof Error ? error.message : String(error);
}

/** The system's error code for creating something in the folder; null if that works. */
function folderErrorCode(folder: string): string | null {
  try {
    rmdirSync(mkdtempSync(join(folder, 'probe-')));
    return null;
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
  }
}

/** Reports damage that was repaired; the app continues. A dialog, because the sign-in screen has no status line. */
export function showDamage(damage: Damage): void {
  const files = [damage.file, damage.rows, ...damage.inTheWay]
    .filter((file) => file !== null)
    .map((file) => basename(file));
  console.error(`The database was damaged, or something was in its way; set aside as ${files.join(' and ')}`);
  void dialog.showMessageBox({
    type: 'warning',
    title: 'Punchcard',
    message: damageNotice(damage),
    detail: damageDetail(damage),
  });
}
