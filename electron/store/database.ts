/**
 * The one SQLite file in which Punchcard keeps what must survive: accounts (never tokens), settings, the last known
 * list, time entries and the outbox. WAL with synchronous=FULL: a commit that was confirmed outlives a power cut.
 */

import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Damage } from '../../shared/errors/damage.ts';
import { NewerDatabaseError, TooLongPathError } from '../../shared/errors/database-errors.ts';
import { closeFolder, createPrivateFile, nameForSetAside } from '../files/private-file.ts';
import { DamagedDatabaseError, isDamage, isDamageAtOpening, setAside } from '../files/set-aside.ts';
import { checkSqliteFile } from '../files/sqlite-check.ts';
import { isNewer, isNewerThan } from '../files/sqlite-version.ts';
import { type BadRow, NOTHING, repairRows, type Salvaged, salvage, shapeOf } from './repair.ts';
import { MAX_REPORTED_ROWS } from './row-rules.ts';
import { readRawTables } from './salvage-tables.ts';

export type Database = DatabaseSync;

/** Each entry brings the schema from its index to the next version; never change one that was released. */
const MIGRATIONS = [
  `
  CREATE TABLE account (
    id TEXT PRIMARY KEY,
    kind TEXT NOT NULL CHECK (kind IN ('device', 'api-key', 'local')),
    base_url TEXT NOT NULL,
    client_id TEXT NOT NULL,
    web_url TEXT,
    user_id TEXT NOT NULL,
    user_name TEXT NOT NULL,
    user_email TEXT,
    workspaces TEXT NOT NULL,
    workspace_id TEXT,
    created_at TEXT NOT NULL,
    UNIQUE (base_url, user_id)
  ) STRICT;

  CREATE TABLE setting (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;

  CREATE TABLE assigned_tasks (
    account_id TEXT PRIMARY KEY REFERENCES account (id) ON DELETE CASCADE,
    list TEXT NOT NULL,
    fetched_at TEXT NOT NULL
  ) STRICT;

  CREATE TABLE time_entry (
    id TEXT PRIMARY KEY,
    account_id TEXT NOT NULL REFERENCES account (id),
    task_id TEXT NOT NULL,
    task_identifier TEXT NOT NULL,
    task_title TEXT NOT NULL,
    project_name TEXT NOT NULL,
    start_time TEXT NOT NULL,
    end_time TEXT,
    note TEXT NOT NULL DEFAULT '',
    discarded_at TEXT,
    created_at TEXT NOT NULL
  ) STRICT;
  CREATE INDEX time_entry_by_start ON time_entry (account_id, start_time);
  CREATE UNIQUE INDEX one_running_entry ON time_entry (account_id) WHERE end_time IS NULL AND discarded_at IS NULL;

  CREATE TABLE outbox (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    account_id TEXT NOT NULL REFERENCES account (id),
    kind TEXT NOT NULL,
    subject TEXT NOT NULL,
    payload TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('waiting', 'sending', 'unknown', 'needs-you', 'sent')),
    created_at TEXT NOT NULL,
    not_before TEXT NOT NULL,
    attempts INTEGER NOT NULL DEFAULT 0,
    last_error TEXT,
    sending_since TEXT
  ) STRICT;
  -- What the service calls what was made here.
  CREATE TABLE remote (
    account_id TEXT NOT NULL REFERENCES account (id),
    subject TEXT NOT NULL PRIMARY KEY,
    server_id TEXT NOT NULL
  ) STRICT;
  CREATE INDEX remote_by_server_id ON remote (account_id, server_id);
  CREATE INDEX outbox_open ON outbox (account_id, subject, id) WHERE state <> 'sent';
  `,
  // A day, a week and a task's last entry out of years of them.
  `
  CREATE INDEX time_entry_by_end ON time_entry (account_id, end_time);
  CREATE INDEX outbox_of_subject ON outbox (subject, id) WHERE state <> 'sent';
  CREATE INDEX outbox_due ON outbox (account_id, not_before, id) WHERE state <> 'sent';
  CREATE INDEX time_entry_by_task ON time_entry (account_id, task_id, start_time);
  -- A change of it was given up: the service has it as it was before.
  ALTER TABLE remote ADD COLUMN is_behind INTEGER NOT NULL DEFAULT 0;
  `,
  // Absences while a timer ran, and what was answered; instants and lengths in ms. What took over an entry's time is its heir.
  `
  CREATE TABLE away_segment (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    kind TEXT NOT NULL CHECK (kind IN ('idle', 'lock', 'sleep', 'shutdown')),
    started_at INTEGER NOT NULL,
    ended_at INTEGER,
    entry_id TEXT NOT NULL,
    account_id TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    threshold INTEGER NOT NULL
  ) STRICT;
  CREATE UNIQUE INDEX one_open_away_segment ON away_segment (kind) WHERE ended_at IS NULL;
  CREATE TABLE away_answer (
    account_id TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    question_id TEXT NOT NULL,
    started_at INTEGER NOT NULL,
    ended_at INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE away_heir (entry_id TEXT NOT NULL, heir_id TEXT NOT NULL, PRIMARY KEY (entry_id, heir_id)) STRICT;
  CREATE TABLE away_heartbeat (one INTEGER PRIMARY KEY CHECK (one = 1), at INTEGER NOT NULL, entry_id TEXT NOT NULL) STRICT;
  `,
  // What is done with a task that is still to be made at the service waits for that.
  `
  ALTER TABLE outbox ADD COLUMN after_subject TEXT;
  `,
  // What quick add can name, as it was last read, the project used last, and what was added beside the app.
  `
  CREATE TABLE known (
    account_id TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    workspace_id TEXT NOT NULL,
    lists TEXT NOT NULL,
    last_project_id TEXT,
    PRIMARY KEY (account_id, workspace_id)
  ) STRICT;
  -- Tasks written down by a command line while no app was running.
  CREATE TABLE inbox (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    account_id TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    task TEXT NOT NULL,
    created_at TEXT NOT NULL
  ) STRICT;
  `,
  // What was said of due dates, what was put off, and the days on which something was said to be overdue; instants in ms.
  `
  CREATE TABLE reminder_said (
    account_id TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    task_id TEXT NOT NULL,
    due_date TEXT NOT NULL,
    kind TEXT NOT NULL,
    said_at INTEGER NOT NULL,
    PRIMARY KEY (account_id, task_id, due_date, kind)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE reminder_snooze (
    account_id TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    task_id TEXT NOT NULL,
    due_date TEXT NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (account_id, task_id)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE reminder_day (
    account_id TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    day TEXT NOT NULL,
    said_at INTEGER NOT NULL,
    PRIMARY KEY (account_id, day)
  ) STRICT, WITHOUT ROWID;
  `,
  // Boards and projects as they were when they were last read; `board` is JSON, packed.
  `
  CREATE TABLE kept_board (
    account_id TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    project_id TEXT NOT NULL,
    board BLOB NOT NULL,
    kept_at TEXT NOT NULL,
    PRIMARY KEY (account_id, project_id)
  ) STRICT;
  CREATE TABLE kept_projects (
    account_id TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    workspace_id TEXT NOT NULL,
    projects TEXT NOT NULL,
    PRIMARY KEY (account_id, workspace_id)
  ) STRICT;
  `,
  // Writes that the person gave up while nobody could tell whether the service has them.
  `
  CREATE TABLE given_up (
    id INTEGER PRIMARY KEY,
    account_id TEXT NOT NULL REFERENCES account (id),
    kind TEXT NOT NULL,
    subject TEXT NOT NULL,
    payload TEXT NOT NULL,
    after_subject TEXT,
    created_at TEXT NOT NULL,
    attempts INTEGER NOT NULL,
    sending_since TEXT NOT NULL
  ) STRICT;
  CREATE INDEX given_up_of_subject ON given_up (subject);
  `,
  // Boards whose due dates the person wants to hear of, with the open, dated tasks last read (JSON); and the lists of tasks that
  // reminders have met before.
  `
  CREATE TABLE watched_board (
    account_id TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    project_id TEXT NOT NULL,
    name TEXT NOT NULL,
    reading TEXT,
    PRIMARY KEY (account_id, project_id)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE reminder_begun (
    account_id TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    list TEXT NOT NULL,
    PRIMARY KEY (account_id, list)
  ) STRICT, WITHOUT ROWID;
  `,
  // What an account's server was seen to do to values, such as rounding times (JSON).
  `
  CREATE TABLE server_habits (
    account_id TEXT PRIMARY KEY REFERENCES account (id) ON DELETE CASCADE,
    habits TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  `,
];

