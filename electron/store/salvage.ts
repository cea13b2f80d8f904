/**
 * Fills a new database with the rows of a damaged one, as far as SQLite can read them, and with rows of its backups for the rest.
 */

import { closeSync, copyFileSync, mkdirSync, openSync, rmSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Damage, Kept } from '../../shared/errors/damage.ts';
import { sqliteCode } from '../../shared/errors/database-errors.ts';
import { hasDamagedLog, PAGE_SIZE } from '../files/sqlite-check.ts';
import { backupsOf } from './backup.ts';
import { FORMER_NAMES } from './migrations.ts';
import {
  type BadRow,
  createInsert,
  deselectAccount,
  isSame,
  readRows,
  repairRow,
  type Table,
  tablesOf,
} from './repair-rows.ts';
import { lostAccount, MAX_STORED_NUMBER, type Row, type Value } from './row-rules.ts';

/** Length of a database's header (bytes). */
const HEADER = 100;

export interface Salvaged extends Pick<Damage, 'kept' | 'doubtful' | 'isIncomplete' | 'backupAt'> {
  badRows: BadRow[];
}

/** A database to read from. */
interface Source {
  database: DatabaseSync;
  /** A row of it may have changed since. */
  isOutdated: boolean;
}

/**
 * Copies the rows of the damaged file at `path` and of its backups into a new database. Changes no file but `into`. Throws file
 * system errors.
 */
