/** Whether another start has the data folder, where this one could not lock it. */
import { readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';

/** The data folder could not be locked, and nobody else has it. */
export class NoLockError extends Error {
  override readonly name = 'NoLockError';
  constructor() {
    super('The data folder cannot be locked');
  }
}

/** Another start on this computer has it, and opens its window. */
export function isAnotherRunning(dataFolder: string): boolean {
  // Windows has nothing that a dead program could leave behind, and needs no writable folder for it.
  if (process.platform === 'win32') return true;
  const [, host, pid] = /^(.*)-(\d+)$/.exec(readLock(dataFolder)) ?? [];
  return host === hostname() && isAlive(Number(pid));
}

/** Chromium's: a link to nothing, whose name says which computer and process it is. */
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
