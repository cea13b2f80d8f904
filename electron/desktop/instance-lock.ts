/** Who has the data folder, where this start could not have it. */
import { readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';

/** Chromium could not lock the data folder, and no other start has it on this computer. */
export class NoLockError extends Error {
  override readonly name = 'NoLockError';
  /** The computer that has it; null where nobody has. */
  readonly host: string | null;
  /** What says so. */
  readonly file: string;
  constructor(host: string | null, file: string) {
    super('The data folder cannot be locked');
    this.host = host;
    this.file = file;
  }
}

/** null: another start on this computer has it, and opens its window. */
export function whyNoLock(dataFolder: string): NoLockError | null {
  // Windows has nothing that a dead program could leave behind.
  if (process.platform === 'win32') return null;
  const file = join(dataFolder, 'SingletonLock');
  const [, host, pid] = /^(.*)-(\d+)$/.exec(readLock(file)) ?? [];
  if (host === undefined || pid === undefined) return new NoLockError(null, file);
  if (host !== hostname()) return new NoLockError(host, file);
  return isAlive(Number(pid)) ? null : new NoLockError(null, file);
}

/** A link to nothing, whose name says which computer and process it is. */
function readLock(file: string): string {
  try {
    return readlinkSync(file);
  } catch {
    return '';
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
