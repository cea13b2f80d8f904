/** Plants a fault in a source file and takes it out again. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { StopError } from '../run.mjs';

/**
 * @typedef {object} Fault
 * @property {string} file from the top folder
 * @property {string} text part of the file that occurs exactly once
 * @property {string} replacement
 * @property {string} harm what goes wrong for the person
 */

/**
 * @param {string} source
 * @param {Fault} fault
 * @returns {string} the source with the fault. Throws StopError if the fault's text does not occur exactly once.
 */
export function withFault(source, { file, text, replacement }) {
  const times = source.split(text).length - 1;
  if (times !== 1) {
    throw new StopError(`${file} has this text ${times} times, not once. Change the list of faults:\n\n${text}`);
  }
  return source.replace(text, () => replacement);
}

/**
 * Runs `work` while the file has the fault.
 * @template T
 * @param {string} folder the top folder
 * @param {Fault} fault
 * @param {(path: string) => Promise<T>} work `path`: of the changed file
 * @returns {Promise<T>}
 */
export async function whilePlanted(folder, fault, work) {
  const path = join(folder, fault.file);
  const source = await readFile(path, 'utf8');
  await writeFile(path, withFault(source, fault));
  try {
    return await work(path);
  } finally {
    await writeFile(path, source);
  }
}
