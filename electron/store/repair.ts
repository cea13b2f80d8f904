/**
 * Repairs the database before anything else reads it: rows that break a rule (row-rules.ts) are repaired or removed, and the rows
 * of a damaged file are copied to a new one. Returns the original of each changed row.
 */

import type { DatabaseSync } from 'node:sqlite';
import type { Kept } from '../../shared/errors/damage.ts';
import { sqliteCode } from '../../shared/errors/database-errors.ts';
import {
  isInstant,
  isLocalDay,
  lostAccount,
  MAX_STORED_NUMBER,
  OUTBOX_STATES,
  type Row,
  RULES,
  TIME_RULE_NAMES,
} from './row-rules.ts';
import type { RawRow, RawTables, Value } from './salvage-tables.ts';

/** A row that was repaired or removed. */
export interface BadRow {
  table: string;
  was: Row;
  /** The repaired row; null if it was removed. */
  is: Row | null;
}
export const NOTHING: Kept = { accounts: 0, entries: 0, unsent: 0 };

export interface Salvaged {
  kept: Kept;
  badRows: BadRow[];
  /** Unsent changes that may have been sent; the person decides. */
  doubtful: number;
}

interface Column {
  name: string;
  type: string;
  isRequired: boolean;
  /** Position in the primary key, from 1; 0 if it is not part of it. */
  key: number;
}

interface Table {
  name: string;
  columns: Column[];
  /** The column that is an alias of the rowid. */
  numbered: string | undefined;
}

/** Referenced tables come before those that refer to them. */
function tablesOf(database: DatabaseSync): Table[] {
  const names = database
    .prepare(`SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY rowid`)
    .all();
  const info = database.prepare('SELECT name, type, "notnull", dflt_value, pk FROM pragma_table_info(?) ORDER BY cid');
  return names.map(({ name }) => {
    const columns = info.all(String(name)).map((row) => ({
      name: String(row.name),
      type: String(row.type),
      isRequired: (row.notnull === 1 || row.pk !== 0) && row.dflt_value === null,
      key: Number(row.pk),
    }));
    const keys = columns.filter(({ key }) => key > 0);
    const numbered = keys.length === 1 && keys[0]?.type === 'INTEGER' ? keys[0].name : undefined;
    return { name: String(name), columns, numbered };
  });
}

/** All columns as `table.column`: databases with the same columns are compatible. */
export const shapeOf = (database: DatabaseSync): string[] =>
  tablesOf(database).flatMap(({ name, columns }) => columns.map((column) => `${name}.${column.name}`));

/** True for a value of the column's type, and for a missing one. */
function isOfType(value: Value | undefined, { type }: Column): boolean {
  if (value === null || value === undefined) return true;
  if (type === 'INTEGER')
    return typeof value === 'number' && value >= 0 && value <= MAX_STORED_NUMBER && Number.isInteger(value);
  return type === 'BLOB' ? value instanceof Uint8Array : typeof value === 'string';
}

function repairRow(table: Table, row: Row, now: string): Row | null {
  const rule = RULES[table.name];
  const repaired = rule === undefined ? row : rule.repair(row, now);
  if (repaired === null) return null;
  const result = { ...repaired };
  for (const column of table.columns) {
    const value = result[column.name];
    const isMissing = value === null || value === undefined;
    if (column.isRequired && isMissing && column.name !== table.numbered) return null;
    if (isOfType(value, column)) continue;
    // SQLite assigns a new rowid.
    if (column.isRequired && column.name !== table.numbered) return null;
    delete result[column.name];
  }
  return result;
}

const isSame = (one: Row, other: Row, { columns }: Table): boolean =>
  columns.every(({ name }) => one[name] === other[name]);

/** Repairs the rows of an intact database. Call it in a transaction. Returns the changed rows. */
export function repairRows(database: DatabaseSync, now: Date): BadRow[] {
  const badRows: BadRow[] = [];
  for (const table of tablesOf(database)) {
    for (const was of suspects(database, table)) {
      const is = repairRow(table, was, now.toISOString());
      if (is !== null && isSame(was, is, table)) continue;
      badRows.push({ table: table.name, was, is });
      replace(database, table, was, is);
    }
  }
  for (const id of missingAccounts(database)) {
    const row = lostAccount(id, now.toISOString());
    insert(database, 'account', row);
    badRows.push({ table: 'account', was: { id }, is: row });
  }
  for (const { table, was, is } of badRows) if (table === 'account') deselectAccount(database, was, is);
  return badRows;
}

