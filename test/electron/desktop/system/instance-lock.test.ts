/** Whose the data folder is that this process could not lock. */
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { isAnotherRunning } from '../../../../electron/desktop/system/instance-lock.ts';

/** A data folder with Chromium's lock, if any. */
function folderWith(lock?: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'punchcard-lock-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  if (lock !== undefined) symlinkSync(lock, join(folder, 'SingletonLock'));
  return folder;
}

test.runIf(process.platform === 'linux')('A lock counts while its process runs on this computer', () => {
  expect(isAnotherRunning(folderWith(`${hostname()}-${process.pid}`))).toBe(true);
  // Beyond the greatest process id.
  expect(isAnotherRunning(folderWith(`${hostname()}-4200000`))).toBe(false);
  expect(isAnotherRunning(folderWith(`another-computer-${process.pid}`))).toBe(false);
  expect(isAnotherRunning(folderWith('nonsense'))).toBe(false);
  expect(isAnotherRunning(folderWith())).toBe(false);
});
