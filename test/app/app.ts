/** Punchcard itself, in a real Electron, with a data folder of its own. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { _electron, type ElectronApplication, type Page } from 'playwright-core';
import { until } from './steps.ts';

export interface AppOptions {
  /** The data folder; a new one where it is missing. Given ones are not deleted. */
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
  /** The popover's page; waits for it, and for another one than the `last`. */
  page(last?: Page): Promise<Page>;
  /** Ends it as a person would. */
  quit(): Promise<void>;
  /** Ends it as a power cut would: the app and its helpers, at once. */
  kill(): Promise<void>;
  /** Everything the app wrote to its standard output and error. */
  output(): string;
}

const root = join(import.meta.dirname, '..', '..');

export function makeDataFolder(): string {
  return mkdtempSync(join(tmpdir(), 'punchcard-data-'));
}

/** How the app is started: program, arguments and environment. */
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
      ...(options.preload === undefined ? [] : ['-r', options.preload]),
      root,
      ...asRoot,
      `--user-data-dir=${options.dataFolder}`,
      // Chromium would otherwise ask the keyring for a cookie key of its own, and prompt where it is locked.
      '--password-store=basic',
      `--force-device-scale-factor=${options.scale ?? 1}`,
      ...(options.args ?? []),
    ],
    // Punchcard speaks the language of whoever runs it.
    env: { ...definedOnly(env), LANGUAGE: 'en', ...options.env },
  };
}

export async function launchApp(options: AppOptions = {}): Promise<RunningApp> {
  const dataFolder = options.dataFolder ?? makeDataFolder();
  const electron = await _electron.launch({
    ...electronCommand({ ...options, dataFolder }),
    // Without it Playwright adds --no-sandbox for every user; electronCommand does so for root alone.
    chromiumSandbox: true,
    ...(options.colorScheme && { colorScheme: options.colorScheme }),
    timeout: 30_000,
  });
  keepAnswers(electron);
  const child = electron.process();
  let output = '';
  child.stdout?.on('data', (chunk) => {
    output += chunk;
  });
  child.stderr?.on('data', (chunk) => {
    output += chunk;
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const cleanUp = () => {
    if (options.dataFolder === undefined) rmSync(dataFolder, { recursive: true, force: true, maxRetries: 5 });
  };
  return {
    electron,
    dataFolder,
    pid: child.pid ?? 0,
    async page(last) {
      // Not the line for new tasks, which may come first.
      const isIts = (page: Page) => page !== last && page.url().endsWith('/index.html');
      const found = await until(
        () => electron.windows().find(isIts),
        (page) => page !== undefined,
      );
      if (found === undefined) throw new Error('No page');
      return found;
    },
    output: () => output,
    async quit() {
      await electron.evaluate(({ app }) => app.quit()).catch(() => undefined);
      await ended;
      cleanUp();
    },
    async kill() {
      child.kill('SIGKILL');
      await ended;
      cleanUp();
    },
  };
}

/**
 * V8 now and then loses the promise Playwright waits for ("Resulting promise was garbage collected"), although the function has run.
 * So the main process keeps what each function gave: asking again gives that and runs nothing twice.
 */
function keepAnswers(electron: ElectronApplication): void {
  const evaluate = electron.evaluate.bind(electron) as (run: () => void, argument: unknown) => Promise<unknown>;
  let asked = 0;
  electron.evaluate = (async (run: unknown, argument?: unknown) => {
    asked += 1;
    const source = `(electron, { id, argument }) => {
      const answers = (globalThis.answersForTests ??= new Map());
      if (!answers.has(id)) answers.set(id, (${run})(electron, argument));
      return answers.get(id);
    }`;
    for (let tries = 1; ; tries += 1)
      try {
        // Playwright sends the function's text.
        return await evaluate(
          Object.assign(() => undefined, { toString: () => source }),
          { id: asked, argument },
        );
      } catch (error) {
        if (tries === 5 || !String(error).includes('garbage collected')) throw error;
      }
  }) as typeof electron.evaluate;
}

function definedOnly(env: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(Object.entries(env).filter((pair): pair is [string, string] => pair[1] !== undefined));
}