function suspects(database: DatabaseSync, { name, columns }: Table): Row[] {
  const numbers = columns
    .filter(({ type }) => type === 'INTEGER')
    .map((column) => `${column.name} NOT BETWEEN 0 AND ${MAX_STORED_NUMBER}`);
  const conditions = [RULES[name]?.suspect, ...numbers].filter((condition) => condition !== undefined);
  if (conditions.length === 0) return [];
  const found = database.prepare(`SELECT * FROM ${name} WHERE ${conditions.join(' OR ')}`);
  found.setReadBigInts(true);
  return found
    .all()
    .map((row) => Object.fromEntries(Object.entries(row).map(([key, value]) => [key, toSafeNumber(value)])));
}

const toSafeNumber = (value: Value): Value =>
  typeof value === 'bigint' && Number.isSafeInteger(Number(value)) ? Number(value) : value;

function replace(database: DatabaseSync, { name, columns }: Table, was: Row, is: Row | null): void {
  const keys = columns.filter(({ key }) => key > 0);
  const where = keys.map((column) => `${column.name} = ?`).join(' AND ');
  const at = keys.map((column) => was[column.name] ?? null);
  if (is === null) {
    database.prepare(`DELETE FROM ${name} WHERE ${where}`).run(...at);
    return;
  }
  const changed = columns.filter((column) => column.key === 0 && is[column.name] !== was[column.name]);
  if (changed.length === 0) return;
  const set = changed.map((column) => `${column.name} = ?`).join(', ');
  const values = changed.map((column) => is[column.name] ?? null);
  database.prepare(`UPDATE ${name} SET ${set} WHERE ${where}`).run(...values, ...at);
}

/** Ids of accounts that have unsent writes but no row. */
function missingAccounts(database: DatabaseSync): string[] {
  const rows = database
    .prepare(
      `SELECT account_id AS id FROM outbox UNION SELECT account_id FROM given_up UNION SELECT account_id FROM inbox
       EXCEPT SELECT id FROM account`,
    )
    .all();
  return rows.map(({ id }) => String(id));
}

/** An account without a server address cannot stay the current one. Its writes can be moved to an account that signs in again. */
function deselectAccount(database: DatabaseSync, was: Row, is: Row | null): void {
  if (is === null || was.base_url === is.base_url) return;
  database.prepare(`DELETE FROM setting WHERE key = 'current-account' AND value = ?`).run(JSON.stringify(is.id));
}

function insert(database: DatabaseSync, table: string, row: Row): void {
  const names = Object.keys(row).filter((name) => row[name] !== undefined);
  const places = names.map(() => '?').join(', ');
  database
    .prepare(`INSERT INTO ${table} (${names.join(', ')}) VALUES (${places})`)
    .run(...names.map((name) => row[name] ?? null));
}

