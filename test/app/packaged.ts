/**
 * The unpacked package, started as a program. Its fuses block Playwright's usual connection, so the pages are reached over Chromium's
 * debugging port, which only a special copy allows.
 */
import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createPackageWithOptions, extractAll, extractFile } from '@electron/asar';
import { type Browser, chromium, type Page } from 'playwright-core';
import { PATIENCE_MS, until } from '../until.ts';

// The tests run on Electron’s Node, which treats an archive as a folder.
process.noAsar = true;

export interface PackagedApp {
  pid: number;
  page(): Promise<Page>;
  /** Ends it like a log-out. */
  quit(): Promise<void>;
  /** Kills it. */
  kill(): void;
  output(): string;
}

/**
 * A copy of the package that can be debugged: one additional file starts it like a checkout. It runs because Linux does not verify
 * the archive.
 */
export async function debuggableCopy(folder: string): Promise<string> {
  const copy = mkdtempSync(join(folder, '..', 'debuggable-'));
  // Hard links are fast; the files changed below are written as new files.
  execFileSync('cp', ['--recursive', '--link', `${folder}/.`, copy]);
  const archive = join(copy, 'resources', 'app.asar');
  const content = join(copy, 'content');
  extractAll(archive, content);
  const description = JSON.parse(extractFile(archive, 'package.json').toString());
  const begin = `process.defaultApp = true;\nawait import('./${description.main}');\n`;
  writeFileSync(join(content, 'debuggable.mjs'), begin);
  writeFileSync(join(content, 'package.json'), JSON.stringify({ ...description, main: 'debuggable.mjs' }));
  for (const name of ['app.asar', 'app.asar.unpacked']) rmSync(join(copy, 'resources', name), { recursive: true });
  await createPackageWithOptions(content, archive, { unpack: '{**/*.node,**/app/128x128.png}' });
  rmSync(content, { recursive: true });
  return copy;
}

/** `env` is added to this process's environment. */
export function programEnv(env: Record<string, string> = {}): Record<string, string | undefined> {
  const { ELECTRON_RUN_AS_NODE: _, ELECTRON_OVERRIDE_DIST_PATH: __, ...own } = process.env;
  return { ...own, ...env };
}

/** Arguments for root and for tests. */
export function programArgs(dataFolder: string): string[] {
  const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  return [...asRoot, `--user-data-dir=${dataFolder}`, '--password-store=basic'];
}

export async function startPackaged(
  program: string,
  { dataFolder, env = {}, args = [] }: { dataFolder: string; env?: Record<string, string>; args?: string[] },
): Promise<PackagedApp> {
  const child: ChildProcess = spawn(program, [...programArgs(dataFolder), '--remote-debugging-port=0', ...args], {
    env: programEnv(env),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk) => {
      output += chunk;
    });
  }
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  let browser: Browser | undefined;
  const address = () => /DevTools listening on (ws:\S+)/.exec(output)?.[1];
  return {
    pid: child.pid ?? 0,
    output: () => output,
    async page() {
      const at = await until(address, (value) => value !== undefined);
      browser ??= await chromium.connectOverCDP(at ?? '', { timeout: PATIENCE_MS });
      const contexts = browser.contexts();
      const pages = () => contexts.flatMap((context) => context.pages());
      const found = await until(pages, (value) => value.some((page) => page.url().endsWith('/index.html')));
      const page = found.find((one) => one.url().endsWith('/index.html'));
      if (page === undefined) throw new Error('No page');
      page.setDefaultTimeout(PATIENCE_MS);
      return page;
    },
    async quit() {
      await browser?.close().catch(() => undefined);
      child.kill('SIGTERM');
      await ended;
    },
    kill: () => void child.kill('SIGKILL'),
  };
}

/** A start that exits by itself; with a display. */
export async function startAndEnd(
  program: string,
  dataFolder: string,
  args: string[],
  env: Record<string, string> = {},
): Promise<{ code: number | null; output: string }> {
  const child = spawn(program, [...programArgs(dataFolder), ...args], {
    env: programEnv({ LANGUAGE: 'en', ...env }),
    timeout: PATIENCE_MS,
    killSignal: 'SIGKILL',
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += chunk;
    });
  }
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, output };
}

/** Runs a command of the program, without a display unless `env` has one. */
export async function runCommand(
  program: string,
  dataFolder: string,
  args: string[],
): Promise<{ code: number; out: string }> {
  const { DISPLAY: _, WAYLAND_DISPLAY: __, ...env } = programEnv();
  return new Promise((resolve) => {
    execFile(program, [...programArgs(dataFolder), ...args], { env, timeout: PATIENCE_MS }, (error, out) => {
      resolve({ code: error === null ? 0 : Number(error.code ?? 1), out: out.trim() });
    });
  });
}
