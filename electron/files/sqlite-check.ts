/**
 * A SQLite file before SQLite touches it. SQLite trusts what it finds: it deletes a log whose file is empty, forgets what stands
 * behind a damaged place in a log, and waits for the other end of a pipe.
 */
import { readFileSync, statSync } from 'node:fs';
import { DamagedDatabaseError } from './set-aside.ts';
import { readHeader } from './sqlite-version.ts';
import { readWal } from './sqlite-wal.ts';

/** SQLite's own, which Punchcard never changes. */
export const PAGE_SIZE = 4096;

/** A command line may be writing at this very moment: half a frame is not damage yet. */
const LOOKS = 3;
const PAUSE_MS = 100;

/** Throws DamagedDatabaseError where SQLite would lose something or never come back. */
export function checkSqliteFile(path: string): void {
  const [bytes, logBytes] = [path, `${path}-wal`, `${path}-shm`].map(sizeOf);
  if (bytes) checkHeader(path);
  if (!logBytes) return;
  if (!bytes) throw new DamagedDatabaseError('The file is empty, but there is a log of changes to it');
  for (let look = 1; readWal(readFileSync(`${path}-wal`), PAGE_SIZE).isDamaged; look += 1) {
    if (look === LOOKS) throw new DamagedDatabaseError('The log of changes is damaged');
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS);
  }
}

/** Of a file that says it is of another kind SQLite reads what it takes it for, and refuses to write. */
function checkHeader(path: string): void {
  if (
    readHeader(path, 20)
      .subarray(18)
      .some((kind) => kind > 2)
  )
    throw new DamagedDatabaseError('The header is damaged');
}

/** 0 where there is nothing. */
function sizeOf(path: string): number {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats !== undefined && !stats.isFile()) throw new DamagedDatabaseError('There is something that is no file');
  return stats?.size ?? 0;
}
