/**
 * The version of a SQLite file that nobody has opened yet. Opening one for writing, or closing one again, may fold its log into
 * it: a file that is to be left untouched is not opened at all until its version is known. Knows nothing of what is in it.
 */
import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { DamagedDatabaseError } from './set-aside.ts';

const MAGIC = 'SQLite format 3\0';
/** Where the header keeps it: four bytes, big endian (SQLite file format 1.3). */
const USER_VERSION_AT = 60;
const READ = USER_VERSION_AT + 4;
/** No Punchcard comes that far. */
const LAST_VERSION = 9_999;

/**
 * True if the file's `user_version` is higher than `known`; false where there is no file, or none of SQLite's. Writes neither to the
 * file nor to its log. Throws what SQLite says of a log that it cannot read, and DamagedDatabaseError where no Punchcard wrote it.
 */
export function isNewerThan(path: string, known: number): boolean {
  if (isNewer(versionInHeader(path), known)) return true;
  const hasLog = (statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0;
  return hasLog && isNewer(versionWithLog(path), known);
}

/** Throws DamagedDatabaseError for a version that is none. */
export function isNewer(version: number, known: number): boolean {
  if (version < 0 || version > LAST_VERSION) throw new DamagedDatabaseError(`There is no version ${version}`);
  return version > known;
}

/** As the last checkpoint left it; 0 where there is none. */
function versionInHeader(path: string): number {
  if (!statSync(path, { throwIfNoEntry: false })?.isFile()) return 0;
  const header = readHeader(path, READ);
  return header.toString('latin1', 0, MAGIC.length) === MAGIC ? header.readInt32BE(USER_VERSION_AT) : 0;
}

/** The first bytes of a file; zeros where it is shorter. */
export function readHeader(path: string, length: number): Buffer {
  const header = Buffer.alloc(length);
  const file = openSync(path, 'r');
  try {
    readSync(file, header, 0, length, 0);
  } finally {
    closeSync(file);
  }
  return header;
}

/** As a crash left it, or an app that runs. */
function versionWithLog(path: string): number {
  try {
    return readVersion(indexedAt(path));
  } catch {
    // No index beside the log, or none that this one may use as it is. SQLite makes one (`-shm`, nothing of a person's is in it),
    // which stays: somebody else may have it open by now.
    return readVersion(path);
  }
}

/** The address under which SQLite takes the log's index (`-shm`) as it is, or makes its own in memory. A host has no place in it. */
function indexedAt(path: string): string {
  const { host, pathname } = pathToFileURL(path);
  return `file://${host === '' ? '' : `//${host}`}${pathname}?readonly_shm=1`;
}

function readVersion(at: string): number {
  const database = new DatabaseSync(at, { readOnly: true, timeout: 2000 });
  try {
    return Number(database.prepare('PRAGMA user_version').get()?.user_version);
  } finally {
    database.close();
  }
}