export function salvage(path: string, into: DatabaseSync, now: Date): Salvaged {
  const folder = `${path}.reading`;
  const backups = backupsOf(path).filter(isFile);
  const backupAt = backups[0] === undefined ? null : statSync(backups[0]).mtime.toISOString();
  const opened: DatabaseSync[] = [];
  const open = (at: string, readOnly: boolean): DatabaseSync => {
    const database = new DatabaseSync(at, { readOnly });
    opened.push(database);
    database.exec('PRAGMA ignore_check_constraints = ON');
    return database;
  };
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { mode: 0o700 });
  try {
    const sources: Source[] = backups.map((at) => ({ database: open(at, true), isOutdated: true }));
    const copy = copyDamaged(path, backups[0], join(folder, 'copy.sqlite'));
    if (copy !== null) sources.unshift({ database: open(copy, false), isOutdated: isOutdated(path) });
    if (isOutdated(path)) sources.sort((one, other) => lastWriteId(other.database) - lastWriteId(one.database));
    return { ...copyRows(sources, into, now), backupAt };
  } finally {
    for (const database of opened) database.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

const isFile = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isFile() === true;

const isEmpty = (path: string): boolean => !isFile(path) || statSync(path).size === 0;

/** SQLite reads a damaged log up to the damage, and of an empty file only the log: those rows may be older than the backup. */
const isOutdated = (path: string): boolean => isFile(`${path}-wal`) && (isEmpty(path) || hasDamagedLog(path));

/**
 * Copies the damaged file and its log, for SQLite to change. The log of an empty file is read with the backup that it continues.
 * null if there is nothing to read.
 */
function copyDamaged(path: string, backup: string | undefined, to: string): string | null {
  const hasLog = isFile(`${path}-wal`);
  const from = isEmpty(path) && hasLog ? backup : path;
  if (from === undefined || isEmpty(from)) return null;
  copyFileSync(from, to);
  if (hasLog) copyFileSync(`${path}-wal`, `${to}-wal`);
  // SQLite rejects a file because of single bytes of its header, which are the same in every database of Punchcard.
  const file = openSync(to, 'r+');
  writeSync(file, soundHeader(), 0, HEADER, 0);
  closeSync(file);
  return to;
}

/** Without a size and free pages, which SQLite does not need for reading (SQLite file format 1.3). */
function soundHeader(): Buffer {
  const header = Buffer.alloc(HEADER);
  header.write('SQLite format 3\0', 'latin1');
  header.writeUInt16BE(PAGE_SIZE, 16);
  // Log format, no reserved bytes, and the payload fractions.
  header.set([2, 2, 0, 64, 32, 32], 18);
  // The schema format and UTF-8.
  header.writeUInt32BE(4, 44);
  header.writeUInt32BE(1, 56);
  return header;
}

/** The highest id that a write has had; 0 if unreadable. */
function lastWriteId(database: DatabaseSync): number {
  const sequence = readTable(database, 'sqlite_sequence').rows.find(({ name }) => name === 'outbox')?.seq;
  return typeof sequence === 'number' && sequence < MAX_STORED_NUMBER ? sequence : 0;
}

/** `isComplete`: SQLite reports no damage. Otherwise the rows between the first and the last damage are missing. */
function readTable(database: DatabaseSync, name: string): { rows: Row[]; isComplete: boolean } {
  const rows: Row[] = [];
  const read = (sql: string): boolean => {
    try {
      for (const row of readRows(database.prepare(sql))) rows.push(row);
      return true;
    } catch (error) {
      if (sqliteCode(error) === 0) throw error;
      return false;
    }
  };
  const isRead = read(`SELECT * FROM ${name} NOT INDEXED`);
  if (!isRead) read(`SELECT * FROM ${name} NOT INDEXED ORDER BY rowid DESC`);
  return { rows, isComplete: isRead && isSound(database, name) };
}

function isSound(database: DatabaseSync, table: string): boolean {
  try {
    return database.prepare(`PRAGMA quick_check(${table})`).get()?.quick_check === 'ok';
  } catch {
    return false;
  }
}

/** A damaged file may be of an earlier version. */
function nameIn(database: DatabaseSync, table: string): string {
  const former = FORMER_NAMES[table];
  const has = (name: string) => readTable(database, name).rows.length > 0;
  return former !== undefined && !has(table) && has(former) ? former : table;
}

/** Fills `into`, table by table, from each source until one has the whole table. */
function copyRows(sources: Source[], into: DatabaseSync, now: Date): Omit<Salvaged, 'backupAt'> {
  const badRows: BadRow[] = [];
  const accounts = new Set<Value | undefined>();
  const insert = createInsert(into);
  let doubtful = 0;
  let isIncomplete = false;

  for (const table of tablesOf(into)) {
    let isWhole = false;
    for (const { database, isOutdated } of sources) {
      if (isWhole) break;
      const { rows, isComplete } = readTable(database, nameIn(database, table.name));
      for (const row of rows) copyRow(table, row, isOutdated);
      const known = new Set(table.columns.map(({ name }) => name));
      const isSchemaSound = Object.keys(rows[0] ?? {}).every((name) => known.has(name));
      isWhole = isComplete && isSchemaSound && !isOutdated;
    }
    if (!isWhole) isIncomplete = true;
  }
  continueWriteIds(into, Math.max(0, ...sources.map(({ database }) => lastWriteId(database))));
  for (const { table, was, is } of badRows) if (table === 'account') deselectAccount(into, was, is);
  return { kept: count(into), badRows, doubtful, isIncomplete };

  function copyRow(table: Table, was: Row, isOutdated: boolean): void {
    const isKeyed = table.columns.some(({ key }) => key > 0);
    if (!isKeyed && hasRow(into, table, was)) return;
    const repaired = repairRow(table, was, now.toISOString());
    const isDoubtful = table.name === 'outbox' && isOutdated;
    const is = repaired !== null && isDoubtful ? requirePerson(repaired, now) : repaired;
    if (is !== null && 'account_id' in is) ensureAccount(is.account_id);
    if (is === null || !insertIfPossible(table.name, is)) {
      // An earlier source has it.
      if (!hasRow(into, table, was)) badRows.push({ table: table.name, was, is: null });
      return;
    }
    if (table.name === 'account') accounts.add(is.id);
    if (table.name === 'outbox' && is.state === 'needs-you' && was.state !== 'needs-you') doubtful += 1;
    if (!isSame(was, is, table)) badRows.push({ table: table.name, was, is });
  }

  function insertIfPossible(table: string, row: Row): boolean {
    try {
      insert(table, row);
      return true;
    } catch (error) {
      if (!isConstraint(error)) throw error;
      return false;
    }
  }

  function ensureAccount(id: Value | undefined): void {
    if (typeof id !== 'string' || accounts.has(id)) return;
    const row = lostAccount(id, now.toISOString());
    if (!insertIfPossible('account', row)) return;
    accounts.add(id);
    badRows.push({ table: 'account', was: { id }, is: row });
  }
}

/** By its primary key, or by all of its columns. */
function hasRow(database: DatabaseSync, { name, columns }: Table, row: Row): boolean {
  const keys = columns.filter(({ key }) => key > 0);
  const compared = keys.length > 0 ? keys : columns;
  const where = compared.map((column) => `${column.name} IS ?`).join(' AND ');
  const values = compared.map((column) => row[column.name] ?? null);
  return database.prepare(`SELECT 1 FROM ${name} WHERE ${where}`).get(...values) !== undefined;
}

/** The row may be outdated and already sent: it waits for the person, and the service is searched for it before it is sent again. */
function requirePerson(row: Row, now: Date): Row {
  if (row.state === 'sent') return row;
  return { ...row, state: 'needs-you', sending_since: row.sending_since ?? now.toISOString() };
}

/** SQLITE_CONSTRAINT, SQLITE_MISMATCH */
const isConstraint = (error: unknown): boolean => [19, 20].includes(sqliteCode(error));

/** Ids of writes are never reused, because abandoned writes keep theirs. */
function continueWriteIds(database: DatabaseSync, lastId: number): void {
  const highest = database.prepare(
    'SELECT max((SELECT coalesce(max(id), 0) FROM outbox), (SELECT coalesce(max(id), 0) FROM abandoned_write)) AS id',
  );
  const last = Math.max(Number(highest.get()?.id), lastId);
  database.prepare(`DELETE FROM sqlite_sequence WHERE name = 'outbox'`).run();
  database.prepare(`INSERT INTO sqlite_sequence (name, seq) VALUES ('outbox', ?)`).run(last);
}

function count(database: DatabaseSync): Kept {
  const number = (sql: string) => Number(database.prepare(sql).get()?.n);
  return {
    accounts: number('SELECT count(*) AS n FROM account'),
    entries: number('SELECT count(*) AS n FROM time_entry'),
    unsent: number(`SELECT count(*) AS n FROM outbox WHERE state <> 'sent'`),
  };
}
