/** Shared by the scripts in build/: running a command, and stopping with a message for people. */
import { spawn } from 'node:child_process';
import { accessSync, constants, readFileSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository's top folder. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** What the temporary files of all tests need at most (bytes). */
const NEEDED_FOR_TESTS = 4 * 1024 ** 3;

/** Where tests keep their temporary files: in memory (Linux) if there is room, because their databases wait for the disk all the time. */
export function testFolder() {
  const memory = '/dev/shm';
  try {
    const { bavail, bsize } = statfsSync(memory);
    accessSync(memory, constants.W_OK);
    const options = readFileSync('/proc/mounts', 'utf8').match(/^\S+ \/dev\/shm \S+ (\S+)/m)?.[1] ?? 'noexec';
    const isFit = bavail * bsize >= NEEDED_FOR_TESTS && !options.split(',').includes('noexec');
    return isFit ? memory : tmpdir();
  } catch {
    return tmpdir();
  }
}

/** Stops the script and prints only its message, without a stack: what happened and what to do. */
export class StopError extends Error {}

/**
 * @typedef {object} RunOptions
 * @property {string} [cwd]
 * @property {NodeJS.ProcessEnv} [env]
 * @property {number} [timeoutMs] ends the command with SIGTERM after so many milliseconds
 * @property {boolean} [show] true: output goes straight to the terminal; otherwise it is collected
 * @property {string} [input] written to the command's standard input
 */

/**
 * Runs a command to its end. Does not throw if the command fails or does not exist; see `code`.
 * @param {string} command
 * @param {string[]} args
 * @param {RunOptions} [options]
 * @returns {Promise<{ code: number, output: string }>} code 127: there is no such command; 124: timed out
 */
export function run(command, args, options = {}) {
  const { cwd = root, env = process.env, timeoutMs, show = false, input } = options;
  return new Promise((resolve) => {
    const stdin = input === undefined ? 'ignore' : 'pipe';
    const child = spawn(command, args, {
      cwd,
      env,
      stdio: show ? [stdin, 'inherit', 'inherit'] : [stdin, 'pipe', 'pipe'],
    });
    let output = '';
    let timedOut = false;
    const timer =
      timeoutMs === undefined
        ? undefined
        : setTimeout(() => {
            timedOut = true;
            child.kill();
          }, timeoutMs);
    child.stdout?.on('data', (chunk) => {
      output += chunk;
    });
    child.stderr?.on('data', (chunk) => {
      output += chunk;
    });
    child.stdin?.end(input);
    child.on('error', (error) => {
      clearTimeout(timer);
      resolve({ code: 127, output: error.message });
    });
    child.on('close', (code, signal) => {
      clearTimeout(timer);
      resolve({ code: timedOut ? 124 : exitCode(code, signal), output });
    });
  });
}

/** @type {Partial<Record<NodeJS.Signals, number>>} */
const signalNumbers = { SIGHUP: 1, SIGINT: 2, SIGQUIT: 3, SIGABRT: 6, SIGKILL: 9, SIGSEGV: 11, SIGTERM: 15 };

/**
 * The exit code a shell would give: a process ended by a signal counts as 128 + that signal's number.
 * @param {number | null} code
 * @param {NodeJS.Signals | null} signal
 */
export function exitCode(code, signal) {
  return code ?? 128 + (signalNumbers[signal ?? 'SIGTERM'] ?? 15);
}

/** @type {NodeJS.Signals[]} */
export const endingSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/**
 * Keeps SIGINT, SIGTERM and SIGHUP from ending this process while `work` runs, so that it can clean up.
 * @template T
 * @param {(stopped: () => number | undefined) => Promise<T>} work can check at any point whether it was stopped: the exit
 *   code for that, or undefined
 * @returns {Promise<T>}
 */
export async function holdingSignals(work) {
  /** @type {number | undefined} */
  let code;
  /** @param {NodeJS.Signals} signal */
  const note = (signal) => {
    code = exitCode(null, signal);
  };
  for (const signal of endingSignals) process.on(signal, note);
  try {
    return await work(() => code);
  } finally {
    for (const signal of endingSignals) process.off(signal, note);
  }
}

/**
 * Runs a long-lived command in the terminal, passes SIGINT, SIGTERM and SIGHUP on to it, and waits for its end.
 * @param {string} command
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} env
 * @param {(pid: number) => void} [started] called with its process id
 * @returns {Promise<number>} its exit code
 */
export function runInTerminal(command, args, env, started) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { env, stdio: 'inherit' });
    if (child.pid !== undefined) started?.(child.pid);
    /** @param {NodeJS.Signals} signal */
    const pass = (signal) => child.kill(signal);
    for (const signal of endingSignals) process.on(signal, pass);
    const forget = () => {
      for (const signal of endingSignals) process.off(signal, pass);
    };
    child.on('error', (error) => {
      forget();
      reject(new StopError(`Cannot run ${command}: ${error.message}`));
    });
    child.on('exit', (code, signal) => {
      forget();
      resolve(exitCode(code, signal));
    });
  });
}

/**
 * True where this module is the script that Node was asked to run.
 * @param {string} moduleUrl `import.meta.url`
 */
export function isMain(moduleUrl) {
  return process.argv[1] === fileURLToPath(moduleUrl);
}

/**
 * The outermost call of a script: its result is the exit code; a StopError prints its message only.
 * @param {() => Promise<number | void>} script
 */
export async function runScript(script) {
  try {
    process.exitCode = (await script()) ?? 0;
  } catch (error) {
    if (error instanceof StopError) console.error(`\n${error.message}\n`);
    else console.error(error);
    process.exitCode = 1;
  }
}
