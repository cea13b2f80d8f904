/** Errors that keep the database from being opened. */

/** The file was written by a newer Punchcard; it is left untouched. What people read of it is `words.app.newerData`. */
export class NewerDatabaseError extends Error {
  override readonly name = 'NewerDatabaseError';
}

export class TooLongPathError extends Error {
  override readonly name = 'TooLongPathError';
}
