/**
 * Lines and branches that the tests run, from the two reports of `npm run coverage`: vitest's, which lists every source file, and the
 * whole app's, which lists what is in the bundles.
 *
 * The bundler leaves out unused code and writes some code differently, so vitest's report alone says which lines and branches
 * there are. A line is covered if a statement that begins there ran in either report; a way of a branch likewise, where the branch is
 * found by its kind and its beginning.
 */
import { relative, sep } from 'node:path';

/** @typedef {{ line: number, column: number }} Position */
/** @typedef {{ start: Position, end: Position }} Range */
/**
 * What istanbul's format says about a file, as far as it is read here.
 * @typedef {object} FileReport
 * @property {Record<string, Range>} statementMap
 * @property {Record<string, number>} s how often each statement ran
 * @property {Record<string, { type: string, loc: Range }>} branchMap
 * @property {Record<string, number[]>} b how often each way of a branch was taken
 */
/** @typedef {Record<string, FileReport>} Report by absolute path */
/** @typedef {{ lines: [covered: number, total: number], branches: [covered: number, total: number] }} Figures */
/** @typedef {Record<string, Figures>} FiguresByName of files or folders, named relative to the repository */

/** @param {FileReport[]} files reports about the same file */
function coveredIn(files) {
  /** @type {Map<number, boolean>} */
  const lines = new Map();
  /** @type {Map<string, boolean>} */
  const branches = new Map();
  for (const { statementMap, s, branchMap, b } of files) {
    for (const [id, { start }] of Object.entries(statementMap)) {
      lines.set(start.line, lines.get(start.line) || (s[id] ?? 0) > 0);
    }
    for (const [id, { type, loc }] of Object.entries(branchMap)) {
      for (const [way, count] of (b[id] ?? []).entries()) {
        const key = `${type} ${loc.start.line}:${loc.start.column} ${way}`;
        branches.set(key, branches.get(key) || count > 0);
      }
    }
  }
  return { lines, branches };
}

/**
 * @template Key
 * @param {Map<Key, boolean>} base
 * @param {Map<Key, boolean>} other
 * @returns {[covered: number, total: number]}
 */
function count(base, other) {
  return [[...base].filter(([key, covered]) => covered || other.get(key)).length, base.size];
}

/**
 * @param {Report} base vitest's
 * @param {Report[]} others of the apps' tests and of each bundle
 * @param {string} root the repository's folder
 * @returns {FiguresByName} by file
 */
export function mergeReports(base, others, root) {
  /** @type {FiguresByName} */
  const merged = {};
  for (const [path, file] of Object.entries(base)) {
    const own = coveredIn([file]);
    const other = coveredIn(others.flatMap((report) => report[path] ?? []));
    const figures = { lines: count(own.lines, other.lines), branches: count(own.branches, other.branches) };
    merged[relative(root, path).replaceAll(sep, '/')] = figures;
  }
  return merged;
}

/**
 * The folder that a file counts for: `renderer/features/tasks`, `electron/ipc`, or `electron` for its own files.
 * @param {string} file
 */
function folderOf(file) {
  return /^\w+\/features\/[^/]+(?=\/)|^\w+\/[^/]+(?=\/)|^\w+/.exec(file)?.[0] ?? file;
}

/**
 * @param {FiguresByName} files
 * @returns {FiguresByName} and their sum, named `all`
 */
export function sumByFolder(files) {
  /** @type {FiguresByName} */
  const folders = {};
  for (const [file, { lines, branches }] of Object.entries(files)) {
    for (const name of [folderOf(file), 'all']) {
      folders[name] ??= { lines: [0, 0], branches: [0, 0] };
      const sum = folders[name];
      sum.lines = [sum.lines[0] + lines[0], sum.lines[1] + lines[1]];
      sum.branches = [sum.branches[0] + branches[0], sum.branches[1] + branches[1]];
    }
  }
  const { all, ...rest } = folders;
  return { ...rest, ...(all && { all }) };
}

/** @param {[covered: number, total: number]} figures */
const percent = ([covered, total]) => (total === 0 ? 100 : (100 * covered) / total);

/**
 * @param {FiguresByName} folders
 * @returns {string}
 */
export function table(folders) {
  const cell = (/** @type {[number, number]} */ figures) =>
    `${percent(figures).toFixed(1).padStart(6)} %${`${figures[0]}/${figures[1]}`.padStart(13)}`;
  const rows = Object.entries(folders).map(
    ([name, { lines, branches }]) => `${name.padEnd(32)}${cell(lines)}   ${cell(branches)}`,
  );
  return [`${'folder'.padEnd(32)}${'lines'.padStart(21)}   ${'branches'.padStart(21)}`, ...rows].join('\n');
}

/**
 * Where coverage is lower than before, each with its files; empty if nowhere. A folder that is gone did not fall.
 * @param {FiguresByName} before files
 * @param {FiguresByName} after files
 * @returns {string[]}
 */
export function falls(before, after) {
  const folders = fallsOf(sumByFolder(before), sumByFolder(after));
  const files = fallsOf(before, after);
  return folders.flatMap(({ name, text }) => [
    text,
    ...files.filter((file) => folderOf(file.name) === name).map((file) => `    ${file.text}`),
  ]);
}

/**
 * @param {FiguresByName} before
 * @param {FiguresByName} after
 */
function fallsOf(before, after) {
  return Object.entries(after).flatMap(([name, now]) => {
    const then = before[name];
    if (then === undefined) return [];
    const fallen = /** @type {const} */ (['lines', 'branches']).flatMap((kind) => {
      const [from, to] = [percent(then[kind]), percent(now[kind])];
      // Timing decides whether some ways are taken: less than 0.05 points is no fall.
      return from - to < 0.05 ? [] : [`${kind} ${from.toFixed(1)} % -> ${to.toFixed(1)} %`];
    });
    return fallen.length === 0 ? [] : [{ name, text: `${name}: ${fallen.join(', ')}` }];
  });
}
