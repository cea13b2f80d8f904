/**
 * Repairs the rows of a database before anything else reads them: rows that break a rule (row-rules.ts) are repaired or removed.
 * Returns the original of each changed row.
 */

import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { lostAccount, MAX_STORED_NUMBER, type Row, RULES, type Value } from './row-rules.ts';

/** A row that was repaired or removed. */
export interface BadRow {
  table: string;
  was: Row;
  /** The repaired row; null if it was removed. */
  is: Row | null;
}

interface Column {
  name: string;
  type: string;
  isRequired: boolean;
  /** Position in the primary key, from 1; 0 if it is not part of it. */
  key: number;
}

export interface Table {
  name: string;
  columns: Column[];
  /** The column that is an alias of the rowid. */
  numbered: string | undefined;
}

/** Referenced tables come before those that refer to them. */
export function tablesOf(database: DatabaseSync): Table[] {
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

/** The row with the table's columns only: a damaged schema may have others. null if it cannot be repaired. */
export function repairRow(table: Table, row: Row, now: string): Row | null {
  const rule = RULES[table.name];
  const repaired = rule === undefined ? row : rule.repair(row, now);
  if (repaired === null) return null;
  const result: Row = {};
  for (const column of table.columns) {
    const value = repaired[column.name];
    const isMissing = value === null || value === undefined;
    if (column.isRequired && isMissing && column.name !== table.numbered) return null;
    if (isOfType(value, column)) result[column.name] = value;
    // SQLite assigns a new rowid.
    else if (column.isRequired && column.name !== table.numbered) return null;
  }
  return result;
}

export const isSame = (one: Row, other: Row, { columns }: Table): boolean =>
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
  const insert = createInsert(database);
  for (const id of missingAccounts(database)) {
    const row = lostAccount(id, now.toISOString());
    insert('account', row);
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
  return [...readRows(database.prepare(`SELECT * FROM ${name} WHERE ${conditions.join(' OR ')}`))];
}

/** Numbers that are no safe integers are bigints. */
export function* readRows(statement: StatementSync): Generator<Row> {
  statement.setReadBigInts(true);
  for (const row of statement.iterate()) {
    yield Object.fromEntries(Object.entries(row).map(([key, value]) => [key, toSafeNumber(value)]));
  }
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
      `SELECT account_id AS id FROM outbox UNION SELECT account_id FROM abandoned_write UNION SELECT account_id FROM dropped_task
       EXCEPT SELECT id FROM account`,
    )
    .all();
  return rows.map(({ id }) => String(id));
}

/** An account without a server address cannot stay the current one. Its writes can be moved to an account that signs in again. */
export function deselectAccount(database: DatabaseSync, was: Row, is: Row | null): void {
  if (is === null || was.base_url === is.base_url) return;
  database.prepare(`DELETE FROM setting WHERE key = 'current-account' AND value = ?`).run(JSON.stringify(is.id));
}

/** Statements are prepared once: preparing takes longer than adding a row. */
export function createInsert(database: DatabaseSync): (table: string, row: Row) => void {
  const statements = new Map<string, StatementSync>();
  return (table, row) => {
    const names = Object.keys(row).filter((name) => row[name] !== undefined);
    const places = names.map(() => '?').join(', ');
    const sql = `INSERT INTO ${table} (${names.join(', ')}) VALUES (${places})`;
    const statement = statements.get(sql) ?? database.prepare(sql);
    statements.set(sql, statement);
    statement.run(...names.map((name) => row[name] ?? null));
  };
}
