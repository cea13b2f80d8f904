/**
 * The SQLite file with everything that must survive: accounts (never tokens), settings, the last task list, time entries and
 * the outbox. WAL with synchronous=FULL: a committed transaction survives a power cut.
 */

import { existsSync, mkdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Damage, Kept } from '../../shared/errors/damage.ts';
import { NewerDatabaseError, TooLongPathError } from '../../shared/errors/database-errors.ts';
import { createSchema, inTransaction } from '../files/migrate.ts';
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
import { MIGRATIONS, SCHEMA_VERSION } from './migrations.ts';
import { type BadRow, repairRows, shapeOf, tablesOf } from './repair-rows.ts';
import { MAX_STORED_NUMBER } from './row-rules.ts';
import { type Salvaged, salvage } from './salvage.ts';

export type Database = DatabaseSync;

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
  finishReplacement(path, now);
  // One that is gone, as after a cleaning tool, comes from its backups like an emptied one, which a new one would overwrite.
  if (!existsSync(path) && backupsOf(path).some(existsSync)) createPrivateFile(path);
  let salvaged: (Salvaged & { file: string }) | null = null;
  let opened: Repaired;
  try {
    opened = openRepaired(path, now, []);
  } catch (error) {
    if (!isDamage(error)) throw error;
    console.error('The database is damaged:', error);
    salvaged = replaceDamaged(path, now);
    opened = openRepaired(path, now, salvaged.badRows);
  }
  const { database, badRows, rows } = opened;
  limitWaiting(database);
  if (salvaged === null && badRows.length + inTheWay.length === 0) return { database, damage: null };
  const { file = null, kept = NOTHING, doubtful = 0, isIncomplete = false, backupAt = null } = salvaged ?? {};
  const badByTable: Record<string, number> = {};
  for (const { table } of badRows) badByTable[table] = (badByTable[table] ?? 0) + 1;
  return { database, damage: { file, kept, rows, badRows: badByTable, inTheWay, doubtful, isIncomplete, backupAt } };
}

interface Repaired {
  database: Database;
  badRows: BadRow[];
  /** The file with the originals of the unusable rows. */
  rows: string | null;
}

/** `salvagedRows`: those that were unusable in the damaged file. Throws for damage that shows only while rows are repaired, too. */
function openRepaired(path: string, now: Date, salvagedRows: readonly BadRow[]): Repaired {
  const database = prepare(path);
  try {
    return transaction(database, () => {
      const badRows = [...salvagedRows, ...repairRows(database, now)];
      return { database, badRows, rows: saveOriginals(path, now, badRows) };
    });
  } catch (error) {
    database.close();
    throw error;
  }
}

/** After an error that shows damage: an index that lacks a row fails each change of that row, and a quick check does not see it. */
export function rebuildIndexes(database: Database, error: unknown): void {
  if (isDamage(error)) database.exec('REINDEX');
}

/**
 * A damaged index hides a row from searches by its key, so that a change would add a second one, or names a row that does not exist,
 * which fails the search. A quick check does not see it.
 */
function rebuildHidingIndexes(database: Database): void {
  const withRowIds = database.prepare('SELECT 1 FROM pragma_table_list(?) WHERE wr = 0');
  for (const { name, columns, numbered } of tablesOf(database)) {
    const keys = columns.filter(({ key }) => key > 0).map((column) => `found.${column.name} = kept.${column.name}`);
    if (numbered !== undefined || keys.length === 0 || withRowIds.get(name) === undefined) continue;
    // The plus keeps SQLite from searching by the row id instead.
    const found = `SELECT 1 FROM ${name} AS found WHERE ${keys.join(' AND ')} AND +found.rowid = kept.rowid`;
    const hidden = database.prepare(`SELECT 1 FROM ${name} AS kept NOT INDEXED WHERE NOT EXISTS (${found})`).get();
    if (hidden !== undefined) database.exec(`REINDEX ${name}`);
  }
}

/** Only the app opens the database. A write waits for a foreign program no longer than this, because waiting blocks the whole app. */
function limitWaiting(database: Database): void {
  database.exec('PRAGMA busy_timeout = 250;');
}

/** The new file, until it is complete and replaces the damaged one. */
const replacementOf = (path: string): string => `${path}.new`;

/** Completes a replacement that a power cut interrupted while the damaged file and its logs were set aside. */
function finishReplacement(path: string, now: Date): void {
  const replacement = replacementOf(path);
  if (!existsSync(replacement)) return;
  if (existsSync(path) || existsSync(`${replacement}-wal`)) remove(replacement);
  else {
    setAside(path, now);
    renameSync(replacement, path);
  }
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
    schema.migrate(database, path, transaction);
    if (path !== ':memory:') {
      checkShape(database);
      rebuildHidingIndexes(database);
    }
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

const schema = createSchema(MIGRATIONS);
let newestShape: string[] | undefined;

function shapeOfNew(): string[] {
  if (newestShape !== undefined) return newestShape;
  const database = new DatabaseSync(':memory:');
  database.exec(schema.sqlOfNew());
  newestShape = shapeOf(database);
  database.close();
  return newestShape;
}

/** Checks tables, columns, the indexes of four tables and the remaining row ids. */
function checkShape(database: Database): void {
  const columns = new Set(shapeOf(database));
  const missing = shapeOfNew().find((column) => !columns.has(column));
  if (missing !== undefined) throw new DamagedDatabaseError(`There is no ${missing}`);
  for (const table of ['outbox', 'account', 'server_id', 'abandoned_write'])
    check(database, `integrity_check(${table})`);
  const exhausted = database.prepare(`SELECT 1 FROM sqlite_sequence WHERE seq NOT BETWEEN 0 AND ${MAX_STORED_NUMBER}`);
  if (exhausted.get() !== undefined) throw new DamagedDatabaseError('No row ids are left');
}

/**
 * Runs `work` in one transaction: either all of it is on disk, or nothing. Runs it again if a damaged index failed it. Transactions do
 * not nest.
 */
export function transaction<T>(database: Database, work: () => T): T {
  try {
    return inTransaction(database, work);
  } catch (error) {
    if (!isDamage(error)) throw error;
    try {
      rebuildIndexes(database, error);
    } catch {
      // More is damaged than an index, which the next start repairs.
      throw error;
    }
    return inTransaction(database, work);
  }
}
