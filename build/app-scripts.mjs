/** What the scripts have in common that run a program of test/ on Electron's own Node: the runtime, the packages, options and session. */
import { join } from 'node:path';
import { buildApp } from './build.mjs';
import { runInDesktopSession } from './desktop-session.mjs';
import { chooseElectron } from './electron-runtime.mjs';
import { root, runInTerminal, StopError } from './run.mjs';
import { ensureSystemPackages, needsForSession } from './system-packages.mjs';

/** The runtime, with everything that a desktop session needs. */
export async function prepareSession() {
  const runtime = await chooseElectron();
  await ensureSystemPackages({ needs: needsForSession, electronExecutable: runtime.executable });
  return runtime;
}

/**
 * Builds the app and runs a program that drives it, on Linux in a desktop session of its own.
 * @param {string} script below test/
 * @param {string[]} args
 * @returns {Promise<number>} its exit code
 */
export async function runWithApp(script, args) {
  const { executable } = await prepareSession();
  await buildApp();
  const runIt = process.platform === 'linux' ? runInDesktopSession : runInTerminal;
  return runIt(executable, [join(root, 'test', script), ...args], onNode(executable));
}

/**
 * The environment in which Electron is Node, and a program finds it.
 * @param {string} executable
 * @returns {NodeJS.ProcessEnv}
 */
export const onNode = (executable) => ({
  ...process.env,
  ELECTRON_RUN_AS_NODE: '1',
  PUNCHCARD_ELECTRON: executable,
});

/**
 * Throws a StopError for an option that is not a whole number.
 * @param {Record<string, string>} options
 */
export function checkWholeNumbers(options) {
  for (const [name, value] of Object.entries(options)) {
    if (!/^\d{1,9}$/.test(value)) throw new StopError(`--${name} takes a whole number, not “${value}”.`);
  }
}

export const randomSeed = () => String(Math.floor(Math.random() * 1_000_000));
