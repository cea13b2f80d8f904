/** The files that import a file, directly or through others. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { importsOf } from '../layers.mjs';

/** @typedef {Map<string, string[]>} Importers from a file to the files that import it */

/**
 * @param {string} root
 * @returns {Importers}
 */
export function readImporters(root) {
  /** @type {Importers} */
  const importers = new Map();
  for (const folder of ['shared', 'electron', 'renderer', 'build', 'test']) {
    for (const name of readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })) {
      if (!/\.(ts|tsx|mjs)$/.test(name)) continue;
      const file = `${folder}/${name.replaceAll('\\', '/')}`;
      // Types do not exist at run time.
      const text = readFileSync(join(root, file), 'utf8').replace(/^(import|export) type [^;]*;/gm, '');
      for (const spec of importsOf(text)) {
        if (!spec.startsWith('.')) continue;
        const to = posix.join(posix.dirname(file), spec.replace(/[?#].*$/, ''));
        importers.set(to, [...(importers.get(to) ?? []), file]);
      }
    }
  }
  return importers;
}

/**
 * @param {Importers} importers
 * @param {string} file
 * @returns {Map<string, number>} the file itself with 0 and every file that imports it with the number of steps, nearest first
 */
export function stepsFrom(importers, file) {
  const steps = new Map([[file, 0]]);
  // A Map visits what is added during the loop.
  for (const [one, count] of steps) {
    for (const importer of importers.get(one) ?? []) if (!steps.has(importer)) steps.set(importer, count + 1);
  }
  return steps;
}
