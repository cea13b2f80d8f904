/** A database beside the main one for what can be read again: no backup has it, and a damaged one is replaced by an empty one. */
import { rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { createPrivateFile, setAsideIfNotFile } from '../files/private-file.ts';
import { DamagedDatabaseError, isDamage, isDamageAtOpening, LOG_SUFFIXES } from '../files/set-aside.ts';
import type { Database } from './database.ts';

/** `schema`: creates what is missing. Throws errors of the file system. */
export function openExpendableDatabase(path: string, schema: string): Database {
  try {
    return open(path, schema);
  } catch (error) {
    if (!isDamage(error) && !isDamageAtOpening(error)) throw error;
    for (const suffix of ['', ...LOG_SUFFIXES]) rmSync(path + suffix, { force: true, recursive: true });
    return open(path, schema);
  }
}

function open(path: string, schema: string): Database {
  setAsideIfNotFile(path, new Date());
  createPrivateFile(path);
  const database = new DatabaseSync(path);
  try {
    // Deleted rows are overwritten, and no log keeps them.
    database.exec('PRAGMA busy_timeout = 2000; PRAGMA secure_delete = ON; PRAGMA journal_mode = DELETE;');
    const [check] = Object.values(database.prepare('PRAGMA quick_check(1)').get() ?? {});
    if (check !== 'ok') throw new DamagedDatabaseError(String(check));
    database.exec(schema);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}
