/**
 * `npm test`: type check, lint, check for dead exports, build and every test.
 *
 *     npm test                        everything
 *     npm test -- test/shared         only the test files whose path contains this
 *     npm test -- --only-tests …      without these checks
 *     npm run test:app -- …           only the tests of the whole app and of the system, without checks
 *     npm test -- --retry=1           tries a failed test once more, and lists what passed only then
 *
 * Other arguments go to vitest. The last line is the result: "12 passed, 0 failed".
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { buildApp } from './build.mjs';
import { runInDesktopSessions } from './desktop-session.mjs';
import { describe, findElectron } from './electron-runtime.mjs';
import { findDeadExports } from './exports.mjs';
import { describeSpeed, measureMachine } from './machine-speed.mjs';
import { compileMessages } from './messages.mjs';
import { root, run, runInTerminal, runScript, StopError, testFolder } from './run.mjs';
import { ensureSystemPackages, needsForSession } from './system-packages.mjs';
import { findTestedPackage } from './tested-package.mjs';

const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
const isLinux = process.platform === 'linux';

/** The projects of build/vitest.config.ts that mostly wait. The others, which compute, run beside them. */
const WAITING = ['system', 'app'];
const COMPUTING = WAITING.map((name) => `!${name}`);

/**
 * The part of vitest's JSON report that is read here.
 * @typedef {{ fullName: string, status: string, failureMessages: string[] }} Assertion
 * @typedef {{ name: string, status: string, message: string, assertionResults: Assertion[] }} FileResult
 * @typedef {{ numPassedTests: number, numFailedTests: number, numPendingTests: number, numTodoTests: number, testResults: FileResult[] }} Report
 */

await runScript(async () => {
  const { onlyApp, onlyTests, args } = readArguments(process.argv.slice(2));
  await step('messages', async () => compileMessages());
  const check = async () => {
    if (onlyTests) return;
    // Checkers repeat each other's work, four of them two thirds of it; the build takes the other processors.
    const checkers = String(Math.ceil(availableParallelism() / 2));
    // The compiler's garbage collector takes a third of its time; here it only begins at the limit.
    const collector = { GOGC: 'off', GOMEMLIMIT: '3GiB' };
    await step('types', () => tool('typescript/bin/tsc', ['-b', '--checkers', checkers], collector));
    await step('lint', () => tool('@biomejs/biome/bin/biome', ['ci', '--error-on-warnings', '--colors=off', '.']));
  };
  /** What needs Electron, which the first time is fetched. */
  const build = async () => {
    const runtime = await step('runtime', findElectron, describe);
    await step('system packages', () =>
      ensureSystemPackages({ needs: needsForSession, electronExecutable: runtime.executable }),
    );
    const env = {
      ...process.env,
      ELECTRON_RUN_AS_NODE: '1',
      ELECTRON_OVERRIDE_DIST_PATH: runtime.dist,
      PUNCHCARD_ELECTRON: runtime.executable,
      TMPDIR: testFolder(),
    };
    await step('build', async () => void (await buildApp()));
    const packaged = ['test/app/packaged.test.ts', 'test/app/packaged-environment.test.ts'];
    if (isLinux && packaged.some((file) => isAsked(file, args)))
      await step('package', async () => void (await findTestedPackage(env, true)));
    // Here rather than after the lint: it takes one processor, the lint all of them.
    if (!onlyTests) await step('exports', findDeadExports);
    return { runtime, env };
  };
  // Both to their end, so that no other line follows the message of what failed.
  const [checked, built] = await Promise.allSettled([check(), build()]);
  if (checked.status === 'rejected') throw checked.reason;
  if (built.status === 'rejected') throw built.reason;
  const { runtime, env } = built.value;
  // Now that nothing else runs.
  const speed = await step('machine', () => measureMachine(runtime.executable), describeSpeed);
  return runTests(runtime, speed.appsAtOnce, {
    args,
    env: { ...env, PUNCHCARD_PATIENCE_MS: String(speed.patienceMs) },
    onlyApp,
  });
});

/** @param {string[]} given */
function readArguments(given) {
  const onlyApp = given.includes('--only-app');
  const onlyTests = onlyApp || given.includes('--only-tests');
  return { onlyApp, onlyTests, args: given.filter((argument) => !/^--only-(app|tests)$/.test(argument)) };
}

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
 * @param {NodeJS.ProcessEnv} [env] besides this process's
 */
async function tool(script, args, env = {}) {
  const command = [join(root, 'node_modules', script), ...args];
  const { code, output } = await run(process.execPath, command, { env: { ...process.env, ...env } });
  if (code !== 0) throw new StopError(`${output.trim()}\n\n${script.split('/').at(-1)} found problems (above).`);
}

