/** Errors of the database. */

/** A newer Punchcard wrote the file; it is left untouched. */
export class NewerDatabaseError extends Error {
  override readonly name = 'NewerDatabaseError';
}

export class TooLongPathError extends Error {
  override readonly name = 'TooLongPathError';
}

/** SQLite's primary result code (sqlite.org/rescode.html); 0 for any other error. */
export const sqliteCode = (error: unknown): number =>
  error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : 0;

/** SQLITE_BUSY or SQLITE_LOCKED: another program holds the database. */
export const isDatabaseBusy = (error: unknown): boolean => [5, 6].includes(sqliteCode(error));
