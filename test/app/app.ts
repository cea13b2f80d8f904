/** Starts Punchcard in a real Electron with its own data folder. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { _electron, type ElectronApplication, type Page } from 'playwright-core';
import { PATIENCE_MS, until } from '../until.ts';
import { runningApps } from './running-apps.ts';

export interface AppOptions {
  /** The data folder; it is not deleted. Missing for a temporary one. */
  dataFolder?: string;
  args?: string[];
  /** A file that is loaded before the app's own code. */
  preload?: string;
  env?: Record<string, string>;
  colorScheme?: 'light' | 'dark';
  /** Device pixels per CSS pixel. */
  scale?: 1 | 2;
}

export interface RunningApp {
  electron: ElectronApplication;
  dataFolder: string;
  pid: number;
  /** Waits for the popover's page, other than `last`. */
  page(last?: Page): Promise<Page>;
  /** Quits the app; fails if it crashes instead. */
  quit(): Promise<void>;
  /** Kills the app and its helpers at once, as a power failure would. */
  kill(): Promise<void>;
  /** Standard output and error so far. */
  output(): string;
}

const root = join(import.meta.dirname, '..', '..');

export function makeDataFolder(): string {
  return mkdtempSync(join(tmpdir(), 'punchcard-data-'));
}

/** Signals that end a program because of its own fault; a test that kills the app sends others. */
const FAULTS = new Set<NodeJS.Signals>(['SIGABRT', 'SIGBUS', 'SIGFPE', 'SIGILL', 'SIGSEGV', 'SIGTRAP']);

/** Program, arguments and environment of a start. */
export function electronCommand(options: AppOptions & { dataFolder: string }): {
  executablePath: string;
  args: string[];
  env: Record<string, string>;
} {
  const { ELECTRON_RUN_AS_NODE: _, ...env } = process.env;
  const asRoot = process.platform === 'linux' && process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  return {
    executablePath: process.env.PUNCHCARD_ELECTRON ?? process.execPath,
    args: [
      ...(process.env.NODE_V8_COVERAGE === undefined ? [] : ['-r', join(import.meta.dirname, 'page-coverage.cjs')]),
      ...(options.preload === undefined ? [] : ['-r', options.preload]),
      root,
      ...asRoot,
      `--user-data-dir=${options.dataFolder}`,
      // Otherwise Chromium asks the keyring for a cookie key, and prompts if it is locked.
      '--password-store=basic',
      // A virtual display has no graphics card, and emulating one costs a fifth of each start.
      '--disable-gpu',
      `--force-device-scale-factor=${options.scale ?? 1}`,
      ...(options.args ?? []),
    ],
    // Punchcard uses the system's language.
    env: { ...definedOnly(env), LANGUAGE: 'en', ...options.env },
  };
}

/** The content of a file of the app; nothing if it has gone: Chromium writes some under another name first. */
export function contentOf(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return Buffer.alloc(0);
    throw error;
  }
}

export async function launchApp(options: AppOptions = {}): Promise<RunningApp> {
  const dataFolder = options.dataFolder ?? makeDataFolder();
  const electron = await _electron.launch({
    ...electronCommand({ ...options, dataFolder }),
    // Otherwise Playwright adds --no-sandbox for every user; electronCommand adds it for root only.
    chromiumSandbox: true,
    ...(options.colorScheme && { colorScheme: options.colorScheme }),
    timeout: PATIENCE_MS,
  });
  evaluateBetweenEvents(electron);
  electron.context().setDefaultTimeout(PATIENCE_MS);
  const child = electron.process();
  let output = '';
  child.stdout?.on('data', (chunk) => {
    output += chunk;
  });
  child.stderr?.on('data', (chunk) => {
    output += chunk;
  });
  runningApps.set(electron, () => output);
  const ended = new Promise<NodeJS.Signals | null>((resolve) => child.once('exit', (_, signal) => resolve(signal)));
  const cleanUp = () => {
    runningApps.delete(electron);
    if (options.dataFolder === undefined) rmSync(dataFolder, { recursive: true, force: true, maxRetries: 5 });
  };
  return {
    electron,
    dataFolder,
    pid: child.pid ?? 0,
    async page(last) {
      // The quick-add window may open first.
      const isPopover = (page: Page) => page !== last && page.url().endsWith('/index.html');
      const found = await until(
        () => electron.windows().find(isPopover),
        (page) => page !== undefined,
      );
      if (found === undefined) throw new Error('No page');
      return found;
    },
    output: () => output,
    async quit() {
      await electron.evaluate(({ app }) => app.quit()).catch(() => undefined);
      const signal = await ended;
      cleanUp();
      if (signal !== null && FAULTS.has(signal)) throw new Error(`The app ended with ${signal}:\n${output}`);
    },
    async kill() {
      child.kill('SIGKILL');
      await ended;
      cleanUp();
    },
  };
}

/**
 * Playwright's functions interrupt whatever main does, even Electron's own code that makes a window, and quitting then crashes
 * Electron. They therefore wait for the next turn, as the events of a person do.
 *
 * V8 sometimes loses the promise Playwright waits for ("Resulting promise was garbage collected") although the function has run.
 * Main therefore stores each result, so that a retry returns it without running the function again.
 */
function evaluateBetweenEvents(electron: ElectronApplication): void {
  const evaluate = electron.evaluate.bind(electron) as (run: () => void, argument: unknown) => Promise<unknown>;
  let lastId = 0;
  electron.evaluate = (async (run: unknown, argument?: unknown) => {
    lastId += 1;
    const source = `(electron, { id, argument }) => {
      const answers = (globalThis.answersForTests ??= new Map());
      const nextTurn = () => new Promise((resolve) => setImmediate(resolve));
      if (!answers.has(id)) answers.set(id, nextTurn().then(() => (${run})(electron, argument)));
      return answers.get(id);
    }`;
    for (let tries = 1; ; tries += 1)
      try {
        // Playwright sends the function's text.
        return await evaluate(
          Object.assign(() => undefined, { toString: () => source }),
          { id: lastId, argument },
        );
      } catch (error) {
        if (tries === 5 || !String(error).includes('garbage collected')) throw error;
      }
  }) as typeof electron.evaluate;
}

function definedOnly(env: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(Object.entries(env).filter((pair): pair is [string, string] => pair[1] !== undefined));
}
