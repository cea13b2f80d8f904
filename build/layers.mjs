/**
 * The table of allowed imports. `npm run check:layers` prints it and fails on an import that it forbids, types included.
 * Imports are found by text: the tools that read them from the syntax tree need TypeScript's JavaScript interface, which
 * TypeScript 7 does not have.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { isMain, root as ownRoot } from './run.mjs';

/** From a layer to the layers it may import; `X` in a name stands for one feature, `index` for its index file alone. */
export const TABLE = {
  shared: [],
  'electron/files': ['shared'],
  'electron/store': ['shared', 'electron/files'],
  'electron/service': ['shared'],
  'electron/outbox': ['shared', 'electron/service', 'electron/store'],
  'electron/features': [
    'shared',
    'electron/service',
    'electron/store',
    'electron/outbox',
    'electron/features/context',
    'another feature’s index',
  ],
  'electron/features/context': ['shared', 'electron/service', 'electron/store', 'electron/outbox'],
  'electron/ipc': ['shared'],
  'electron/desktop': ['shared', 'electron/files'],
  'electron/cli': ['shared', 'electron/files', 'a feature’s index'],
  'electron/local': ['shared', 'electron/files', 'electron/service/records'],
  'electron/app': ['shared', 'everything in electron'],
  'electron (main.ts, cli/main.ts)': ['shared', 'everything in electron'],
  'electron/preload.ts': ['shared', 'electron/ipc'],
  'renderer/ui': ['shared'],
  'renderer/state': ['shared'],
  'renderer/widgets': ['shared', 'renderer/ui', 'renderer/state'],
  'renderer/features': ['shared', 'renderer/ui', 'renderer/state', 'renderer/widgets'],
  'renderer/app': ['shared', 'everything in renderer'],
};
/** The package `electron` is for these alone. */
const MAY_IMPORT_ELECTRON = /^electron\/(main\.ts|preload\.ts|ipc\/|desktop\/)/;

/** @param {string} file @returns {{ layer: string, feature: string | null, isIndex: boolean }} */
export function layerOf(file) {
  const feature = /^(electron|renderer)\/features\/([^/]+)\//.exec(file);
  if (feature)
    return {
      layer: `${feature[1]}/features`,
      feature: feature[2] ?? null,
      isIndex: file.split('/').length === 4 && /\/index\.tsx?$/.test(file),
    };
  if (file.startsWith('shared/')) return { layer: 'shared', feature: null, isIndex: false };
  if (file === 'electron/features/context.ts')
    return { layer: 'electron/features/context', feature: null, isIndex: false };
  if (file === 'electron/main.ts' || file === 'electron/cli/main.ts')
    return { layer: 'electron (main.ts, cli/main.ts)', feature: null, isIndex: false };
  if (file === 'electron/preload.ts') return { layer: file, feature: null, isIndex: false };
  const [half = '', room = ''] = file.split('/');
  return { layer: room.includes('.') ? `${half}/app` : `${half}/${room}`, feature: null, isIndex: false };
}

/** @param {string} from @param {string} to a file of ours @returns {boolean} */
export function isAllowed(from, to) {
  const [a, b] = [layerOf(from), layerOf(to)];
  if (a.layer === b.layer && a.feature === b.feature) return true;
  const allowed = /** @type {Record<string, string[]>} */ (TABLE)[a.layer] ?? [];
  if (allowed.includes(b.layer)) return true;
  if (b.isIndex && b.layer === 'electron/features' && allowed.some((one) => one.endsWith('feature’s index')))
    return true;
  if (allowed.includes('electron/service/records') && to.startsWith('electron/service/records')) return true;
  return allowed.includes(`everything in ${to.split('/')[0]}`);
}

/** @param {string} text @returns {string[]} what a file imports, as written */
export const importsOf = (text) =>
  [
    ...text.matchAll(/^(?:import|export)\s[^;]*?from\s+'([^']+)'|^import\s+'([^']+)'|\bimport\(\s*'([^']+)'\s*\)/gm),
  ].map((found) => found[1] ?? found[2] ?? found[3] ?? '');

/** @param {ReadonlyMap<string, string>} sources text by path @returns {string[]} `from -> to`, sorted */
export function forbidden(sources) {
  const found = [];
  for (const [file, text] of sources) {
    for (const spec of importsOf(text)) {
      if (spec === 'electron' && !MAY_IMPORT_ELECTRON.test(file)) found.push(`${file} -> electron`);
      if (/^node:/.test(spec) && /^(shared|renderer)\//.test(file)) found.push(`${file} -> ${spec}`);
      if (!spec.startsWith('.')) continue;
      const to = posix.join(posix.dirname(file), spec.replace(/[?#].*$/, ''));
      if (/^(shared|electron|renderer)\//.test(to) && !isAllowed(file, to)) found.push(`${file} -> ${to}`);
    }
  }
  return [...new Set(found)].sort();
}

/** @param {string} [root] @returns {Map<string, string>} */
export function readSources(root = ownRoot) {
  const files = ['shared', 'electron', 'renderer'].flatMap((half) =>
    readdirSync(`${root}/${half}`, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name))
      .map((name) => `${half}/${name.replaceAll('\\', '/')}`),
  );
  return new Map(files.map((name) => [name, readFileSync(`${root}/${name}`, 'utf8')]));
}

if (isMain(import.meta.url)) {
  for (const [from, to] of Object.entries(TABLE))
    console.info(`${from.padEnd(34)} ${to.join(', ') || 'nothing of ours'}`);
  const found = forbidden(readSources());
  console.info(`\n${found.length} forbidden imports`);
  for (const one of found) console.error(one);
  process.exitCode = found.length === 0 ? 0 : 1;
}
