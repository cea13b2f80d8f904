/**
 * Reads the `user_version` of a SQLite file without opening it for writing. Opening or closing it may merge its log into it, but the
 * file of a newer Punchcard must not change.
 */
import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { DamagedDatabaseError } from './set-aside.ts';

const MAGIC = 'SQLite format 3\0';
/** Offset in the header: four bytes, big endian (SQLite file format 1.3). */
const USER_VERSION_AT = 60;
const READ = USER_VERSION_AT + 4;
/** No release reaches this version. */
const LAST_VERSION = 9_999;

/**
 * True if the file's `user_version` is higher than `known`; false if it is missing or no SQLite file. Writes neither to the file
 * nor to its log. Throws SQLite's error for an unreadable log, and DamagedDatabaseError for a version that no release has.
 */
export function isNewerThan(path: string, known: number): boolean {
  if (isNewer(versionInHeader(path), known)) return true;
  const hasLog = (statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0;
  return hasLog && isNewer(versionWithLog(path), known);
}

/** Throws DamagedDatabaseError for a version that no release has. */
function isNewer(version: number, known: number): boolean {
  if (version < 0 || version > LAST_VERSION) throw new DamagedDatabaseError(`There is no version ${version}`);
  return version > known;
}

/** True if the file's `user_version` at the last checkpoint is higher than `known`, and a release may have it. */
export function looksNewer(path: string, known: number): boolean {
  const version = versionInHeader(path);
  return version > known && version <= LAST_VERSION;
}

/** The version at the last checkpoint; 0 if the file is missing or no SQLite file. */
function versionInHeader(path: string): number {
  if (!statSync(path, { throwIfNoEntry: false })?.isFile()) return 0;
  const header = readHeader(path, READ);
  return header.toString('latin1', 0, MAGIC.length) === MAGIC ? header.readInt32BE(USER_VERSION_AT) : 0;
}

/** The first bytes of a file, padded with zeros. */
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

/** The version including the log, which a crash or a running app leaves behind. */
function versionWithLog(path: string): number {
  try {
    return readVersion(indexedAt(path));
  } catch {
    // The log's index is missing or unusable. SQLite creates one (`-shm`, without personal data). It stays, because another
    // process may have opened it by now.
    return readVersion(path);
  }
}

/** A URI with which SQLite uses the log's index (`-shm`) read-only, or builds one in memory. SQLite rejects a host in it. */
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
