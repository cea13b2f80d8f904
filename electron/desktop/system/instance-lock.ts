/** Tells whether another process holds the data folder if this one could not lock it. */
import { readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';

/** The data folder could not be locked, although no other process holds it. */
export class NoLockError extends Error {
  override readonly name = 'NoLockError';
  constructor() {
    super('The data folder cannot be locked');
  }
}

/** True if another process on this computer holds it; that one opens its window. */
export function isAnotherRunning(dataFolder: string): boolean {
  // On Windows a dead process leaves no lock behind, and the lock needs no writable folder.
  if (process.platform === 'win32') return true;
  const [, host, pid] = /^(.*)-(\d+)$/.exec(readLock(dataFolder)) ?? [];
  return host === hostname() && isAlive(Number(pid));
}

/** Chromium's lock: a dangling symbolic link whose target names the computer and process. */
function readLock(dataFolder: string): string {
  try {
    return readlinkSync(join(dataFolder, 'SingletonLock'));
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
