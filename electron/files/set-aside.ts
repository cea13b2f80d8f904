/** A SQLite file that cannot be read is never deleted and never written to: it gets another name, with all that belongs to it. */
import { existsSync, renameSync } from 'node:fs';
import { nameForSetAside } from './private-file.ts';

/** A check found the file damaged, although SQLite could open it. */
export class DamagedDatabaseError extends Error {
  override readonly name = 'DamagedDatabaseError';
}

/** SQLITE_CORRUPT (11) and SQLITE_NOTADB (26), with their extended codes; everything else is not the file's fault. */
export function isDamage(error: unknown): boolean {
  if (error instanceof DamagedDatabaseError) return true;
  const code = error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : 0;
  return code === 11 || code === 26;
}

/** Errors that only a damaged file brings while it is opened: SQLITE_ERROR, SQLITE_TOOBIG, SQLITE_CONSTRAINT, SQLITE_MISMATCH. */
export function isDamageAtOpening(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && [1, 18, 19, 20].includes(Number(error.errcode) & 0xff);
}

/** Gives the file's new name. */
export function setAside(path: string, now: Date): string {
  const aside = nameForSetAside(path, now);
  for (const suffix of ['', '-wal', '-shm', '-journal']) {
    if (existsSync(path + suffix)) renameSync(path + suffix, aside + suffix);
  }
  return aside;
}
