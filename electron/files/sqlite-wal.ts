/**
 * Reads a SQLite log (`-wal`) without SQLite (SQLite file format 4). SQLite does not report a damaged log: it uses the frames
 * before the damage and drops the rest, committed or not.
 */

const HEADER = 32;
const FRAME_HEADER = 24;
const MAGIC = 0x377f0682;

export interface SqliteWal {
  /** The last intact copy of each committed page. */
  pages: Map<number, Buffer>;
  /** Damaged copies. Their page numbers are unreliable too. */
  damaged: Buffer[];
  /** A committed frame is unreadable, so pages may be out of date. */
  isDamaged: boolean;
}

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

/** `pageSize` is used if the log's header is damaged. */
export function readWal(log: Buffer, pageSize: number): SqliteWal {
  const pages = new Map<number, Buffer>();
  const damaged: Buffer[] = [];
  if (log.length < HEADER + FRAME_HEADER) return { pages, damaged, isDamaged: false };
  const magic = log.readUInt32BE(0);
  const isBigEndian = magic === MAGIC + 1;
  const isHeaderSound =
    (magic === MAGIC || isBigEndian) && isSame(sumOf(log.subarray(0, 24), [0, 0], isBigEndian), pairAt(log, 24));
  const size = isHeaderSound ? log.readUInt32BE(8) : pageSize;
  const length = FRAME_HEADER + size;
  const frames: Buffer[] = [];
  for (let at = HEADER; at + length <= log.length; at += length) frames.push(log.subarray(at, at + length));

  // Frames written since the last checkpoint come first; older ones follow, with other salts.
  const salts = isHeaderSound ? pairAt(log, 16) : pairAt(frames[0] ?? log, 8);
  const isOurs = (frame: Buffer) => isSame(pairAt(frame, 8), salts);
  const lastCommit = frames.findLastIndex((frame) => isOurs(frame) && frame.readUInt32BE(4) !== 0);

  let before: Sum = pairAt(log, 24);
  for (const frame of frames.slice(0, lastCommit + 1)) {
    const sum = pairAt(frame, 16);
    const page = frame.subarray(FRAME_HEADER);
    const whole = sumOf(page, sumOf(frame.subarray(0, 8), before, isBigEndian), isBigEndian);
    if (isOurs(frame) && isSame(whole, sum)) pages.set(frame.readUInt32BE(0), page);
    else damaged.push(page);
    // The checksum stored with a damaged page is probably intact, so the following frames can still be verified.
    before = sum;
  }
  return { pages, damaged, isDamaged: damaged.length > 0 || (!isHeaderSound && frames.length > 0) };
}
