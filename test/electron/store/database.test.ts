/** Opening, migrating and writing the database. */

import {
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync, type SQLOutputValue } from 'node:sqlite';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { damageNotice } from '../../../electron/desktop/system/damage-text.ts';
import { toAppErrorView } from '../../../electron/service/error-messages.ts';
import { type Database, openDatabase, transaction } from '../../../electron/store/database.ts';
import { MIGRATIONS, SCHEMA_VERSION } from '../../../electron/store/migrations.ts';
import { NewerDatabaseError } from '../../../shared/errors/database-errors.ts';
import { filesBeside, writeAndDie } from './killed.ts';
import { fillUsed } from './used.ts';

const NOW = new Date('2026-11-21T12:00:00.000Z');

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'punchcard-store-'));
  onTestFinished(() => rmSync(path, { recursive: true }));
  return path;
}

/** Opens the database until the end of the test. */
function opened(path: string) {
  const result = openDatabase(path, NOW);
  onTestFinished(() => {
    if (result.database.isOpen) result.database.close();
  });
  return result;
}

const put = (database: Database, key: string, value: string) =>
  database.prepare('INSERT INTO setting (key, value) VALUES (?, ?)').run(key, value);
const settingsIn = (database: Database) =>
  database
    .prepare('SELECT key, value FROM setting ORDER BY key')
    .all()
    .map(({ key, value }) => [key, value]);
const pragma = (database: Database, name: string) => Object.values(database.prepare(`PRAGMA ${name}`).get() ?? {})[0];

/** A database file with some pages of data, closed. */
function filled(): string {
  const path = join(folder(), 'punchcard.sqlite');
  const { database } = openDatabase(path, NOW);
  transaction(database, () => {
    for (let row = 0; row < 500; row += 1) put(database, `key-${row}`, 'x'.repeat(200));
  });
  database.close();
  return path;
}

describe('a new file', () => {
  test('is created with a private folder', () => {
    const path = join(folder(), 'deep', 'down', 'punchcard.sqlite');
    const { damage, database } = opened(path);
    expect(damage).toBeNull();
    expect(existsSync(path)).toBe(true);
    if (process.platform !== 'win32') expect(statSync(join(path, '..')).mode & 0o777).toBe(0o700);
    expect(pragma(database, 'user_version')).toBe(SCHEMA_VERSION);
  });

  test('has the schema that the changes make one after the other', () => {
    const schemaIn = (database: Database) =>
      database.prepare('SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY type, name').all();
    const changed = new DatabaseSync(':memory:');
    for (const migration of MIGRATIONS) changed.exec(migration);
    expect(schemaIn(opened(':memory:').database)).toEqual(schemaIn(changed));
    changed.close();
  });

  test('has durable commits and enforces foreign keys', () => {
    const { database } = opened(join(folder(), 'punchcard.sqlite'));
    expect(pragma(database, 'journal_mode')).toBe('wal');
    const FULL = 2;
    expect(pragma(database, 'synchronous')).toBe(FULL);
    expect(pragma(database, 'foreign_keys')).toBe(1);
    expect(() =>
      database
        .prepare("INSERT INTO assigned_tasks (account_id, list, fetched_at) VALUES ('nobody', '[]', '2026')")
        .run(),
    ).toThrow(/FOREIGN KEY/);
  });

  test('allows at most one running entry per account', () => {
    const { database } = opened(':memory:');
    database.exec(
      `INSERT INTO account (id, kind, base_url, client_id, web_url, user_id, user_name, user_email, workspaces, workspace_id, created_at) VALUES ('a', 'device', 'http://x/api', 'c', NULL, 'u', 'n', NULL, '[]', 'w', '2026')`,
    );
    const insert = database.prepare(
      `INSERT INTO time_entry (id, account_id, task_id, task_identifier, task_title, project_name, start_time, end_time, discarded_at, created_at)
       VALUES (?, 'a', 't', 'T-1', 'T', 'P', '2026-11-21T11:00:00.000Z', ?, ?, '2026')`,
    );
    insert.run('running', null, null);
    insert.run('ended', '2026-11-21T12:00:00.000Z', null);
    insert.run('discarded', null, '2026-11-21T12:00:00.000Z');
    expect(() => insert.run('second', null, null)).toThrow(/UNIQUE/);
  });
});

