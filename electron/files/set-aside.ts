/** Renames an unreadable SQLite file and the files that belong to it. Such a file is never deleted or written to. */
import { existsSync, renameSync } from 'node:fs';
import { sqliteCode } from '../../shared/errors/database-errors.ts';
import { nameForSetAside, setAsideIfNotFile } from './private-file.ts';

/** Damage that SQLite itself does not report. */
export class DamagedDatabaseError extends Error {
  override readonly name = 'DamagedDatabaseError';
}

/** SQLITE_CORRUPT (11) or SQLITE_NOTADB (26). */
export function isDamage(error: unknown): boolean {
  return error instanceof DamagedDatabaseError || [11, 26].includes(sqliteCode(error));
}

/** Errors that only a damaged file causes during opening: SQLITE_ERROR, SQLITE_TOOBIG, SQLITE_CONSTRAINT, SQLITE_MISMATCH. */
export function isDamageAtOpening(error: unknown): boolean {
  return [1, 18, 19, 20].includes(sqliteCode(error));
}

/** Of the files that SQLite puts beside a database. */
export const LOG_SUFFIXES = ['-wal', '-shm', '-journal'];

/** Renames folders and the like that have the name of a log, which SQLite cannot open then. Returns their new names. */
export const clearLogNames = (path: string, now: Date): string[] =>
  LOG_SUFFIXES.map((suffix) => setAsideIfNotFile(path + suffix, now)).filter((aside) => aside !== null);

/** Returns the file's new name. */
export function setAside(path: string, now: Date): string {
  const aside = nameForSetAside(path, now);
  for (const suffix of ['', ...LOG_SUFFIXES]) {
    if (existsSync(path + suffix)) renameSync(path + suffix, aside + suffix);
  }
  return aside;
}
