/**
 * Small files in the data folder, which only their owner may read. Whatever lies in such a file's place (a folder, a pipe, a device)
 * must not hold up a start: opening a pipe would wait for its other end.
 */
import {
  chmodSync,
  closeSync,
  constants,
  existsSync,
  fchmodSync,
  fstatSync,
  ftruncateSync,
  openSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs';

const OWNER_ONLY = 0o600;
/** More than any of these files ever holds (bytes). */
const MOST_BYTES = 64 * 1024 * 1024;
// Windows has no such flag, and no such files.
const { O_RDONLY, O_WRONLY, O_RDWR, O_CREAT, O_APPEND, O_NONBLOCK = 0 } = constants;

/** There is something in the place of a file that is none. */
class NotAFileError extends Error {
  override readonly name = 'NotAFileError';
}

function withFile<T>(path: string, flags: number, work: (file: number, bytes: number) => T): T {
  const file = openSync(path, flags | O_NONBLOCK, OWNER_ONLY);
  try {
    const stats = fstatSync(file);
    if (!stats.isFile()) throw new NotAFileError('There is no file, but something else in its place');
    if (flags !== O_RDONLY) tighten(file, stats.mode);
    return work(file, stats.size);
  } finally {
    closeSync(file);
  }
}

/** Other people's rights end; the owner can read and write. Some file systems know no rights. */
function tighten(file: number, mode: number): void {
  if ((mode & 0o777) === OWNER_ONLY || process.platform === 'win32') return;
  try {
    fchmodSync(file, OWNER_ONLY);
  } catch {
    // Another owner's: what is there can still be used, as far as it goes.
  }
}

/** Throws where there is no such file. */
export function readPrivateFile(path: string): string {
  return withFile(path, O_RDONLY, (file, bytes) => {
    if (bytes > MOST_BYTES) throw new RangeError(`The file is too large: ${bytes} bytes`);
    return readFileSync(file, 'utf8');
  });
}

/** Writes the whole file anew. What is no file there is moved out of the way. */
export function writePrivateFile(path: string, text: string): void {
  moveIfNoFile(path, new Date());
  withFile(path, O_WRONLY | O_CREAT, (file) => {
    ftruncateSync(file);
    writeFileSync(file, text);
  });
}

/** Gives the size before (bytes). Throws where there is something else than a file. */
export function appendPrivateFile(path: string, text: string): number {
  return withFile(path, O_WRONLY | O_CREAT | O_APPEND, (file, bytes) => {
    writeFileSync(file, text);
    return bytes;
  });
}

/** Makes an empty one where there is none. */
export function createPrivateFile(path: string): void {
  withFile(path, O_RDWR | O_CREAT, () => undefined);
}

/** Gives what is in the place of a file, and is none, another name: the new one; null where nothing had to be moved. */
export function moveIfNoFile(path: string, now: Date): string | null {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined || stats.isFile()) return null;
  const aside = nameForSetAside(path, now);
  renameSync(path, aside);
  return aside;
}

/** A name beside it that nothing has yet. */
export function nameForSetAside(path: string, now: Date): string {
  const name = `${path}.damaged-${now.toISOString().replace(/[:.]/g, '-')}`;
  let free = name;
  for (let more = 2; existsSync(free); more += 1) free = `${name}-${more}`;
  return free;
}

/** Closes a folder to everybody but its owner. One that is shared on purpose (another owner's, or like `/tmp`) is left as it is. */
export function closeFolder(path: string): void {
  if (process.platform === 'win32') return;
  try {
    const { mode, uid } = statSync(path);
    const isShared = (mode & 0o1000) !== 0 || uid !== process.getuid?.();
    if (!isShared && (mode & 0o077) !== 0) chmodSync(path, mode & 0o700);
  } catch {
    // It is not there, or its file system knows no rights.
  }
}
