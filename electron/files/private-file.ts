/**
 * Small files in the data folder, readable by their owner only. A folder, a pipe or a device in the place of such a file must not
 * block the start. (Opening a pipe waits for its other end.)
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
/** Larger files are not read (bytes). */
const MAX_BYTES = 64 * 1024 * 1024;
// Windows does not have O_NONBLOCK.
const { O_RDONLY, O_WRONLY, O_RDWR, O_CREAT, O_APPEND, O_NONBLOCK = 0 } = constants;

/** Something other than a regular file has the file's name. */
class NotAFileError extends Error {
  override readonly name = 'NotAFileError';
}

function withFile<T>(path: string, flags: number, work: (file: number, bytes: number) => T): T {
  const file = openSync(path, flags | O_NONBLOCK, OWNER_ONLY);
  try {
    const stats = fstatSync(file);
    if (!stats.isFile()) throw new NotAFileError('Not a regular file');
    if (flags !== O_RDONLY) tighten(file, stats.mode);
    return work(file, stats.size);
  } finally {
    closeSync(file);
  }
}

/** Restricts the file to its owner. Some file systems have no permissions. */
function tighten(file: number, mode: number): void {
  if ((mode & 0o777) === OWNER_ONLY || process.platform === 'win32') return;
  try {
    fchmodSync(file, OWNER_ONLY);
  } catch {
    // The file belongs to another user and may still be readable.
  }
}

/** Throws if the file is missing, too large or not a regular file. */
export function readPrivateFile(path: string): string {
  return withFile(path, O_RDONLY, (file, bytes) => {
    if (bytes > MAX_BYTES) throw new RangeError(`The file is too large: ${bytes} bytes`);
    return readFileSync(file, 'utf8');
  });
}

/** Replaces the content. Anything but a regular file at that path is renamed first. */
export function writePrivateFile(path: string, text: string): void {
  setAsideIfNotFile(path, new Date());
  withFile(path, O_WRONLY | O_CREAT, (file) => {
    ftruncateSync(file);
    writeFileSync(file, text);
  });
}

/** Returns the size before the write (bytes). Throws if the path is not a regular file. */
export function appendPrivateFile(path: string, text: string): number {
  return withFile(path, O_WRONLY | O_CREAT | O_APPEND, (file, bytes) => {
    writeFileSync(file, text);
    return bytes;
  });
}

/** Appends to a file that begins anew once it has more than `maxBytes`. */
export function appendToPrivateLog(path: string, text: string, maxBytes: number): void {
  if (appendPrivateFile(path, text) > maxBytes) writePrivateFile(path, text);
}

/** Creates an empty file unless it exists. */
export function createPrivateFile(path: string): void {
  withFile(path, O_RDWR | O_CREAT, () => undefined);
}

/** Renames anything but a regular file at that path and returns the new name; null if nothing was renamed. */
export function setAsideIfNotFile(path: string, now: Date): string | null {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined || stats.isFile()) return null;
  const aside = nameForSetAside(path, now);
  renameSync(path, aside);
  return aside;
}

/** A free name in the same folder. */
export function nameForSetAside(path: string, now: Date): string {
  const name = `${path}.damaged-${now.toISOString().replace(/[:.]/g, '-')}`;
  let free = name;
  for (let more = 2; existsSync(free); more += 1) free = `${name}-${more}`;
  return free;
}

/** Restricts a folder to its owner, unless it is shared on purpose (owned by another user, or sticky like `/tmp`). */
export function makeFolderPrivate(path: string): void {
  if (process.platform === 'win32') return;
  try {
    const { mode, uid } = statSync(path);
    const isShared = (mode & 0o1000) !== 0 || uid !== process.getuid?.();
    if (!isShared && (mode & 0o077) !== 0) chmodSync(path, mode & 0o700);
  } catch {
    // The folder is missing, or its file system has no permissions.
  }
}
