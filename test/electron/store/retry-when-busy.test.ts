/** Retrying while another program locks the database, without blocking main. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { toAppErrorView } from '../../../electron/service/error-messages.ts';
import { type Database, openDatabase, transaction } from '../../../electron/store/database.ts';
import { createRetryWhenBusy } from '../../../electron/store/retry-when-busy.ts';
import { eventually } from '../../until.ts';

// The time after which a write is given up passes only where a test lets it.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
});

function opened() {
  const folder = mkdtempSync(join(tmpdir(), 'punchcard-free-'));
  const path = join(folder, 'punchcard.sqlite');
  const { database } = openDatabase(path, new Date());
  const other = new DatabaseSync(path);
  onTestFinished(() => {
    other.close();
    database.close();
    rmSync(folder, { recursive: true });
  });
  return { database, other, retryWhenBusy: createRetryWhenBusy(database) };
}

const put = (database: Database, key: string) =>
  database.prepare('INSERT INTO setting (key, value) VALUES (?, ?)').run(key, '1');
const keys = (database: Database) =>
  database
    .prepare('SELECT key FROM setting')
    .all()
    .map(({ key }) => key);

test('a write waits until the lock is released, without blocking the event loop', async () => {
  const { database, other, retryWhenBusy } = opened();
  other.exec('BEGIN IMMEDIATE');
  // Other work of main goes on.
  setTimeout(() => other.exec('COMMIT'), 300);
  await retryWhenBusy(() => transaction(database, () => put(database, 'a')));
  expect(keys(database)).toEqual(['a']);
  // For so long each attempt blocks it (ms).
  expect(database.prepare('PRAGMA busy_timeout').get()?.timeout).toBeLessThan(500);
});

test('a lock that is not released is an error that says what was saved', async () => {
  const { database, other, retryWhenBusy } = opened();
  put(database, 'before');
  other.exec('BEGIN IMMEDIATE');
  let attempts = 0;
  const work = () => {
    attempts += 1;
    vi.advanceTimersByTime(1_000);
    return put(database, 'b');
  };
  const error = await retryWhenBusy(work).catch((thrown: unknown) => thrown);
  expect(attempts).toBeGreaterThan(1);
  expect(toAppErrorView(error, '')).toMatchObject({
    title: 'Another program is using Punchcard’s data',
    whatWasKept: 'Everything saved before is safe. This change was not made.',
  });
  other.exec('ROLLBACK');
  expect(keys(database)).toEqual(['before']);
});

test('work that was partly written is not repeated', async () => {
  const { database, other, retryWhenBusy } = opened();
  const work = async () => {
    put(database, `part ${keys(database).length}`);
    other.exec('BEGIN IMMEDIATE');
    setTimeout(() => other.exec('COMMIT'), 100);
    put(database, 'rest');
  };
  await expect(retryWhenBusy(work)).rejects.toThrow(/locked/);
  await eventually(() => expect(other.isTransaction).toBe(false));
  expect(keys(database)).toEqual(['part 0']);
});
