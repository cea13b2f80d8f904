/**
 * Checks a SQLite file before SQLite opens it. SQLite deletes the log of an empty file, drops everything after the first damaged
 * frame of a log, and blocks on a pipe.
 */
import { readFileSync, statSync } from 'node:fs';
import { DamagedDatabaseError } from './set-aside.ts';
import { readHeader } from './sqlite-version.ts';
import { isLogDamaged } from './sqlite-wal.ts';

/** SQLite's default, which Punchcard keeps (bytes). */
export const PAGE_SIZE = 4096;

/** The command line may be writing. A half-written frame is checked again before it counts as damage. */
const ATTEMPTS = 3;
const PAUSE_MS = 100;

/** Throws DamagedDatabaseError if SQLite would lose data or block. */
export function checkSqliteFile(path: string): void {
  const [bytes, logBytes] = [path, `${path}-wal`, `${path}-shm`].map(sizeOf);
  if (bytes) checkHeader(path);
  if (!logBytes) return;
  if (!bytes) throw new DamagedDatabaseError('The file is empty, but it has a log');
  if (hasDamagedLog(path)) throw new DamagedDatabaseError('The log is damaged');
}

/** True if SQLite would drop a part of the log, which must exist. */
export function hasDamagedLog(path: string): boolean {
  for (let attempt = 1; isLogDamaged(readFileSync(`${path}-wal`)); attempt += 1) {
    if (attempt === ATTEMPTS) return true;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS);
  }
  return false;
}

/** SQLite opens a file with an unknown read or write version (bytes 18 and 19) for reading only. */
function checkHeader(path: string): void {
  const versions = readHeader(path, 20).subarray(18);
  if (versions.some((version) => version > 2)) throw new DamagedDatabaseError('The header is damaged');
}

/** 0 if the file is missing (bytes). */
function sizeOf(path: string): number {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats !== undefined && !stats.isFile()) throw new DamagedDatabaseError('Not a regular file');
  return stats?.size ?? 0;
}
