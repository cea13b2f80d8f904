/**
 * `npm run test:anywhere`: runs `npm test` as an ordinary user, under another locale and time zone and inside a desktop that already
 * runs, with a keyring, a notification service and a panel. Prints a table: each condition and how it went (Linux).
 *
 *     npm run test:anywhere                        the whole suite once, under all conditions together
 *     npm run test:anywhere -- --quick             only the test files that could depend on the environment
 *     npm run test:anywhere -- --each              one run per condition
 *     npm run test:anywhere -- --only zone         one run under this condition: user, locale, zone or desktop
 *     npm run test:anywhere -- --locale C --zone Asia/Kathmandu
 *     npm run test:anywhere -- test/shared         only the test files whose path contains this
 *
 * It takes as long as `npm test` (11 minutes on two idle cores) and a minute more for the user and the desktop; --quick takes
 * roughly half of that, --each four times as long. Started by root, it creates a user for all runs and removes it afterwards;
 * otherwise you are the ordinary user. The desktop has the notification service and the panel that are installed: dunst, xfce4-panel.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { findElectron } from './electron-runtime.mjs';
import { runAsOrdinaryUser } from './ordinary-user.mjs';
import { startOuterDesktop } from './outer-desktop.mjs';
import { holdingSignals, root, run, runInTerminal, runScript, StopError } from './run.mjs';
import { ensureSystemPackages, needsForSession } from './system-packages.mjs';

/** Test files that start programs, read the environment, or format dates and numbers by locale and time zone. */
const quickFiles = [
  ...['account/keychain-real', 'test/build/', 'electron/cli/', 'electron/desktop/', 'shared/i18n/'],
  ...['app/command-line', 'app/german', 'app/keychain', 'app/packaged', 'app/reminders', 'app/security', 'app/tray'],
  ...['features/tasks/', 'features/board/', 'features/time/', 'features/reminders/', 'shared/'],
  ...['app/window', 'time/csv', 'time/totals'],
];

/** @typedef {'user' | 'locale' | 'zone' | 'desktop'} Condition */
/** @type {Condition[]} */
const conditions = ['user', 'locale', 'zone', 'desktop'];

/** @typedef {{ condition: string, how: string, result: string }} Row */

await runScript(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      quick: { type: 'boolean', default: false },
      each: { type: 'boolean', default: false },
      only: { type: 'string' },
      locale: { type: 'string', default: 'de_DE.UTF-8' },
      zone: { type: 'string', default: 'America/New_York' },
    },
  });
  if (process.platform !== 'linux') throw new StopError('Only Linux has desktop sessions that can be brought up here.');
  const only = conditions.find((condition) => condition === values.only);
  if (values.only !== undefined && only === undefined)
    throw new StopError(`--only takes one of ${conditions.join(', ')}.`);

  const runtime = await findElectron();
  await ensureSystemPackages({ needs: needsForSession, electronExecutable: runtime.executable });
  if (process.getuid?.() === 0)
    return runAsOrdinaryUser(['build/anywhere.mjs', ...process.argv.slice(2)], runtime.dist);

  const files = values.quick && positionals.length === 0 ? quickFiles : positionals;
  const runs = only ? [[only]] : values.each ? conditions.map((condition) => [condition]) : [conditions];
  /** @type {Row[]} */
  const rows = [];
  const code = await holdingSignals(async (stopped) => {
    for (const together of runs) {
      const code = stopped();
      if (code !== undefined) return code;
      rows.push(...(await runUnder(together, { ...values, dist: runtime.dist, files })));
    }
    return undefined;
  });
  print(rows);
  return code ?? (rows.every(({ result }) => result === 'passed') ? 0 : 1);
});

/**
 * Runs the tests once.
 * @param {Condition[]} together
 * @param {{ locale: string, zone: string, dist: string, files: string[] }} options
 * @returns {Promise<Row[]>}
 */
async function runUnder(together, { locale, zone, dist, files }) {
  const outer = together.includes('desktop') ? await startOuterDesktop() : undefined;
  const folder = await mkdtemp(join(tmpdir(), 'punchcard-locale-'));
  try {
    /** @type {NodeJS.ProcessEnv} */
    const env = { ...process.env, ...outer?.env, ELECTRON_OVERRIDE_DIST_PATH: dist };
    /** @type {Row[]} */
    const rows = [];
    if (together.includes('user')) {
      rows.push({ condition: 'ordinary user', how: `uid ${process.getuid?.()}, Chromium's sandbox on`, result: '' });
    }
    if (together.includes('locale')) {
      const made = await makeLocale(locale, folder);
      Object.assign(env, { LANG: locale, LC_ALL: locale, LANGUAGE: locale.split('_')[0] }, made.env);
      rows.push({ condition: 'locale', how: `${locale}${made.lack}`, result: '' });
    }
    if (together.includes('zone')) {
      Object.assign(env, { TZ: zone, PUNCHCARD_TIME_ZONE: zone });
      rows.push({ condition: 'time zone', how: zone, result: '' });
    }
    const args = files.length > 0 ? ['--only-tests', ...files] : [];
    const code = await runInTerminal(process.execPath, [join(root, 'build', 'test.mjs'), ...args], env);
    const result = code === 0 ? 'passed' : `failed (exit code ${code})`;
    for (const row of rows) row.result = result;
    if (outer) {
      const seen = await outer.endWatch();
      rows.push({ condition: 'running desktop', how: outer.what, result });
      const untouched = seen.length === 0 ? 'passed' : `failed: ${[...new Set(seen)].join('; ')}`;
      rows.push({ condition: 'left alone', how: 'its bus, display, keyring and home folder', result: untouched });
    }
    return rows;
  } finally {
    await outer?.stop();
    await rm(folder, { recursive: true });
  }
}

/**
 * Generates a locale that this system lacks.
 * @param {string} locale such as "de_DE.UTF-8"
 * @param {string} folder
 * @returns {Promise<{ env: NodeJS.ProcessEnv, lack: string }>}
 */
async function makeLocale(locale, folder) {
  const plain = (/** @type {string} */ name) => name.toLowerCase().replaceAll('-', '');
  const { output } = await run('locale', ['-a']);
  if (output.split('\n').some((name) => plain(name) === plain(locale))) return { env: {}, lack: '' };
  const [language = '', charset = 'UTF-8'] = locale.split('.');
  const { code } = await run('localedef', ['-i', language, '-f', charset, join(folder, locale)]);
  if (code === 0) return { env: { LOCPATH: folder }, lack: '' };
  return { env: {}, lack: ', to Node and Electron only: it is not generated here' };
}

/** @param {Row[]} rows */
function print(rows) {
  const width = (/** @type {'condition' | 'how'} */ column) => Math.max(...rows.map((row) => row[column].length)) + 2;
  const [first, second] = [width('condition'), width('how')];
  console.info('');
  for (const { condition, how, result } of rows) console.info(condition.padEnd(first) + how.padEnd(second) + result);
}
