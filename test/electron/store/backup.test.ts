/** Backups of the database: complete, checked, rotated, and made only after changes. */
import { pbkdf2 } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { backUp, startBackups } from '../../../electron/store/backup.ts';
import { type Database, openDatabase } from '../../../electron/store/database.ts';
import { createSettings } from '../../../electron/store/settings.ts';
import { until } from '../../until.ts';
import { fillUsed, NOW, writesIn } from './used.ts';

let path: string;
let database: Database;
beforeEach(() => {
  const folder = mkdtempSync(join(tmpdir(), 'punchcard-backup-'));
  path = join(folder, 'punchcard.sqlite');
  ({ database } = openDatabase(path, NOW));
  fillUsed(database);
  return () => {
    if (database.isOpen) database.close();
    rmSync(folder, { recursive: true });
  };
});

function readBackup<T>(name: string, read: (from: Database) => T): T {
  const from = new DatabaseSync(path + name, { readOnly: true });
  try {
    return read(from);
  } finally {
    from.close();
  }
}
const themeIn = (name: string) => readBackup(name, (from) => createSettings(from).read().theme);

test('A backup has everything up to the last commit, is one private file, and the one before is kept', async () => {
  await backUp(path);
  createSettings(database).change({ theme: 'light' });
  await backUp(path);
  expect(readBackup('.backup', writesIn)).toEqual(writesIn(database));
  expect([themeIn('.backup'), themeIn('.backup-2')]).toEqual(['light', 'dark']);
  const names = readdirSync(join(path, '..')).filter((name) => name.includes('backup'));
  expect(names.sort()).toEqual(['punchcard.sqlite.backup', 'punchcard.sqlite.backup-2']);
  if (process.platform !== 'win32') for (const name of names) expect(modeOf(name)).toBe(0o600);
});

const modeOf = (name: string): number => statSync(join(path, '..', name)).mode & 0o777;

test('Damage does not spread to the backups', async () => {
  await backUp(path);
  const before = readFileSync(`${path}.backup`);
  const root = Number(database.prepare(`SELECT rootpage FROM sqlite_schema WHERE name = 'outbox'`).get()?.rootpage);
  database.close();
  const bytes = readFileSync(path);
  bytes.fill(0xff, (root - 1) * 4096, root * 4096);
  writeFileSync(path, bytes);
  database = new DatabaseSync(path);
  await expect(backUp(path)).rejects.toThrow(/damaged|malformed/);
  expect(readFileSync(`${path}.backup`).equals(before)).toBe(true);
  expect(existsSync(`${path}.backup.new`)).toBe(false);
});

test('Backups are made after changes, and end with the database', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const isMade = () => existsSync(`${path}.backup`);
  startBackups(database, path);
  createSettings(database).change({ theme: 'light' });
  vi.advanceTimersByTime(5 * 60_000);
  await until(async () => isMade() && !existsSync(`${path}.backup.new`), Boolean);
  rmSync(`${path}.backup`);
  vi.advanceTimersByTime(5 * 60_000);
  await new Promise((resolve) => setImmediate(resolve));
  expect(isMade() || existsSync(`${path}.backup.new`)).toBe(false);
  database.close();
  vi.advanceTimersByTime(5 * 60_000);
  expect(vi.getTimerCount()).toBe(0);
});

test('Closing the database does not delete the log under a backup whose copying has not begun', async () => {
  const writes = writesIn(database);
  // The copying thread is one of these four.
  const busy = Array.from({ length: 4 }, () => promisify(pbkdf2)('password', 'salt', 200_000, 64, 'sha512'));
  const ended = backUp(path);
  database.close();
  expect(existsSync(`${path}-wal`)).toBe(true);
  await Promise.all([...busy, ended]);
  expect(readBackup('.backup', writesIn)).toEqual(writes);
});
