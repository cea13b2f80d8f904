/**
 * The SQLite file with everything that must survive: accounts (never tokens), settings, the last task list, time entries and
 * the outbox. WAL with synchronous=FULL: a committed transaction survives a power cut.
 */

import { existsSync, mkdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Damage, Kept } from '../../shared/errors/damage.ts';
import { NewerDatabaseError, TooLongPathError } from '../../shared/errors/database-errors.ts';
import { createPrivateFile, makeFolderPrivate, nameForSetAside, setAsideIfNotFile } from '../files/private-file.ts';
import {
  clearLogNames,
  DamagedDatabaseError,
  isDamage,
  isDamageAtOpening,
  LOG_SUFFIXES,
  setAside,
} from '../files/set-aside.ts';
import { checkSqliteFile } from '../files/sqlite-check.ts';
import { isNewerThan, looksNewer } from '../files/sqlite-version.ts';
import { backupsOf } from './backup.ts';
import { type BadRow, repairRows, shapeOf } from './repair.ts';
import { MAX_STORED_NUMBER } from './row-rules.ts';
import { type Salvaged, salvage } from './salvage.ts';

export type Database = DatabaseSync;

/** Each entry migrates the schema from its index to the next version. Never change a released one. */
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
  -- Ids that the service gave to records created here.
  CREATE TABLE remote (
    account_id TEXT NOT NULL REFERENCES account (id),
    subject TEXT NOT NULL PRIMARY KEY,
    server_id TEXT NOT NULL
  ) STRICT;
  CREATE INDEX remote_by_server_id ON remote (account_id, server_id);
  CREATE INDEX outbox_open ON outbox (account_id, subject, id) WHERE state <> 'sent';
  `,
  // Find a day, a week or a task's last entry among years of entries.
  `
  CREATE INDEX time_entry_by_end ON time_entry (account_id, end_time);
  CREATE INDEX outbox_of_subject ON outbox (subject, id) WHERE state <> 'sent';
  CREATE INDEX outbox_due ON outbox (account_id, not_before, id) WHERE state <> 'sent';
  CREATE INDEX time_entry_by_task ON time_entry (account_id, task_id, start_time);
  -- A change was abandoned: the service still has the earlier version.
  ALTER TABLE remote ADD COLUMN is_behind INTEGER NOT NULL DEFAULT 0;
  `,
  // Absences during a timer, and the person's answers; times and durations in ms. An entry's heir took over its time.
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
  // Writes on a task wait until the service has created it.
  `
  ALTER TABLE outbox ADD COLUMN after_subject TEXT;
  `,
  // Names for quick add as last read, the project used last, and tasks added while the app was not running.
  `
  CREATE TABLE known (
    account_id TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    workspace_id TEXT NOT NULL,
    lists TEXT NOT NULL,
    last_project_id TEXT,
    PRIMARY KEY (account_id, workspace_id)
  ) STRICT;
  -- Tasks added from the command line while the app was not running.
  CREATE TABLE inbox (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    account_id TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    task TEXT NOT NULL,
    created_at TEXT NOT NULL
  ) STRICT;
  `,
  // Reminders shown, reminders snoozed, and days with a reminder of overdue tasks; times in ms.
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
  // Boards and projects as last read; `board` is gzipped JSON.
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
  // Writes that the person abandoned before it was known whether the service has them.
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
  // Boards watched for due dates, with their open, dated tasks as last read (JSON); and the lists that have had reminders.
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
  // How an account's server changes values, such as rounding times (JSON).
  `
  CREATE TABLE server_habits (
    account_id TEXT PRIMARY KEY REFERENCES account (id) ON DELETE CASCADE,
    habits TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  `,
  // What the service has no place for: rules for time, closed weeks with what was tracked then, labels of tracked tasks (JSON).
  `
  ALTER TABLE time_entry ADD COLUMN project_id TEXT;
  -- Few entries are longer than a day; any period may lie within one of them.
  CREATE INDEX time_entry_over_a_day ON time_entry (account_id, start_time)
    WHERE julianday(end_time) - julianday(start_time) > 1;
  CREATE TABLE time_rule (
    account_id TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (account_id, name)
  ) STRICT;
  CREATE TABLE closed_week (
    account_id TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    week_start TEXT NOT NULL,
    closed_at TEXT NOT NULL,
    tracked_ms INTEGER NOT NULL,
    cells TEXT NOT NULL,
    PRIMARY KEY (account_id, week_start)
  ) STRICT;
  CREATE TABLE tracked_task (
    account_id TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    task_id TEXT NOT NULL,
    labels TEXT NOT NULL,
    PRIMARY KEY (account_id, task_id)
  ) STRICT, WITHOUT ROWID;
  `,
  // How often lines of the command palette were chosen (shared/palette/use.ts); times in ms.
  `
  CREATE TABLE palette_use (
    account_id TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    line TEXT NOT NULL,
    weight INTEGER NOT NULL,
    used_at INTEGER NOT NULL,
    PRIMARY KEY (account_id, line)
  ) STRICT, WITHOUT ROWID;
  `,
  // A subject as the service last had it (JSON), so that changes made elsewhere are noticed. Habits were learned from unchecked answers.
  `
  ALTER TABLE remote ADD COLUMN seen TEXT;
  DELETE FROM server_habits;
  `,
];

export const SCHEMA_VERSION = MIGRATIONS.length;

/** SQLite's limit, less the suffixes of its log files (bytes). */
const MAX_PATH = 490;

const NOTHING: Kept = { accounts: 0, entries: 0, unsent: 0 };

export interface OpenedDatabase {
  database: Database;
  /** null if nothing is damaged. */
  damage: Damage | null;
}

/**
 * Opens or creates the database. A damaged file is set aside, and its readable rows and those of its backup are copied to a new one.
 * Unusable rows are repaired or removed, and their originals are written to a file.
 * Throws NewerDatabaseError, TooLongPathError, and file system errors if the folder is not writable.
 */
export function openDatabase(path: string, now: Date): OpenedDatabase {
  if (path === ':memory:') return { database: prepare(path), damage: null };
  if (Buffer.byteLength(path) > MAX_PATH) throw new TooLongPathError(path);
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  makeFolderPrivate(dirname(path));
  const replacement = replacementOf(path);
  const inTheWay = [...clearLogNames(path, now), ...clearLogNames(replacement, now)];
  const folder = setAsideIfNotFile(replacement, now);
  if (folder !== null) inTheWay.push(folder);
  finishReplacement(path);
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
    const badRows = transaction(database, () => {
      const found = [...(salvaged?.badRows ?? []), ...repairRows(database, now)];
      rows = saveOriginals(path, now, found);
      return found;
    });
    limitWaiting(database);
    if (salvaged === null && badRows.length + inTheWay.length === 0) return { database, damage: null };
    const { file = null, kept = NOTHING, doubtful = 0, isIncomplete = false, backupAt = null } = salvaged ?? {};
    const badByTable: Record<string, number> = {};
    for (const { table } of badRows) badByTable[table] = (badByTable[table] ?? 0) + 1;
    return { database, damage: { file, kept, rows, badRows: badByTable, inTheWay, doubtful, isIncomplete, backupAt } };
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Opens the database from another process, such as the command line. Throws on damage, which only the app repairs. */
export const openDatabaseForCommandLine = (path: string): Database => prepare(path);

/** Waiting for another process blocks the whole app, so writers retry instead (retry-when-busy.ts). */
function limitWaiting(database: Database): void {
  database.exec('PRAGMA busy_timeout = 50;');
}

/** The new file, until it is complete and replaces the damaged one. */
const replacementOf = (path: string): string => `${path}.new`;

/** Completes a replacement that a power cut interrupted after the damaged file was set aside. */
function finishReplacement(path: string): void {
  const replacement = replacementOf(path);
  if (!existsSync(replacement)) return;
  const isComplete = [path, `${path}-wal`, `${replacement}-wal`].every((file) => !existsSync(file));
  if (isComplete) renameSync(replacement, path);
  else remove(replacement);
}

function remove(path: string): void {
  for (const suffix of ['', ...LOG_SUFFIXES]) rmSync(path + suffix, { force: true });
}

/** The damaged file keeps its name until its readable rows are copied, so that a full disk changes nothing. */
function replaceDamaged(path: string, now: Date): Salvaged & { file: string } {
  if (looksNewer(path, SCHEMA_VERSION)) throw new NewerDatabaseError('The database is newer, and damaged');
  const replacement = replacementOf(path);
  remove(replacement);
  const database = prepare(replacement);
  let salvaged: Salvaged;
  try {
    salvaged = transaction(database, () => salvage(path, database, now));
  } finally {
    database.close();
  }
  const file = setAside(path, now);
  renameSync(replacement, path);
  return { ...salvaged, file };
}

/** Writes the original rows to a file before they are changed. */
function saveOriginals(path: string, now: Date, badRows: readonly BadRow[]): string | null {
  if (badRows.length === 0) return null;
  const file = nameForSetAside(`${path}-rows`, now);
  const asText = (_: string, value: unknown) => {
    if (typeof value === 'bigint') return String(value);
    return value instanceof Uint8Array ? Buffer.from(value).toString('base64') : value;
  };
  writeFileSync(file, `${JSON.stringify(badRows, asText, 2)}\n`, { mode: 0o600, flag: 'wx', flush: true });
  return file;
}

function prepare(path: string): Database {
  if (path !== ':memory:') {
    checkSqliteFile(path);
    if (isEmptied(path)) throw new DamagedDatabaseError('The file is empty, but it has a backup');
    if (isNewerThan(path, SCHEMA_VERSION)) throw new NewerDatabaseError(`The database is newer than ${SCHEMA_VERSION}`);
    // SQLite creates its log with the permissions of the database file.
    for (const file of [path, `${path}-wal`, `${path}-shm`]) {
      if (file === path || existsSync(file)) createPrivateFile(file);
    }
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

const isEmptied = (path: string): boolean =>
  statSync(path, { throwIfNoEntry: false })?.size === 0 && backupsOf(path).some(existsSync);

function check(database: Database, pragma: string): void {
  const row = database.prepare(`PRAGMA ${pragma}`).get() ?? {};
  const [result] = Object.values(row);
  if (result !== 'ok') throw new DamagedDatabaseError(String(result));
}

let expectedShape: string[] | undefined;

function shapeOfNew(): string[] {
  const database = new DatabaseSync(':memory:');
  migrate(database);
  const shape = shapeOf(database);
  database.close();
  return shape;
}

/** Checks tables, columns, the indexes of the outbox and the remaining row ids. */
function checkShape(database: Database): void {
  expectedShape ??= shapeOfNew();
  const columns = new Set(shapeOf(database));
  const missing = expectedShape.find((column) => !columns.has(column));
  if (missing !== undefined) throw new DamagedDatabaseError(`There is no ${missing}`);
  for (const table of ['outbox', 'account', 'remote', 'given_up']) check(database, `integrity_check(${table})`);
  const exhausted = database.prepare(`SELECT 1 FROM sqlite_sequence WHERE seq NOT BETWEEN 0 AND ${MAX_STORED_NUMBER}`);
  if (exhausted.get() !== undefined) throw new DamagedDatabaseError('No row ids are left');
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

/** Runs `work` in one transaction: either all of it is on disk, or nothing. Transactions do not nest. */
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
