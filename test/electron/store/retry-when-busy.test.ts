/** Another program that holds the database: main goes on meanwhile, and what a person asked for is done once it is free. */
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
  return { database, other, whenFree: createRetryWhenBusy(database) };
}

const put = (database: Database, key: string) =>
  database.prepare('INSERT INTO setting (key, value) VALUES (?, ?)').run(key, '1');
const keys = (database: Database) =>
  database
    .prepare('SELECT key FROM setting')
    .all()
    .map(({ key }) => key);

test('a write waits until the other program is done, without holding up anything else', async () => {
  const { database, other, whenFree } = opened();
  other.exec('BEGIN IMMEDIATE');
  let longest = 0;
  let last = performance.now();
  const beat = setInterval(() => {
    longest = Math.max(longest, performance.now() - last);
    last = performance.now();
  }, 10);
  setTimeout(() => other.exec('COMMIT'), 800);
  await whenFree(() => transaction(database, () => put(database, 'a')));
  clearInterval(beat);
  expect(keys(database)).toEqual(['a']);
  expect(longest).toBeLessThan(500);
});

test('one that holds it for good: the person reads what is wrong and what was kept', async () => {
  const { database, other, whenFree } = opened();
  put(database, 'before');
  other.exec('BEGIN IMMEDIATE');
  const error = await whenFree(() => put(database, 'b')).catch((thrown: unknown) => thrown);
  expect(toAppErrorView(error, '')).toMatchObject({
    title: 'Another program is using Punchcard’s data',
    whatWasKept: 'Everything saved before is safe. This change was not made.',
  });
  other.exec('ROLLBACK');
  expect(keys(database)).toEqual(['before']);
});

test('what was written in part is not written twice', async () => {
  const { database, other, whenFree } = opened();
  const work = async () => {
    put(database, `part ${keys(database).length}`);
    other.exec('BEGIN IMMEDIATE');
    setTimeout(() => other.exec('COMMIT'), 100);
    put(database, 'rest');
  };
  await expect(whenFree(work)).rejects.toThrow(/locked/);
  await delay(300);
  expect(keys(database)).toEqual(['part 0']);
});
