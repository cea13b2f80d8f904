/**
 * A SQLite file's log (`-wal`), read without SQLite, which says nothing of a damaged one: it takes what comes before the damage and
 * forgets the rest, committed or not. (SQLite file format 4.)
 */

const HEADER = 32;
const FRAME_HEADER = 24;
const MAGIC = 0x377f0682;

export interface SqliteWal {
  /** The last sound copy of each committed page. */
  pages: Map<number, Buffer>;
  /** Copies that are damaged: of which page they are cannot be trusted either. */
  damaged: Buffer[];
  /** Something that was committed cannot be read as it was: other pages may be older than they should be. */
  isDamaged: boolean;
}

type Sum = readonly [number, number];

/** What SQLite adds up: two sums over pairs of words, from those of the frame before. */
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

/** `pageSize`: what it is where the log's own header cannot be trusted. */
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

  // Behind what was written since the last checkpoint lies what was written before it, with other salts.
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
    // The sum beside a damaged page is most likely sound: so those that follow can be told from damaged ones.
    before = sum;
  }
  return { pages, damaged, isDamaged: damaged.length > 0 || (!isHeaderSound && frames.length > 0) };
}
