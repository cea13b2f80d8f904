/**
 * Punchcard as it is installed: the unpacked package, started as a program. Its fuses keep Playwright's own way in closed, so
 * that its pages are reached over the debugging port of Chromium, which only a copy made for it allows.
 */
import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createPackageWithOptions, extractAll, extractFile } from '@electron/asar';
import { type Browser, chromium, type Page } from 'playwright-core';
import { until } from './steps.ts';

// The tests run on Electron’s Node, to which an archive would look like a folder.
process.noAsar = true;

export interface PackagedApp {
  pid: number;
  page(): Promise<Page>;
  /** Ends it as a log-out would. */
  quit(): Promise<void>;
  /** Ends it whatever it does. */
  kill(): void;
  output(): string;
}

/**
 * A copy of the package that can be debugged: it differs in one file, which begins it as a checkout begins. Linux checks no
 * archive, so that it runs.
 */
export async function debuggableCopy(folder: string): Promise<string> {
  const copy = mkdtempSync(join(folder, '..', 'debuggable-'));
  // Links cost no time and no space, on one disk; what is changed below is written anew.
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

/** `env` comes on top of this process's own. */
export function programEnv(env: Record<string, string> = {}): Record<string, string | undefined> {
  const { ELECTRON_RUN_AS_NODE: _, ELECTRON_OVERRIDE_DIST_PATH: __, ...own } = process.env;
  return { ...own, ...env };
}

/** What root and a test need beside what a person starts. */
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
      const at = await until(address, (seen) => seen !== undefined, 20_000);
      browser ??= await chromium.connectOverCDP(at ?? '');
      const contexts = browser.contexts();
      const pages = () => contexts.flatMap((context) => context.pages());
      const found = await until(pages, (seen) => seen.some((page) => page.url().endsWith('/index.html')), 20_000);
      const page = found.find((one) => one.url().endsWith('/index.html'));
      if (page === undefined) throw new Error('No page');
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

/** A start that is expected to end by itself; with a display. */
export async function startAndEnd(
  program: string,
  dataFolder: string,
  args: string[],
  env: Record<string, string> = {},
): Promise<{ code: number | null; output: string }> {
  const child = spawn(program, [...programArgs(dataFolder), ...args], { env: programEnv({ LANGUAGE: 'en', ...env }) });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += chunk;
    });
  }
  const timer = setTimeout(() => child.kill('SIGKILL'), 15_000);
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  clearTimeout(timer);
  return { code, output };
}

/** One command line of the program: without a display unless `env` gives one. */
export async function runCommand(
  program: string,
  dataFolder: string,
  args: string[],
): Promise<{ code: number; out: string }> {
  const { DISPLAY: _, WAYLAND_DISPLAY: __, ...env } = programEnv();
  return new Promise((resolve) => {
    execFile(program, [...programArgs(dataFolder), ...args], { env, timeout: 20_000 }, (error, out) => {
      resolve({ code: error === null ? 0 : Number(error.code ?? 1), out: out.trim() });
    });
  });
}
