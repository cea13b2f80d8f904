/** Run by build/bench.mjs: `bench.ts FOLDER [--json FILE] [--only NAME] [--quick] [--document]`. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, release, totalmem, type } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { treeOf } from '../app/processes.ts';
import { accounts } from './accounts.bench.ts';
import { board } from './board.bench.ts';
import { commit } from './commit.bench.ts';
import { day } from './day.bench.ts';
import { drain } from './drain.bench.ts';
import type { Bench, Figure } from './figures.ts';
import { fleet } from './fleet.bench.ts';
import { flood } from './flood.bench.ts';
import { gap } from './gap.bench.ts';
import { history } from './history.bench.ts';
import { formatGoal, formatNumber, measuredPage, measuredPicture, worseThan } from './measured-page.ts';
import { opening } from './opening.bench.ts';
import { polling } from './polling.bench.ts';
import { quickAdd } from './quick-add.bench.ts';
import { requests } from './requests.bench.ts';
import { rest } from './rest.bench.ts';
import { type Part, type Run, runPart, type StoredRun, toStore } from './run.ts';
import { size } from './size.bench.ts';
import { start } from './start.bench.ts';
import { week } from './week.bench.ts';
import { wholeDay } from './whole-day.bench.ts';
import { window } from './window.bench.ts';

/** Parts of one group run at the same time: they only count, and mostly wait. */
const groups: readonly (readonly Bench[])[] = [
  [start],
  [window],
  [rest],
  [polling, requests],
  [opening],
  [week],
  [accounts],
  [board],
  [day],
  [gap],
  [quickAdd],
  [size],
  [fleet],
  [wholeDay],
  [commit],
  [history],
  [drain],
  [flood],
];
/** A part that takes longer has failed (ms). The accounts rest for five minutes and start 36 times. */
const LIMIT_MS = 15 * 60_000;
const docs = join(import.meta.dirname, '..', '..', 'docs');

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    json: { type: 'string' },
    only: { type: 'string' },
    quick: { type: 'boolean', default: false },
    document: { type: 'boolean', default: false },
  },
});
const { only, quick: isQuick } = values;
const folder = positionals[0] ?? '.';
const file = values.json ?? join(folder, `${only ?? 'measured'}.json`);
const names = groups.flat().map(({ name }) => name);
if (only !== undefined && !names.includes(only)) stop(`There is no part “${only}”; there are ${names.join(', ')}.`);
if (values.document) writePage();
else await measure();

async function measure(): Promise<never> {
  const run: Run = { date: new Date().toISOString(), commit: commitOf(), machine: machine(), isQuick, parts: [] };
  // What a failed part left open must not end the others.
  for (const event of ['unhandledRejection', 'uncaughtException']) process.on(event, (error) => console.error(error));
  for (const group of groups) {
    const chosen = group.filter(({ name }) => only === undefined || name === only);
    await Promise.all(chosen.map(async (bench) => add(run, await runOne(bench))));
    endLeftBehind();
  }
  const figures = run.parts.flatMap((part) => part.figures);
  const missed = figures.filter(({ isReached }) => isReached === false).length;
  const failed = run.parts.filter(({ error }) => error !== null).length;
  console.info(`${figures.length} figures, ${missed} beyond their goal, ${failed} parts failed; written to ${file}`);
  const worse = worseThan(run, storedRun());
  if (worse.length > 0) console.info(`Worse than in docs/measured.json: ${worse.join('; ')}`);
  // A part that did not end may still hold something open.
  process.exit(failed > 0 ? 1 : 0);
}

async function runOne({ name, run }: Bench): Promise<Part> {
  const own = mkdtempSync(join(folder, `${name}-`));
  const part = await runPart(name, () => run(own, { isQuick }), LIMIT_MS);
  rmSync(own, { recursive: true, force: true, maxRetries: 5 });
  return part;
}

/** Prints a part and writes the file, which is complete at any moment. */
function add(run: Run, part: Part): void {
  run.parts.push(part);
  writeWhole(file, toJson(run));
  console.info(`${part.name}, ${part.seconds} s${part.error === null ? '' : `: FAILED: ${part.error}`}`);
  for (const one of part.figures) console.info(line(one));
}

function line(one: Figure): string {
  const { name, unit, bare, value, ratio, spread, isReached } = one;
  const around = spread === null ? '' : spread.map(formatNumber).join('–');
  const beside = ratio === null ? '' : `${formatNumber(ratio)} × ${formatNumber(bare ?? Number.NaN)}`;
  const goal = isReached === null ? '' : `${isReached ? 'ok' : 'MISSED'} (${formatGoal(one)})`;
  const measured = `${formatNumber(value).padStart(8)} ${unit.padEnd(6)}${around.padStart(14)}${beside.padStart(14)}`;
  return `  ${name.padEnd(66)}${measured}  ${goal}`.trimEnd();
}

/** Ends what a failed part left running: only descendants of this process. */
function endLeftBehind(): void {
  if (process.platform !== 'linux') return;
  for (const pid of treeOf(process.pid).filter((one) => one !== process.pid)) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It has ended meanwhile.
    }
  }
}

// ---- docs/measured.md ----------------------------------------------------------------------------------------------

function storedRun(): StoredRun | null {
  const path = join(docs, 'measured.json');
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : null;
}

function writePage(): void {
  if (!existsSync(file)) stop(`There is no ${file}: measure first, with “npm run bench”.`);
  const run: Run = JSON.parse(readFileSync(file, 'utf8'));
  const missing = names.filter((name) => !run.parts.some((part) => part.name === name));
  if (run.isQuick) stop(`${file} is of a run with --quick.`);
  if (missing.length > 0) stop(`${file} is not a whole run: ${missing.join(', ')} missing.`);
  const stored = toStore(run, storedRun());
  writeWhole(join(docs, 'measured.json'), toJson(stored));
  writeWhole(join(docs, 'measured.md'), measuredPage(stored));
  writeWhole(join(docs, 'measured.svg'), measuredPicture(stored));
}

/** Five digits are more than any figure has. */
function toJson(value: unknown): string {
  const shorten = (_key: string, one: unknown) => (typeof one === 'number' ? Number(one.toPrecision(5)) : one);
  return `${JSON.stringify(value, shorten, 2)}\n`;
}

function writeWhole(path: string, text: string): void {
  writeFileSync(`${path}.new`, text);
  renameSync(`${path}.new`, path);
}

function commitOf(): string {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: docs, encoding: 'utf8' }).trim();
  try {
    return git('rev-parse', '--short', 'HEAD') + (git('status', '--porcelain') === '' ? '' : ' with changes');
  } catch {
    return 'unknown';
  }
}

function machine(): string {
  const memory = Math.round(totalmem() / 1024 ** 3);
  const system = `${type()} ${release()}, Electron ${process.versions.electron}`;
  const display = process.platform === 'linux' ? ', virtual display, no graphics card' : '';
  return `${cpus().length} × ${cpus()[0]?.model.trim()}, ${memory} GB, ${system}${display}`;
}

function stop(message: string): never {
  console.error(message);
  process.exit(1);
}