/** Copies rows found in a damaged file into a new database. Call it in a transaction. */
export function salvage(found: RawTables, into: DatabaseSync, now: Date): Salvaged {
  const tables = tablesOf(into);
  const kept = { ...NOTHING };
  const badRows: BadRow[] = [];
  const accounts = new Set<Value | undefined>();
  let doubtful = 0;

  const orphans = Map.groupBy(found.orphans, ({ values }) => tableOf(values));
  for (const table of tables) {
    for (const raw of found.tables.get(table.name) ?? []) copyRow(table, rowOf(raw, table), false);
    for (const raw of orphans.get(table.name) ?? []) copyRow(table, rowOf(raw, table), true);
  }
  continueOutboxIds(found, into);
  for (const { table, was, is } of badRows) if (table === 'account') deselectAccount(into, was, is);
  return { kept, badRows, doubtful };

  function copyRow(table: Table, was: Row, isOrphan: boolean): void {
    const repaired = repairRow(table, was, now.toISOString());
    const isDoubtful = table.name === 'outbox' && (isOrphan || found.isOutdated);
    const is = repaired !== null && isDoubtful ? requirePerson(repaired, now) : repaired;
    if (is !== null && 'account_id' in is) ensureAccount(is.account_id);
    if (is !== null && insertIfPossible(table.name, is)) {
      count(table.name, was, is);
      if (!isSame(was, is, table)) badRows.push({ table: table.name, was, is });
    } else if (is !== null && isOrphan) {
      mergeCopy(table.name, is);
    } else {
      badRows.push({ table: table.name, was, is: null });
    }
  }

  function count(table: string, was: Row, is: Row): void {
    if (table === 'account') accounts.add(is.id);
    if (table === 'account') kept.accounts += 1;
    if (table === 'time_entry') kept.entries += 1;
    if (table !== 'outbox' || is.state === 'sent') return;
    kept.unsent += 1;
    if (is.state === 'needs-you' && was.state !== 'needs-you') doubtful += 1;
  }

  function insertIfPossible(table: string, row: Row): boolean {
    try {
      insert(into, table, row);
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

  /** Merges another copy of a row: a sent write stays sent, an ended entry stays ended. */
  function mergeCopy(table: string, { id = null, state, end_time = null }: Row): void {
    if (table === 'outbox' && state === 'sent') {
      into.prepare(`UPDATE outbox SET state = 'sent' WHERE id = ?`).run(id);
    }
    if (table === 'time_entry' && end_time !== null) {
      into.prepare('UPDATE time_entry SET end_time = ? WHERE id = ? AND end_time IS NULL').run(end_time, id);
    }
  }
}

/** The row may be outdated and already sent: it waits for the person, and the service is searched for it before it is sent again. */
function requirePerson(row: Row, now: Date): Row {
  if (row.state === 'sent') return row;
  return { ...row, state: 'needs-you', sending_since: row.sending_since ?? now.toISOString() };
}

function rowOf({ rowId, values }: RawRow, { columns, numbered }: Table): Row {
  const row: Row = {};
  for (const [index, { name }] of columns.entries()) row[name] = name === numbered ? rowId : values[index];
  return row;
}

/** SQLITE_CONSTRAINT, SQLITE_MISMATCH */
function isConstraint(error: unknown): boolean {
  return [19, 20].includes(sqliteCode(error));
}

/** Ids of writes are never reused, because abandoned writes keep theirs. */
function continueOutboxIds(found: RawTables, into: DatabaseSync): void {
  const highest = into.prepare(
    'SELECT max((SELECT coalesce(max(id), 0) FROM outbox), (SELECT coalesce(max(id), 0) FROM given_up)) AS id',
  );
  const before = (found.tables.get('sqlite_sequence') ?? []).find(({ values }) => values[0] === 'outbox')?.values[1];
  const last = Math.max(
    Number(highest.get()?.id),
    typeof before === 'number' && before < MAX_STORED_NUMBER ? before : 0,
  );
  into.prepare(`DELETE FROM sqlite_sequence WHERE name = 'outbox'`).run();
  into.prepare(`INSERT INTO sqlite_sequence (name, seq) VALUES ('outbox', ?)`).run(last);
}

/** Guesses the table of an orphaned row from its values. Only for tables that cannot be read again from the service. */
function tableOf(values: readonly Value[]): string | undefined {
  const text = (index: number): string => {
    const value = values[index];
    return typeof value === 'string' ? value : '';
  };
  const isJson = (index: number) => /^[{[]/.test(text(index));
  if (values[0] === null) {
    if (isJson(4) && OUTBOX_STATES.includes(text(5))) return 'outbox';
    if (isJson(4) && values.length === 9 && isInstant(values[6])) return 'given_up';
    return isJson(2) && values.length === 4 ? 'inbox' : undefined;
  }
  // Entries stored by earlier versions have no project id.
  if ((values.length === 11 || values.length === 12) && isInstant(values[6]) && !isJson(8)) return 'time_entry';
  if (values.length === 11 && /^https?:/.test(text(2))) return 'account';
  if (values.length === 2 && /^[a-zA-Z-]+$/.test(text(0))) return 'setting';
  if (values.length === 3 && isJson(2) && TIME_RULE_NAMES.includes(text(1))) return 'time_rule';
  if (values.length === 5 && isLocalDay(values[1]) && isInstant(values[2]) && isJson(4)) return 'closed_week';
  const isRemote = values.length === 3 || (values.length === 4 && typeof values[3] === 'number');
  return isRemote && text(1) !== '' && text(2) !== '' && !isJson(1) && !isJson(2) ? 'remote' : undefined;
}
