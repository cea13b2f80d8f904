/** What the whole-app tests ran: V8's reports about the bundles in out/, which test/app/app.ts has the app write. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import convert from 'ast-v8-to-istanbul';
import { parseAstAsync } from 'vite';
import { root } from './run.mjs';

/** @typedef {{ url: string, functions: import('node:inspector').Profiler.FunctionCoverage[] }} Script */
/** @typedef {{ startOffset: number, endOffset: number, count: number }} Range */

/**
 * @param {string} folder of V8's reports
 * @param {string} [out] the bundles' folder
 * @returns {Promise<import('./coverage-report.mjs').Report[]>} one for each bundled file with code of ours
 */
export async function readAppReports(folder, out = join(root, 'out')) {
  /** @type {Map<string, { code: string, counts: Float64Array }>} by path; how often each character ran */
  const bundles = new Map();
  for (const name of await readdir(folder)) {
    for (const { url, functions } of await readScripts(join(folder, name))) {
      const path = bundlePath(url, out);
      if (path === undefined) continue;
      const code = bundles.get(path)?.code ?? (await readFile(path, 'utf8'));
      const counts = bundles.get(path)?.counts ?? new Float64Array(code.length);
      bundles.set(path, { code, counts });
      addCounts(
        counts,
        functions.flatMap(({ ranges }) => ranges),
      );
    }
  }
  const reports = [];
  for (const [path, { code, counts }] of bundles) {
    const sourceMap = JSON.parse(await readFile(`${path}.map`, 'utf8').catch(() => '{"sources":[]}'));
    if (!sourceMap.sources.some(isOurs)) continue;
    const functions = [{ functionName: '', isBlockCoverage: true, ranges: rangesOf(counts) }];
    const coverage = { url: pathToFileURL(path).href, functions };
    reports.push(await convert({ code, ast: parseAstAsync(code), sourceMap, coverage }));
  }
  return reports;
}

/** @param {string} source */
const isOurs = (source) => /^(\.\.\/)+(shared|electron|renderer)\//.test(source);

/**
 * @param {string} file a report of a process (one JSON text) or of its pages (one per line)
 * @returns {Promise<Script[]>}
 */
async function readScripts(file) {
  const text = await readFile(file, 'utf8');
  return (file.endsWith('.jsonl') ? text.split('\n') : [text]).flatMap((report) => {
    try {
      return JSON.parse(report).result;
    } catch {
      return []; // The process was killed while it wrote.
    }
  });
}

/**
 * @param {string} url of a script
 * @param {string} out the bundles' folder
 */
function bundlePath(url, out) {
  const page = 'app://punchcard/';
  if (url.startsWith(page)) return join(out, 'renderer', url.slice(page.length));
  return url.startsWith(pathToFileURL(join(out, 'main')).href) ? fileURLToPath(url) : undefined;
}

/**
 * V8 reports a function with a range for it and ranges for blocks that ran another number of times; the innermost one counts.
 * @param {Float64Array} counts
 * @param {Range[]} ranges
 */
function addCounts(counts, ranges) {
  const size = (/** @type {Range} */ { startOffset, endOffset }) => endOffset - startOffset;
  const own = new Float64Array(counts.length);
  for (const range of ranges.toSorted((one, other) => size(other) - size(one))) {
    own.fill(range.count, range.startOffset, range.endOffset);
  }
  // Not an iterator: bundles have a million characters, and there are thousands of reports.
  for (let at = 0; at < own.length; at += 1) counts[at] = (counts[at] ?? 0) + (own[at] ?? 0);
}

/** @param {Float64Array} counts */
function rangesOf(counts) {
  /** @type {Range[]} */
  const ranges = [];
  for (const [at, count] of counts.entries()) {
    const last = ranges.at(-1);
    if (last?.count === count) last.endOffset = at + 1;
    else ranges.push({ startOffset: at, endOffset: at + 1, count });
  }
  return ranges;
}
