/**
 * Checks a SQLite log (`-wal`) without SQLite (SQLite file format 4). SQLite does not report a damaged log: it uses the frames
 * before the damage and drops the rest, committed or not.
 */

const HEADER = 32;
const FRAME_HEADER = 24;
const MAGIC = 0x377f0682;

type Sum = readonly [number, number];

/** SQLite's checksum: two sums over pairs of words, continued from the previous frame. */
function sumOf(bytes: Buffer, from: Sum, isBigEndian: boolean): Sum {
  let [a, b] = from;
  const word = isBigEndian ? (at: number) => bytes.readUInt32BE(at) : (at: number) => bytes.readUInt32LE(at);
  for (let at = 0; at < bytes.length; at += 8) {
    a = (a + word(at) + b) >>> 0;
    b = (b + word(at + 4) + a) >>> 0;
  }
  return [a, b];
}

const pairAt = (bytes: Buffer, at: number): Sum => [bytes.readUInt32BE(at), bytes.readUInt32BE(at + 4)];
const isSame = (one: Sum, other: Sum): boolean => one[0] === other[0] && one[1] === other[1];

/** True if SQLite would drop a transaction that was committed. */
export function isLogDamaged(log: Buffer): boolean {
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
