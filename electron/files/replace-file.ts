/** Writes a file that a person chose: whole, or not at all. */
import { randomUUID } from 'node:crypto';
import { chmod, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** A file that is there already stays as it is until the new one is complete. Throws the error of the file system. */
export async function replaceFile(path: string, content: string | Uint8Array): Promise<void> {
  // A link stays a link.
  const target = await realpath(path).catch(() => path);
  const before = await stat(target).catch(() => undefined);
  const unfinished = join(dirname(target), `.punchcard-${randomUUID()}.tmp`);
  try {
    await writeFile(unfinished, content, { flag: 'wx', flush: true });
    if (before) await chmod(unfinished, before.mode);
    await rename(unfinished, target);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}