describe('written data', () => {
  test('is there after the file was closed and opened again', () => {
    const path = join(folder(), 'punchcard.sqlite');
    const first = opened(path).database;
    put(first, 'theme', '"dark"');
    first.close();
    const again = opened(path);
    expect(again.damage).toBeNull();
    expect(settingsIn(again.database)).toEqual([['theme', '"dark"']]);
  });

  test('is there after a crash', () => {
    const path = join(folder(), 'punchcard.sqlite');
    const { database } = opened(path);
    put(database, 'theme', '"dark"');
    // As after a crash: copies of the open file and its log.
    const copy = join(folder(), 'copy.sqlite');
    for (const suffix of ['', '-wal']) writeFileSync(copy + suffix, readFileSync(path + suffix));
    expect(settingsIn(opened(copy).database)).toEqual([['theme', '"dark"']]);
  });

  test('an empty file gets the newest schema', () => {
    const path = join(folder(), 'punchcard.sqlite');
    writeFileSync(path, '');
    const first = opened(path);
    expect(first.damage).toBeNull();
    expect(pragma(first.database, 'user_version')).toBe(SCHEMA_VERSION);
    first.database.close();
    expect(pragma(opened(path).database, 'user_version')).toBe(SCHEMA_VERSION);
  });
});

describe('a file from before the tables got their names', () => {
  function earlier(): string {
    const path = join(folder(), 'punchcard.sqlite');
    const database = new DatabaseSync(path);
    for (const migration of MIGRATIONS.slice(0, 13)) database.exec(migration);
    database.exec(`
      PRAGMA user_version = 13;
      INSERT INTO account (id, kind, base_url, client_id, web_url, user_id, user_name, user_email, workspaces, workspace_id, created_at) VALUES ('ada', 'device', 'https://a.example/api', 'c', NULL, 'u', 'Ada', NULL, '[]', NULL, 'x');
      INSERT INTO remote (account_id, subject, server_id, seen) VALUES ('ada', 'e1', 's1', '{}');
      INSERT INTO given_up VALUES (7, 'ada', 'k', 'e1', '{}', NULL, '${NOW.toISOString()}', 1, '${NOW.toISOString()}');
      INSERT INTO known VALUES ('ada', 'w', '{}', 'p');
      INSERT INTO kept_board VALUES ('ada', 'p', x'00', 'x');
      INSERT INTO reminder_said VALUES ('ada', 't', 'd', 'k', 1);
      INSERT INTO away_heir VALUES ('e1', 'e2')`);
    database.close();
    return path;
  }
  const countsIn = (database: Database) =>
    ['server_id', 'abandoned_write', 'workspace_directory', 'board_cache', 'shown_reminder', 'entry_successor'].map(
      (table) => database.prepare(`SELECT count(*) AS n FROM ${table}`).get()?.n,
    );

  test('keeps its rows', () => {
    const { database, damage } = opened(earlier());
    expect(damage).toBeNull();
    expect(countsIn(database)).toEqual([1, 1, 1, 1, 1, 1]);
    expect(database.prepare('SELECT successor_id FROM entry_successor').get()).toEqual({ successor_id: 'e2' });
  });

  test('keeps them even if it is damaged', () => {
    const path = earlier();
    const bytes = readFileSync(path);
    bytes.fill(0xff, 0, 16);
    writeFileSync(path, bytes);
    const { database, damage } = opened(path);
    expect(damage).toMatchObject({ kept: { accounts: 1 }, isIncomplete: true });
    expect(countsIn(database)).toEqual([1, 1, 1, 1, 1, 0]);
  });
});