export const SCHEMA_VERSION = MIGRATIONS.length;

/** No system can open a file whose path is longer (bytes; SQLite's own limit, with room for the names beside it). */
const MOST_PATH = 490;

export interface OpenedDatabase {
  database: Database;
  /** null in the usual case. */
  damage: Damage | null;
}

/**
 * Opens or makes the database. A file that is damaged is set aside under a new name, and what can be read of it is in the new one; rows
 * that cannot be used are mended or taken out, and kept in a file.
 * Throws NewerDatabaseError, TooLongPathError, and what the file system says where the folder cannot be written.
 */
export function openDatabase(path: string, now: Date): OpenedDatabase {
  if (path === ':memory:') return { database: prepare(path), damage: null };
  if (Buffer.byteLength(path) > MOST_PATH) throw new TooLongPathError(path);
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  closeFolder(dirname(path));
  endReplacement(path);
  let salvaged: (Salvaged & { file: string }) | null = null;
  let database: Database;
  try {
    database = prepare(path);
  } catch (error) {
    if (!isDamage(error)) throw error;
    console.error('The database is damaged:', error);
    salvaged = replaceDamaged(path, now);
    database = prepare(path);
  }
  try {
    let rows: string | null = null;
    const odd = transaction(database, () => {
      const found = [...(salvaged?.odd ?? []), ...repairRows(database, now)];
      rows = keepRows(path, now, found);
      return found;
    });
    waitLittle(database);
    if (salvaged === null && odd.length === 0) return { database, damage: null };
    const { file = null, kept = NOTHING, doubtful = 0 } = salvaged ?? {};
    const oddByTable: Record<string, number> = {};
    for (const { table } of odd) oddByTable[table] = (oddByTable[table] ?? 0) + 1;
    return { database, damage: { file, kept, rows, odd: oddByTable, doubtful } };
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Opens the database of an app that may start at any moment. A damaged file is left to that app, which says so. Throws. */
export const openDatabaseBeside = (path: string): Database => prepare(path);

/** While it waits for another program, the whole app stands still: whoever writes tries again (when-free.ts). */
function waitLittle(database: Database): void {
  database.exec('PRAGMA busy_timeout = 50;');
}

/** The new file that takes a damaged one's place, until it is whole. */
const replacementOf = (path: string): string => `${path}.new`;

/** A power cut may have come between setting the damaged one aside and giving the new one its name. */
function endReplacement(path: string): void {
  const replacement = replacementOf(path);
  if (!existsSync(replacement)) return;
  const isWhole = [path, `${path}-wal`, `${replacement}-wal`].every((one) => !existsSync(one));
  if (isWhole) renameSync(replacement, path);
  else remove(replacement);
}

function remove(path: string): void {
  for (const suffix of ['', '-wal', '-shm', '-journal']) rmSync(path + suffix, { force: true });
}

/** The damaged file stays where it is until what can be read of it is in a new one: a full disk leaves everything as it was. */
function replaceDamaged(path: string, now: Date): Salvaged & { file: string } {
  const found = readRawTables(path);
  if (isPlausiblyNewer(found.version)) throw new NewerDatabaseError('Damaged, too');
  const replacement = replacementOf(path);
  remove(replacement);
  const database = prepare(replacement);
  let salvaged: Salvaged;
  try {
    salvaged = transaction(database, () => salvage(found, database, now));
  } finally {
    database.close();
  }
  const file = setAside(path, now);
  renameSync(replacement, path);
  return { ...salvaged, file };
}

function isPlausiblyNewer(version: number): boolean {
  try {
    return isNewer(version, SCHEMA_VERSION);
  } catch {
    return false;
  }
}

/** On disk before the rows are changed. */
function keepRows(path: string, now: Date, odd: readonly BadRow[]): string | null {
  if (odd.length === 0) return null;
  const file = nameForSetAside(`${path}-rows`, now);
  const asText = (_: string, value: unknown) => {
    if (typeof value === 'bigint') return String(value);
    return value instanceof Uint8Array ? Buffer.from(value).toString('base64') : value;
  };
  writeFileSync(file, `${JSON.stringify(odd, asText, 2)}\n`, { mode: 0o600, flag: 'wx', flush: true });
  return file;
}

function prepare(path: string): Database {
  if (path !== ':memory:') {
    checkSqliteFile(path);
    if (isNewerThan(path, SCHEMA_VERSION)) throw new NewerDatabaseError(`The database is newer than ${SCHEMA_VERSION}`);
    // SQLite gives its log the rights of the file, from the first byte on.
    for (const one of [path, `${path}-wal`, `${path}-shm`]) if (one === path || existsSync(one)) createPrivateFile(one);
  }
  const database = new DatabaseSync(path);
  try {
    database.exec('PRAGMA busy_timeout = 2000;');
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON;');
    check(database, 'quick_check(1)');
    migrate(database);
    if (path !== ':memory:') checkShape(database);
    return database;
  } catch (error) {
    database.close();
    throw isDamageAtOpening(error) ? new DamagedDatabaseError(`${error}`) : error;
  }
}

function check(database: Database, pragma: string): void {
  const row = database.prepare(`PRAGMA ${pragma}`).get() ?? {};
  const [said] = Object.values(row);
  if (said !== 'ok') throw new DamagedDatabaseError(String(said));
}

/** Every table and column is there, the queue is found through its indexes, and there is room for more numbers. */
function checkShape(database: Database): void {
  const whole = new DatabaseSync(':memory:');
  migrate(whole);
  const there = new Set(shapeOf(database));
  const missing = shapeOf(whole).find((column) => !there.has(column));
  whole.close();
  if (missing !== undefined) throw new DamagedDatabaseError(`There is no ${missing}`);
  for (const table of ['outbox', 'account', 'remote', 'given_up']) check(database, `integrity_check(${table})`);
  if (
    database.prepare(`SELECT 1 FROM sqlite_sequence WHERE seq NOT BETWEEN 0 AND ${MAX_REPORTED_ROWS}`).get() !==
    undefined
  ) {
    throw new DamagedDatabaseError('The numbers of the writes are used up');
  }
}

function migrate(database: Database): void {
  const version = Number(database.prepare('PRAGMA user_version').get()?.user_version);
  for (const [index, migration] of MIGRATIONS.entries()) {
    if (index < version) continue;
    transaction(database, () => {
      database.exec(migration);
      database.exec(`PRAGMA user_version = ${index + 1}`);
    });
  }
}

/** Runs `work` in one transaction: all of it is on disk when this returns, or none of it. Transactions do not nest. */
export function transaction<T>(database: Database, work: () => T): T {
  database.exec('BEGIN IMMEDIATE');
  try {
    const result = work();
    database.exec('COMMIT');
    return result;
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK');
    throw error;
  }
}
