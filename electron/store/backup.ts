/**
 * Backups of the database beside it, made while the app runs, from which a damaged database is completed (salvage.ts). A backup is
 * checked before it replaces an older one, so that damage does not spread to it.
 */
import { existsSync, renameSync, rmSync } from 'node:fs';
import { backup, DatabaseSync } from 'node:sqlite';
import { MINUTE_MS } from '../../shared/dates/milliseconds.ts';
import { createPrivateFile } from '../files/private-file.ts';
import type { Database } from './database.ts';

/** At most this often, and only after changes (ms). */
const INTERVAL_MS = 5 * MINUTE_MS;

/** The newest first. */
export const backupsOf = (path: string): [newest: string, previous: string] => [`${path}.backup`, `${path}.backup-2`];

/** More pages than any database has: all are copied in one step, outside this thread. */
const ALL_PAGES = 2 ** 30;

/**
 * Makes a backup of the database at `path`. Rejects with errors of SQLite and of the file system; earlier backups stay then. It has a
 * connection of its own, because the copying thread would overwrite the error of a statement that fails meanwhile.
 */
export async function backUp(path: string): Promise<void> {
  const [newest, previous] = backupsOf(path);
  const incomplete = `${newest}.new`;
  try {
    rmSync(incomplete, { force: true });
    createPrivateFile(incomplete);
    const database = new DatabaseSync(path, { readOnly: true });
    try {
      // Opens the log at once: closing the last other connection would delete it before the copying begins.
      database.prepare('SELECT count(*) FROM sqlite_schema').get();
      await backup(database, incomplete, { rate: ALL_PAGES });
    } finally {
      database.close();
    }
    check(incomplete);
    if (existsSync(newest)) renameSync(newest, previous);
    renameSync(incomplete, newest);
  } finally {
    rmSync(incomplete, { force: true });
  }
}

function check(path: string): void {
  const database = new DatabaseSync(path);
  try {
    // One file without a log can be read without writing.
    database.exec('PRAGMA journal_mode = DELETE');
    const result = database.prepare('PRAGMA quick_check(1)').get()?.quick_check;
    if (result !== 'ok') throw new Error(`The backup is damaged: ${result}`);
  } finally {
    database.close();
  }
}

/** Makes backups until the database is closed. */
export function startBackups(database: Database, path: string): void {
  const changes = database.prepare('SELECT total_changes() AS n');
  let backedUp: unknown;
  let isRunning = false;

  const timer = setInterval(async () => {
    if (!database.isOpen) return clearInterval(timer);
    const changed = changes.get()?.n;
    if (isRunning || changed === backedUp) return;
    isRunning = true;
    try {
      await backUp(path);
      backedUp = changed;
    } catch (error) {
      console.error('The database could not be backed up:', error);
    } finally {
      isRunning = false;
    }
  }, INTERVAL_MS);
  timer.unref();
}
