/** The checksums of a release. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The files of a release: packages, update metadata for older versions, and block maps for partial downloads. */
const RELEASED = /^Punchcard-|^latest.*\.yml$/;

/**
 * Writes `SHA256SUMS` for all released files, in the format of `sha256sum --check`.
 * @param {string} folder
 * @returns {Promise<string>} its path
 */
export async function writeChecksums(folder) {
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isFile() && RELEASED.test(entry.name)).map(({ name }) => name);
  const lines = [];
  for (const name of names.toSorted()) {
    const hash = createHash('sha256');
    for await (const chunk of createReadStream(join(folder, name))) hash.update(chunk);
    lines.push(`${hash.digest('hex')}  ${name}\n`);
  }
  const path = join(folder, 'SHA256SUMS');
  await writeFile(path, lines.join(''));
  return path;
}