/**
 * Runs vitest on Electron's own Node, so that unit tests meet the same `node:sqlite`, `fetch` and clock as the app.
 * @param {import('./electron-runtime.mjs').Runtime} runtime
 * @param {number} appsAtOnce each in its own desktop session
 * @param {{ args: string[], env: NodeJS.ProcessEnv, onlyApp: boolean }} options
 * @returns {Promise<number>} the exit code
 */
async function runTests(runtime, appsAtOnce, { args, env, onlyApp }) {
  const folder = await mkdtemp(join(tmpdir(), 'punchcard-report-'));
  /** @param {string} name */
  const reportOf = (name) => join(folder, `${name}.json`);
  /** @param {string} name @param {string[]} projects @param {string[]} args */
  const command = (name, projects, args) => [
    ...[vitest, 'run', '--config', 'build/vitest.config.ts', '--passWithNoTests'],
    ...['--reporter=default', '--reporter=json', `--outputFile.json=${reportOf(name)}`],
    ...projects.map((project) => `--project=${project}`),
    // Each of the two runs writes a coverage report of its own (coverage.mjs).
    ...args.map((argument) => argument.replace(/^--coverage\.reportsDirectory=.*/, `$&/${name}`)),
  ];
  /** Their output is shown only if one fails: two reports at once would be unreadable. */
  const compute = async () => {
    if (onlyApp) return 0;
    const start = performance.now();
    // One more than processors, because these tests also wait.
    const workers = [`--maxWorkers=${availableParallelism() + 1}`];
    const { code, output } = await run(runtime.executable, command('computing', COMPUTING, [...workers, ...args]), {
      env,
    });
    if (code !== 0) console.error(output);
    const { passed, failed } = await countsIn(reportOf('computing'));
    const seconds = Math.round((performance.now() - start) / 1000);
    console.info(`unit and component tests: ${passed} passed, ${failed} failed in ${seconds} s`);
    return code;
  };
  const drive = () => {
    const waiting = command('waiting', WAITING, args);
    return isLinux
      ? runInDesktopSessions(appsAtOnce, runtime.executable, waiting, env)
      : runInTerminal(runtime.executable, waiting, env);
  };
  try {
    const codes = await Promise.all([compute(), drive()]);
    const reports = await Promise.all(['computing', 'waiting'].map((name) => countsIn(reportOf(name))));
    for (const { problems } of reports) for (const problem of problems) console.error(`\n${problem}`);
    /** @param {'passed' | 'failed' | 'skipped'} kind */
    const sum = (kind) => reports.reduce((total, counts) => total + counts[kind], 0);
    const code = codes.find((each) => each !== 0) ?? 0;
    const failed = Math.max(sum('failed'), code === 0 ? 0 : 1);
    const skipped = sum('skipped') > 0 ? `, ${sum('skipped')} skipped` : '';
    if (sum('passed') + sum('failed') === 0) console.error('No test ran.');
    console.info(`\n${sum('passed')} passed, ${failed} failed${skipped}`);
    return failed > 0 || sum('passed') === 0 ? code || 1 : 0;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * @param {string} report vitest's JSON report; a run that broke off has none
 * @returns {Promise<{ passed: number, failed: number, skipped: number, problems: string[] }>}
 */
async function countsIn(report) {
  const text = await readFile(report, 'utf8').catch(() => undefined);
  if (text === undefined) return { passed: 0, failed: 0, skipped: 0, problems: [] };
  /** @type {Report} */
  const result = JSON.parse(text);
  return {
    passed: result.numPassedTests,
    failed: result.numFailedTests,
    skipped: result.numPendingTests + result.numTodoTests,
    problems: result.testResults.flatMap(problemsOf),
  };
}

/**
 * What failed in a file, to be read at the end of the output: a build machine may keep no more than that. With `--retry`, also
 * what passed only when it was tried again.
 * @param {FileResult} file
 * @returns {string[]}
 */
function problemsOf({ name, status, message, assertionResults }) {
  const problems = assertionResults.flatMap(({ fullName, status, failureMessages: [first] }) => {
    if (first === undefined) return [];
    const what = status === 'passed' ? 'Passed only when tried again' : 'Failed';
    return [`${what}: ${relative(root, name)}: ${fullName}\n${firstLines(first)}`];
  });
  if (status !== 'failed' || problems.length > 0) return problems;
  return [`Failed: ${relative(root, name)}\n${firstLines(message)}`];
}

/** @param {string} text */
function firstLines(text) {
  return text.split('\n').slice(0, 15).join('\n');
}
