/** Retrying while another program locks the database, without blocking main. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { toAppErrorView } from '../../../electron/service/error-messages.ts';
import { type Database, openDatabase, transaction } from '../../../electron/store/database.ts';
import { createRetryWhenBusy } from '../../../electron/store/retry-when-busy.ts';

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
  let longest = 0;
  let last = performance.now();
  const beat = setInterval(() => {
    longest = Math.max(longest, performance.now() - last);
    last = performance.now();
  }, 10);
  setTimeout(() => other.exec('COMMIT'), 800);
  await retryWhenBusy(() => transaction(database, () => put(database, 'a')));
  clearInterval(beat);
  expect(keys(database)).toEqual(['a']);
  expect(longest).toBeLessThan(500);
});

test('a lock that is not released is an error that says what was saved', async () => {
  const { database, other, retryWhenBusy } = opened();
  put(database, 'before');
  other.exec('BEGIN IMMEDIATE');
  const error = await retryWhenBusy(() => put(database, 'b')).catch((thrown: unknown) => thrown);
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
  await delay(300);
  expect(keys(database)).toEqual(['part 0']);
});
