/** Renames an unreadable SQLite file and the files that belong to it. Such a file is never deleted or written to. */
import { existsSync, renameSync } from 'node:fs';
import { sqliteCode } from '../../shared/errors/database-errors.ts';
import { nameForSetAside } from './private-file.ts';

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

/** Returns the file's new name. */
export function setAside(path: string, now: Date): string {
  const aside = nameForSetAside(path, now);
  for (const suffix of ['', '-wal', '-shm', '-journal']) {
    if (existsSync(path + suffix)) renameSync(path + suffix, aside + suffix);
  }
  return aside;
}