describe('a damaged file', () => {
  const damages: [what: string, damage: (path: string) => void][] = [
    ['text', (path) => writeFileSync(path, 'This is no database at all.\n'.repeat(1000))],
    ['zeros', (path) => writeFileSync(path, Buffer.alloc(100_000))],
    ['noise', (path) => writeFileSync(path, Buffer.from(Array.from({ length: 50_000 }, (_, i) => (i * 7919) % 251)))],
    ['cut in half', (path) => truncateSync(path, Math.floor(statSync(path).size / 2))],
    ['overwritten in the middle', (path) => overwrite(path, 8192, 16_384)],
    ['overwritten except for its header', (path) => overwrite(path, 100, statSync(path).size - 100)],
  ];

  function overwrite(path: string, from: number, length: number): void {
    const file = openSync(path, 'r+');
    writeSync(file, Buffer.alloc(length, 0xa5), 0, length, from);
    closeSync(file);
  }

  test.each(damages)('(%s) is set aside unchanged, and its readable data is in the new one', (_what, damage) => {
    const path = filled();
    damage(path);
    const before = readFileSync(path);
    const error = vi.spyOn(console, 'error').mockReturnValue();
    const { database, damage: found } = opened(path);
    error.mockRestore();
    expect(found?.file).toBe(`${path}.damaged-2026-11-21T12-00-00-000Z`);
    expect(readFileSync(found?.file ?? '').equals(before)).toBe(true);
    expect(found && damageNotice(found)).toMatch(/could not be read.* set aside/);
    for (const [key, value] of settingsIn(database)) expect([key, value]).toEqual([key, 'x'.repeat(200)]);
    database.exec('DELETE FROM setting');
    put(database, 'theme', '"dark"');
    database.close();

    const again = opened(path);
    expect(again.damage).toBeNull();
    expect(settingsIn(again.database)).toEqual([['theme', '"dark"']]);
  });

  test('of which only an index lacks a row that is repaired is kept', () => {
    const path = join(folder(), 'punchcard.sqlite');
    const { database } = openDatabase(path, NOW);
    fillUsed(database);
    database.close();
    // The index has as many rows as the table, so that a quick check finds nothing.
    const index = "name = 'time_entry_by_start'";
    const damaging = (work: (raw: DatabaseSync) => void) => {
      const raw = new DatabaseSync(path, { defensive: false });
      raw.exec('PRAGMA writable_schema = ON');
      work(raw);
      raw.close();
    };
    let kept: Record<string, SQLOutputValue> = {};
    damaging((raw) => {
      kept = raw.prepare(`SELECT * FROM sqlite_schema WHERE ${index}`).get() ?? {};
      raw.exec(`DELETE FROM sqlite_schema WHERE ${index}`);
    });
    damaging((raw) =>
      raw.exec(
        `INSERT INTO time_entry (id, account_id, task_id, task_identifier, task_title, project_name, start_time, note, created_at)
         SELECT 'odd', 'grace', 't', 'PAY-9', 'Odd', '', 'never', '', created_at FROM time_entry WHERE id = 'e1';
         DELETE FROM time_entry WHERE id = 'e2'`,
      ),
    );
    damaging((raw) => raw.prepare('INSERT INTO sqlite_schema VALUES (?, ?, ?, ?, ?)').run(...Object.values(kept)));
    const { database: again, damage } = opened(path);
    expect(damage).toMatchObject({ file: null, badRows: { time_entry: 1 } });
    expect(again.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' });
    expect(again.prepare('SELECT count(*) AS count FROM time_entry').get()?.count).toBeGreaterThanOrEqual(300);
  });

  test('of which an index hides a row is kept, and a change of the row adds none', () => {
    const path = filled();
    const bytes = readFileSync(path);
    const pageSize = bytes.readUInt16BE(16);
    const LEAF_OF_AN_INDEX = 10;
    for (let page = pageSize; page < bytes.length; page += pageSize) {
      const at = bytes.subarray(page, page + pageSize).indexOf('key-250');
      if (bytes[page] === LEAF_OF_AN_INDEX && at !== -1) bytes.write('key-25/', page + at);
    }
    writeFileSync(path, bytes);
    const raw = new DatabaseSync(path);
    expect(raw.prepare(`SELECT 1 FROM setting WHERE key = 'key-250'`).get()).toBeUndefined();
    expect(pragma(raw, 'quick_check')).toBe('ok');
    raw.close();

    const { database, damage } = opened(path);
    expect(damage).toBeNull();
    database.exec(
      `INSERT INTO setting VALUES ('key-250', '"new"') ON CONFLICT (key) DO UPDATE SET value = excluded.value`,
    );
    expect(settingsIn(database).filter(([key]) => key === 'key-250')).toEqual([['key-250', '"new"']]);
    expect(pragma(database, 'integrity_check')).toBe('ok');
  });

  test('of which an index names a row that does not exist is kept, and the row is found', () => {
    const path = filled();
    const bytes = readFileSync(path);
    const pageSize = bytes.readUInt16BE(16);
    const LEAF_OF_AN_INDEX = 10;
    for (let page = pageSize; page < bytes.length; page += pageSize) {
      const at = bytes.subarray(page, page + pageSize).indexOf('key-250');
      // The row id, a number of two bytes, follows the key.
      if (bytes[page] === LEAF_OF_AN_INDEX && at !== -1) bytes.writeUInt16BE(30_000, page + at + 'key-250'.length);
    }
    writeFileSync(path, bytes);
    const read = (from: DatabaseSync) => from.prepare(`SELECT value FROM setting WHERE key = 'key-250'`).get();
    const raw = new DatabaseSync(path);
    expect(() => read(raw)).toThrow('malformed');
    expect(pragma(raw, 'quick_check')).toBe('ok');
    raw.close();

    const { database, damage } = opened(path);
    expect(damage).toBeNull();
    expect(read(database)).toBeDefined();
    expect(pragma(database, 'integrity_check')).toBe('ok');
  });

  test('that is intact is not set aside', () => {
    const path = filled();
    expect(opened(path).damage).toBeNull();
    expect(readdirSync(join(path, '..')).filter((name) => name.includes('damaged'))).toEqual([]);
  });
});

describe('a file that is not damaged', () => {
  test('but of a newer Punchcard is rejected and not changed', () => {
    for (const mode of ['WAL', 'DELETE']) {
      const path = filled();
      const newer = new DatabaseSync(path);
      newer.exec(`PRAGMA journal_mode = ${mode}; PRAGMA user_version = ${SCHEMA_VERSION + 1}`);
      newer.close();
      const before = readFileSync(path);
      expect(() => openDatabase(path, NOW)).toThrow(NewerDatabaseError);
      expect(readFileSync(path).equals(before), mode).toBe(true);
      expect(readdirSync(join(path, '..')), mode).toEqual(['punchcard.sqlite']);
    }
  });

  test.each(['', '-shm'])('but of a killed newer Punchcard is not changed, nor is its log; missing: %j', (gone) => {
    const path = filled();
    writeAndDie(path, `PRAGMA user_version = ${SCHEMA_VERSION + 1}; INSERT INTO setting VALUES ('future', '1')`);
    if (gone !== '') rmSync(path + gone);
    const before = filesBeside(path);
    expect(Object.keys(before)).toContain('punchcard.sqlite-wal');
    expect(() => openDatabase(path, NOW)).toThrow(NewerDatabaseError);
    expect(filesBeside(path)).toMatchObject(before);
    // Only the log has the newer version.
    rmSync(`${path}-wal`);
    expect(opened(path).damage).toBeNull();
  });

  test('of a killed Punchcard is opened with its log', () => {
    const path = filled();
    writeAndDie(path, "INSERT INTO setting VALUES ('last', '1')");
    expect(settingsIn(opened(path).database)).toContainEqual(['last', '1']);
  });

  test('in a folder that cannot be created: the file system’s error is thrown', () => {
    const file = join(folder(), 'a-file');
    writeFileSync(file, '');
    expect(() => openDatabase(join(file, 'punchcard.sqlite'), NOW)).toThrow(/ENOTDIR|EEXIST/);
  });
});

test('a write that a foreign program blocks fails soon, with an error that says what was saved', () => {
  const path = join(folder(), 'punchcard.sqlite');
  const { database } = opened(path);
  const other = new DatabaseSync(path);
  onTestFinished(() => other.close());
  const put = (key: string) => database.prepare('INSERT INTO setting (key, value) VALUES (?, ?)').run(key, '1');
  put('before');
  other.exec('BEGIN IMMEDIATE');
  // For so long a write blocks the app (ms).
  expect(database.prepare('PRAGMA busy_timeout').get()?.timeout).toBeLessThan(500);
  let error: unknown;
  try {
    put('blocked');
  } catch (thrown) {
    error = thrown;
  }
  expect(toAppErrorView(error, '')).toMatchObject({
    title: 'Another program is using Punchcard’s data',
    whatWasKept: 'Everything saved before is safe. This change was not made.',
  });
  other.exec('ROLLBACK');
  expect(settingsIn(database).map(([key]) => key)).toEqual(['before']);
});

describe('a transaction', () => {
  test('commits everything and returns the result', () => {
    const { database } = opened(':memory:');
    const result = transaction(database, () => {
      put(database, 'a', '1');
      put(database, 'b', '2');
      return 'done';
    });
    expect(result).toBe('done');
    expect(settingsIn(database)).toHaveLength(2);
  });

  test('changes nothing if it fails, and the next one works', () => {
    const { database } = opened(':memory:');
    put(database, 'before', '0');
    expect(() =>
      transaction(database, () => {
        put(database, 'a', '1');
        throw new Error('changed my mind');
      }),
    ).toThrow('changed my mind');
    expect(() =>
      transaction(database, () => {
        put(database, 'a', '1');
        put(database, 'before', 'again');
      }),
    ).toThrow(/UNIQUE/);
    expect(settingsIn(database)).toEqual([['before', '0']]);
    transaction(database, () => put(database, 'after', '2'));
    expect(settingsIn(database)).toHaveLength(2);
  });

  test('does not nest: the outer one is rolled back completely', () => {
    const { database } = opened(':memory:');
    expect(() =>
      transaction(database, () => {
        put(database, 'a', '1');
        transaction(database, () => put(database, 'b', '2'));
      }),
    ).toThrow(/transaction/);
    expect(settingsIn(database)).toEqual([]);
    expect(database.isTransaction).toBe(false);
  });
});
