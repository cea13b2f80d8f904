/**
 * `npm test`: type check, lint, build and every test, in a desktop session of its own.
 *
 *     npm test                        everything
 *     npm test -- test/shared         only the test files whose path contains this
 *     npm test -- --only-tests …      without the type check and the lint
 *
 * Other arguments go to vitest. The last line is the result: "12 passed, 0 failed".
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildApp } from './build.mjs';
import { runInDesktopSessions } from './desktop-session.mjs';
import { describe, findElectron } from './electron-runtime.mjs';
import { compileMessages } from './messages.mjs';
import { root, run, runInTerminal, runScript, StopError } from './run.mjs';
import { ensureSystemPackages, needsForSession } from './system-packages.mjs';
import { findTestedPackage } from './tested-package.mjs';

const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
const isLinux = process.platform === 'linux';

/** How many test files run at once, each in its own desktop session: a file that drives an app mostly waits. */
const atOnce = Math.min(4, availableParallelism() + 1);

await runScript(async () => {
  const onlyTests = process.argv.includes('--only-tests');
  const args = process.argv.slice(2).filter((argument) => argument !== '--only-tests');

  const runtime = await step('runtime', findElectron, describe);
  await step('system packages', () =>
    ensureSystemPackages({ needs: needsForSession, electronExecutable: runtime.executable }),
  );
  if (!onlyTests) {
    await step('messages', async () => compileMessages());
    await step('types', () => tool('typescript/bin/tsc', ['-b']));
    await step('lint', () => tool('@biomejs/biome/bin/biome', ['ci', '--error-on-warnings', '--colors=off', '.']));
  }
  await step('build', async () => void (await buildApp()));
  const env = {
    ...process.env,
    ELECTRON_RUN_AS_NODE: '1',
    ELECTRON_OVERRIDE_DIST_PATH: runtime.dist,
    PUNCHCARD_ELECTRON: runtime.executable,
  };
  if (isLinux && isAsked('test/app/packaged.test.ts', args)) {
    await step('package', async () => void (await findTestedPackage(env)));
  }
  return runTests(runtime, args, env);
});

/**
 * Whether vitest would run this file.
 * @param {string} file
 * @param {string[]} args
 */
function isAsked(file, args) {
  const parts = args.filter((argument) => !argument.startsWith('-'));
  if (args.includes(`--exclude=${file}`)) return false;
  return parts.length === 0 || parts.some((part) => file.includes(part));
}

/**
 * Runs one step and prints one line: its name, its duration and its result.
 * @template T
 * @param {string} name
 * @param {() => Promise<T>} work
 * @param {(result: T) => string | void} [say]
 * @returns {Promise<T>}
 */
async function step(name, work, say = (result) => (typeof result === 'string' ? result : undefined)) {
  const start = performance.now();
  const result = await work();
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  console.info(`${name.padEnd(16)}${seconds.padStart(6)} s  ${say(result) ?? 'ok'}`);
  return result;
}

/**
 * Runs a package's command-line tool on this Node; its output is shown only if it fails.
 * @param {string} script
 * @param {string[]} args
 */
async function tool(script, args) {
  const { code, output } = await run(process.execPath, [join(root, 'node_modules', script), ...args]);
  if (code !== 0) throw new StopError(`${output.trim()}\n\n${script.split('/').at(-1)} found problems (above).`);
}

/**
 * Runs vitest on Electron's own Node, so that unit tests meet the same `node:sqlite`, `fetch` and clock as the app.
 * @param {import('./electron-runtime.mjs').Runtime} runtime
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<number>} the exit code
 */
async function runTests(runtime, args, env) {
  const folder = await mkdtemp(join(tmpdir(), 'punchcard-report-'));
  try {
    const report = join(folder, 'report.json');
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
    const command = [vitest, 'run', '--config', 'build/vitest.config.ts', ...reporters, ...args];
    const code = isLinux
      ? await runInDesktopSessions(atOnce, runtime.executable, command, env)
      : await runInTerminal(runtime.executable, command, env);
    const counts = await countsIn(report);
    const failed = Math.max(counts.failed, code === 0 ? 0 : 1);
    const skipped = counts.skipped > 0 ? `, ${counts.skipped} skipped` : '';
    if (counts.passed + counts.failed === 0) console.error('No test ran.');
    console.info(`\n${counts.passed} passed, ${failed} failed${skipped}`);
    return failed > 0 || counts.passed === 0 ? code || 1 : 0;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * @param {string} report vitest's JSON report; a run that broke off has none
 * @returns {Promise<{ passed: number, failed: number, skipped: number }>}
 */
async function countsIn(report) {
  const text = await readFile(report, 'utf8').catch(() => undefined);
  if (text === undefined) return { passed: 0, failed: 0, skipped: 0 };
  /** @type {{ numPassedTests: number, numFailedTests: number, numPendingTests: number, numTodoTests: number }} */
  const counts = JSON.parse(text);
  return {
    passed: counts.numPassedTests,
    failed: counts.numFailedTests,
    skipped: counts.numPendingTests + counts.numTodoTests,
  };
}
