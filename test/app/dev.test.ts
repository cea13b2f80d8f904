/** `npm run dev`, in a copy of the sources: changes on disk reach the running app. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PATIENCE_MS, until } from '../until.ts';
import { readProc, treeOf } from './processes.ts';

const root = join(import.meta.dirname, '..', '..');
const checkout = mkdtempSync(join(tmpdir(), 'punchcard-dev-'));
let dev: ChildProcess;
let output = '';
let browser: Browser;
let page: Page;

const start = (): ChildProcess =>
  spawn(process.execPath, ['build/dev.mjs', '--remote-debugging-port=0'], {
    cwd: checkout,
    env: { ...process.env, ELECTRON_RUN_AS_NODE: '1', LANGUAGE: 'en' },
    // A process group, as in a terminal: Ctrl-C reaches all of it.
    detached: true,
  });

/** Changes a source of the copy. */
function edit(path: string, from: string, to: string): void {
  const file = join(checkout, path);
  const before = readFileSync(file, 'utf8');
  expect(before).toContain(from);
  writeFileSync(file, before.replace(from, to));
}

const printed = (text: string) =>
  until(
    () => output,
    (all) => all.includes(text),
  );

/** The window of the app that was started as the `count`th. */
async function pageOfStart(count: number): Promise<Page> {
  const addresses = () => [...output.matchAll(/DevTools listening on (ws:\S+)/g)].map(([, address = '']) => address);
  await until(
    () => output,
    () => addresses().length === count,
  );
  browser = await chromium.connectOverCDP(addresses()[count - 1] ?? '', { timeout: PATIENCE_MS });
  const found = await until(
    () => browser.contexts().flatMap((context) => context.pages())[0],
    (first) => first?.url().endsWith('/index.html') === true,
  );
  if (found === undefined) throw new Error('No page');
  found.setDefaultTimeout(PATIENCE_MS);
  await found.getByRole('button', { name: /Try it now/ }).waitFor();
  return found;
}

beforeAll(async () => {
  for (const part of ['assets', 'build', 'electron', 'renderer', 'shared', 'package.json', 'tsconfig.base.json'])
    cpSync(join(root, part), join(checkout, part), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(checkout, 'node_modules'));
  dev = start();
  for (const stream of [dev.stdout, dev.stderr])
    stream?.on('data', (chunk) => {
      output += chunk;
    });
  page = await pageOfStart(1);
});

afterAll(async () => {
  await browser?.close();
  if (dev.pid !== undefined && dev.exitCode === null) process.kill(-dev.pid, 'SIGKILL');
  rmSync(checkout, { recursive: true, force: true, maxRetries: 5 });
});

test('a changed component and style show at once, and what was typed stays', async () => {
  const field = page.getByLabel('Server address');
  await field.fill('tasks.example');
  edit('renderer/features/account/choose-sign-in.tsx', 'noValidate>', 'noValidate><p>Typed by hand</p>');
  await page.getByText('Typed by hand').waitFor();
  edit(
    'renderer/features/account/choose-sign-in.module.css',
    'padding: 32px 24px 0;\n  gap: 8px;',
    'padding: 32px 24px 0;\n  gap: 9px;',
  );
  await until(
    () => page.locator('form').evaluate((form) => getComputedStyle(form).rowGap),
    (gap) => gap === '9px',
  );
  await expect.poll(() => field.inputValue()).toBe('tasks.example');
});

test('a changed message shows', async () => {
  edit('shared/i18n/en.json', 'Where are your tasks?', 'Where are all your tasks?');
  await page.getByText('Where are all your tasks?').waitFor();
});

test('a mistake is reported with its place, and the app goes on after the next save', async () => {
  edit('renderer/features/account/choose-sign-in.tsx', '<p>Typed', '<p Typed');
  await printed('renderer/features/account/choose-sign-in.tsx:');
  await page.locator('vite-error-overlay').waitFor({ state: 'attached' });
  edit('renderer/features/account/choose-sign-in.tsx', '<p Typed', '<p>Typed');
  await page.locator('vite-error-overlay').waitFor({ state: 'detached' });
  edit('electron/main.ts', "app.setName('Punchcard');", "app.setName('Punchcard';");
  await printed('electron/main.ts:');
});

test('a change in main starts the app again, with stack traces that name the source', async () => {
  edit(
    'electron/main.ts',
    "app.setName('Punchcard';",
    "app.setName('Punchcard'); console.info(new Error('here').stack);",
  );
  await browser.close();
  page = await pageOfStart(2);
  await expect.poll(() => output).toMatch(/Error: here\s+at configureElectron \(\S*\/electron\/main\.ts:\d+/);
});

test('a second one in the same checkout says that the first one runs', async () => {
  const second = start();
  let said = '';
  second.stderr?.on('data', (chunk) => {
    said += chunk;
  });
  const end = await once(second, 'close');
  expect(end).toEqual([1, null]);
  expect(said).toContain('probably runs in this checkout already');
});

test('Ctrl-C ends every process', async () => {
  const pid = dev.pid ?? 0;
  const all = treeOf(pid);
  expect(all.length).toBeGreaterThan(2);
  const ended = once(dev, 'exit');
  process.kill(-pid, 'SIGINT');
  expect(await ended).toEqual([130, null]);
  await until(
    () => all.filter((one) => readProc(one, 'cmdline').includes(checkout)),
    (left) => left.length === 0,
  );
});

test('a build cannot be pointed at a development server', () => {
  const bundles = globSync('out/main/**/*.js', { cwd: root });
  expect(bundles.length).toBeGreaterThan(1);
  const knowing = bundles.filter((file) => readFileSync(join(root, file), 'utf8').includes('PUNCHCARD_DEV_SERVER'));
  expect(knowing).toEqual([]);
});
