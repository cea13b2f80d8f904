/**
 * Brings a SQLite database to its newest schema, in one transaction. Beside a file that is migrated stays a copy of it as it was, for a
 * person who goes back to an earlier Punchcard.
 */
import { renameSync, rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { createPrivateFile } from './private-file.ts';

/** All of `work` is on disk afterwards, or nothing. Transactions do not nest. */
export function inTransaction<T>(database: DatabaseSync, work: () => T): T {
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

/** `migrations`: each leads from the version of its index to the next. They only change what is there: a new database has no rows. */
export function createSchema(migrations: readonly string[]) {
  const newest = migrations.length;
  let newestSql: string | undefined;

  function migrateFrom(version: number, database: DatabaseSync): void {
    for (const migration of migrations.slice(version)) database.exec(migration);
  }

  /** All migrations run once, in memory; running what they come to is nine times as fast. */
  function sqlOfNew(): string {
    if (newestSql !== undefined) return newestSql;
    const database = new DatabaseSync(':memory:');
    inTransaction(database, () => migrateFrom(0, database));
    const made =
      "SELECT group_concat(sql, ';' ORDER BY rowid) AS sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite_%'";
    newestSql = String(database.prepare(made).get()?.sql);
    database.close();
    return newestSql;
  }

  return {
    sqlOfNew,
    /** `transaction`: as `inTransaction`. */
    migrate(database: DatabaseSync, path: string, transaction = inTransaction): void {
      const version = Number(database.prepare('PRAGMA user_version').get()?.user_version);
      if (version === newest) return;
      if (version > 0) keepCopy(database, `${path}.schema-${version}`);
      transaction(database, () => {
        if (version > 0) migrateFrom(version, database);
        else database.exec(sqlOfNew());
        database.exec(`PRAGMA user_version = ${newest}`);
      });
    },
  };
}

/** With what the log has. */
function keepCopy(database: DatabaseSync, copy: string): void {
  const incomplete = `${copy}.new`;
  rmSync(incomplete, { force: true });
  createPrivateFile(incomplete);
  database.prepare('VACUUM INTO ?').run(incomplete);
  renameSync(incomplete, copy);
}
