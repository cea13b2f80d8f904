/**
 * The licences of all parts of a package:
 *
 *     npm run licences    writes docs/licences.md, the list, and out/THIRD-PARTY.txt, the texts, after a build
 *
 * Lists the packages in the bundles (bundled-packages.ts), keytar and Electron. Fails for a package whose licence is not one of those
 * below: a person has to review it.
 */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buildApp } from './build.mjs';
import { isMain, root, runScript, StopError } from './run.mjs';

/** Permissive licences, and one that asks for the source of its own files only, which are unchanged; their texts must be included. */
const KNOWN = new Set([
  'MIT',
  'ISC',
  'BSD-2-Clause',
  'BSD-3-Clause',
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'MPL-2.0',
  'Unlicense',
]);

/** The current name for the licence of an old package of the D-Bus client, reviewed by a person. */
const OLD_NAMES = /** @type {Record<string, string>} */ ({ 'MIT/X11': 'MIT' });

/** Packages included as files, beside the bundles. */
const CARRIED = ['node_modules/keytar', 'node_modules/electron'];

/** @typedef {{ name: string, version: string, licence: string, text: string }} Part */

/**
 * @param {string} [out]
 * @returns {Promise<Part[]>} by name
 */
export async function partsOf(out = join(root, 'out')) {
  const folder = join(out, 'packages');
  const folders = new Set(CARRIED);
  for (const file of await readdir(folder)) {
    for (const one of JSON.parse(await readFile(join(folder, file), 'utf8'))) folders.add(one);
  }
  const parts = await Promise.all([...folders].map(readPart));
  return parts.toSorted((one, other) => (one.name < other.name ? -1 : 1));
}

/**
 * @param {string} folder from the top folder on
 * @returns {Promise<Part>}
 */
async function readPart(folder) {
  const { name, version, license } = JSON.parse(await readFile(join(root, folder, 'package.json'), 'utf8'));
  const file = (await readdir(join(root, folder))).find((one) => /^(licen[sc]e|copying)/i.test(one));
  const text = file === undefined ? '' : await readFile(join(root, folder, file), 'utf8');
  const licence = String(license?.type ?? license);
  return { name, version, licence: OLD_NAMES[licence] ?? licence, text: text.trim() };
}

/**
 * The parts that a person has to review. If a licence can be chosen, one known licence is enough.
 * @param {Part[]} parts
 */
export function unknownIn(parts) {
  return parts.filter(
    ({ licence }) =>
      !licence
        .replace(/[()]/g, '')
        .split(' OR ')
        .some((one) => KNOWN.has(one)),
  );
}

/** @param {Part[]} parts */
function listOf(parts) {
  const rows = parts.map(({ name, licence }) => `| ${name} | ${licence} |`);
  return [
    '# Licences of what is in a package',
    '',
    'Written by `npm run licences`. The texts lie in each package as `LICENSES.third-party.txt`; Chromium’s own beside it.',
    '',
    '| part | licence |',
    '| --- | --- |',
    ...rows,
    '',
  ].join('\n');
}

/** @param {Part[]} parts */
function textsOf(parts) {
  return parts
    .map(({ name, version, licence, text }) => `${name} ${version}\n${licence}\n\n${text || '(no text of its own)'}\n`)
    .join(`\n${'-'.repeat(80)}\n\n`);
}

/**
 * Writes out/THIRD-PARTY.txt and returns the list for docs/. Throws a StopError that names unreviewed licences.
 * @returns {Promise<string>}
 */
export async function writeLicences() {
  const parts = await partsOf();
  const unknown = unknownIn(parts);
  if (unknown.length > 0) {
    throw new StopError(
      `Licences to look at:\n  ${unknown.map(({ name, licence }) => `${name}: ${licence}`).join('\n  ')}`,
    );
  }
  await writeFile(join(root, 'out', 'THIRD-PARTY.txt'), textsOf(parts));
  return listOf(parts);
}

if (isMain(import.meta.url)) {
  await runScript(async () => {
    await buildApp();
    await writeFile(join(root, 'docs', 'licences.md'), await writeLicences());
    console.info('docs/licences.md, out/THIRD-PARTY.txt');
  });
}
