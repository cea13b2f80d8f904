/**
 * Checks a SQLite file before SQLite opens it. SQLite deletes the log of an empty file, drops everything after the first damaged
 * frame of a log, and blocks on a pipe.
 */

import { readFileSync, statSync } from 'node:fs';
import { DamagedDatabaseError } from './set-aside.ts';
import { readHeader } from './sqlite-version.ts';

/** SQLite's default, which Punchcard keeps (bytes). */
export const PAGE_SIZE = 4096;

/** Throws DamagedDatabaseError if SQLite would lose data or block. */
export function checkSqliteFile(path: string): void {
  const [bytes, logBytes] = [path, `${path}-wal`, `${path}-shm`].map(sizeOf);
  if (bytes) checkHeader(path);
  if (!logBytes) return;
  if (!bytes) throw new DamagedDatabaseError('The file is empty, but it has a log');
  if (hasDamagedLog(path)) throw new DamagedDatabaseError('The log is damaged');
}

/** True if SQLite would drop a part of the log, which must exist. */
export const hasDamagedLog = (path: string): boolean => isLogDamaged(readFileSync(`${path}-wal`));

/** SQLite opens a file with an unknown read or write version (bytes 18 and 19) for reading only. */
function checkHeader(path: string): void {
  const versions = readHeader(path, 20).subarray(18);
  if (versions.some((version) => version > 2)) throw new DamagedDatabaseError('The header is damaged');
}

/** 0 if the file is missing (bytes). */
function sizeOf(path: string): number {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats !== undefined && !stats.isFile()) throw new DamagedDatabaseError('Not a regular file');
  return stats?.size ?? 0;
}

// The log (SQLite file format 4).
const HEADER = 32;
const FRAME_HEADER = 24;
const MAGIC = 0x377f0682;

type Sum = readonly [number, number];

/** SQLite's checksum: two sums over pairs of words, continued from the previous frame. */
function sumOf(bytes: Buffer, from: Sum, isBigEndian: boolean): Sum {
  let [a, b] = from;
  // A start reads the whole log; a view takes a fraction of the time of a buffer's methods.
  const words = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  for (let at = 0; at < bytes.length; at += 8) {
    a = (a + words.getUint32(at, !isBigEndian) + b) >>> 0;
    b = (b + words.getUint32(at + 4, !isBigEndian) + a) >>> 0;
  }
  return [a, b];
}

const pairAt = (bytes: Buffer, at: number): Sum => [bytes.readUInt32BE(at), bytes.readUInt32BE(at + 4)];
const isSame = (one: Sum, other: Sum): boolean => one[0] === other[0] && one[1] === other[1];

/**
 * True if SQLite would drop a transaction that was committed. SQLite does not report a damaged log: it uses the frames before the damage
 * and drops the rest.
 */
function isLogDamaged(log: Buffer): boolean {
  if (log.length < HEADER + FRAME_HEADER) return false;
  const magic = log.readUInt32BE(0);
  const isBigEndian = magic === MAGIC + 1;
  const headerSum = pairAt(log, 24);
  if (magic !== MAGIC && !isBigEndian) return true;
  if (!isSame(sumOf(log.subarray(0, 24), [0, 0], isBigEndian), headerSum)) return true;

  const length = FRAME_HEADER + log.readUInt32BE(8);
  const salts = pairAt(log, 16);
  let sum = headerSum;
  let isIntact = true;
  for (let at = HEADER; at + length <= log.length; at += length) {
    const frame = log.subarray(at, at + length);
    // Frames from before the last checkpoint have other salts.
    const isCurrent = isSame(pairAt(frame, 8), salts);
    if (isIntact) {
      sum = sumOf(frame.subarray(FRAME_HEADER), sumOf(frame.subarray(0, 8), sum, isBigEndian), isBigEndian);
      isIntact = isCurrent && isSame(sum, pairAt(frame, 16));
    }
    const isCommit = frame.readUInt32BE(4) !== 0;
    if (!isIntact && isCurrent && isCommit) return true;
  }
  return false;
}
