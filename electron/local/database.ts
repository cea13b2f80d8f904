/**
 * SQLite for the local workspace. Prepares each statement once and parses every row. Instants are stored as UTC ISO strings, so that
 * they sort as text.
 */
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import type { z } from 'zod';
import { inTransaction } from '../files/migrate.ts';
import { createPrivateFile } from '../files/private-file.ts';
import { DamagedDatabaseError, isDamageAtOpening } from '../files/set-aside.ts';
import { checkSqliteFile } from '../files/sqlite-check.ts';
import { migrate, refuseNewer } from './schema.ts';
import { columnOf, type Fields, matching, selectFrom, type Table, valuesOf, type Where } from './table.ts';

/** Values for the `:name` parameters of a statement. */
type Values = Record<string, SQLInputValue>;

export type LocalDatabase = ReturnType<typeof openLocalDatabase>;

/**
 * Opens or creates the database. `path` is a file in an existing folder, or ':memory:'. Throws NewerWorkspaceError, and for a
 * damaged file DamagedDatabaseError or SQLite's own error.
 */
export function openLocalDatabase(path: string) {
  if (path !== ':memory:') checkSqliteFile(path);
  refuseNewer(path);
  if (path !== ':memory:') createPrivateFile(path);
  const database = new DatabaseSync(path);
  try {
    database.exec('PRAGMA busy_timeout = 2000;');
    // SQLite's own lower() and LIKE know only ASCII letters.
    const options = { deterministic: true };
    database.function('lower_case', options, (text) => (typeof text === 'string' ? text.toLowerCase() : text));
    database.exec('PRAGMA journal_mode = WAL; PRAGMA foreign_keys = ON;');
    const check = database.prepare('PRAGMA quick_check(1)').get()?.quick_check;
    if (check !== 'ok') throw new DamagedDatabaseError(String(check));
    migrate(database, path);
    // Waiting for another program would block the whole app. Requests fail instead and are repeated.
    database.exec('PRAGMA busy_timeout = 50;');
  } catch (error) {
    database.close();
    throw isDamageAtOpening(error) ? new DamagedDatabaseError(`${error}`) : error;
  }

  const statements = new Map<string, StatementSync>();
  function prepare(sql: string): StatementSync {
    const cached = statements.get(sql);
    if (cached !== undefined) return cached;
    const statement = database.prepare(sql);
    statements.set(sql, statement);
    return statement;
  }

  function all<S extends z.ZodType>(row: S, sql: string, values: Values = {}): z.infer<S>[] {
    return prepare(sql)
      .all(values)
      .map((raw) => row.parse(raw));
  }

  function get<S extends z.ZodType>(row: S, sql: string, values: Values = {}): z.infer<S> | undefined {
    const raw = prepare(sql).get(values);
    return raw === undefined ? undefined : row.parse(raw);
  }

  /** Returns the number of rows changed. */
  function run(sql: string, values: Values = {}): number {
    return Number(prepare(sql).run(values).changes);
  }

  return {
    all,
    get,
    /** True if the statement returns any row. */
    has: (sql: string, values: Values = {}): boolean => prepare(sql).get(values) !== undefined,
    run,
    /** The rows with all values of `where`. */
    list<S extends z.ZodObject>(table: Table<S>, where: Where, order: string): z.infer<S>[] {
      const { condition, values } = matching(where);
      return all(table.row, `${selectFrom(table)} WHERE ${condition} ORDER BY ${order}`, values);
    },
    /** A row with all values of `where`. */
    find<S extends z.ZodObject>(table: Table<S>, where: Where): z.infer<S> | undefined {
      const { condition, values } = matching(where);
      return get(table.row, `${selectFrom(table)} WHERE ${condition}`, values);
    },
    insert(table: string, fields: Fields): void {
      const values = valuesOf(fields);
      const names = Object.keys(values);
      run(`INSERT INTO ${table} (${names.map(columnOf).join(', ')}) VALUES (:${names.join(', :')})`, values);
    },
    /** Changes the rows with all values of `where`; returns their number. */
    update(table: string, where: Where, fields: Fields): number {
      const { condition, values: found } = matching(where);
      const values = valuesOf(fields);
      const assignments = Object.keys(values).map((field) => `${columnOf(field)} = :${field}`);
      return run(`UPDATE ${table} SET ${assignments.join(', ')} WHERE ${condition}`, { ...values, ...found });
    },
    /** Deletes the rows with all values of `where`; returns their number. */
    delete(table: string, where: Where): number {
      const { condition, values } = matching(where);
      return run(`DELETE FROM ${table} WHERE ${condition}`, values);
    },
    /** Runs `work` in a transaction. A nested call becomes part of the outer transaction. */
    transaction<T>(work: () => T): T {
      return database.isTransaction ? work() : inTransaction(database, work);
    },
    close(): void {
      statements.clear();
      database.close();
    },
  };
}
