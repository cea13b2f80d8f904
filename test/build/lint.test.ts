/** The rules of build/lint: each line here is refused, or accepted, in a test of the app. */
import { spawnSync } from 'node:child_process';
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

const root = join(import.meta.dirname, '../..');

/**
 * Checks tests that consist of one of these lines each, with this project's settings. Returns the lines that a rule of build/lint
 * refuses.
 */
function refused(lines: readonly string[], folderOfTests = 'test/app'): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'punchcard-lint-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  copyFileSync(join(root, 'biome.json'), join(folder, 'biome.json'));
  cpSync(join(root, 'build/lint'), join(folder, 'build/lint'), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  mkdirSync(join(folder, folderOfTests), { recursive: true });
  for (const [index, line] of lines.entries()) writeFileSync(join(folder, folderOfTests, `${index}.test.ts`), line);
  const args = ['lint', '--vcs-enabled=false', '--reporter=github', '--max-diagnostics=none', folderOfTests];
  const biome = join(root, 'node_modules/@biomejs/biome/bin/biome');
  const { stdout } = spawnSync(process.execPath, [biome, ...args], { cwd: folder, encoding: 'utf8' });
  const found = [...stdout.matchAll(/^::error title=plugin,file=[^,]*?(\d+)\.test\.ts,/gm)].map(([, index]) =>
    Number(index),
  );
  return lines.filter((_, index) => found.includes(index));
}

test('a time limit is refused, however it is written', () => {
  const limits = [
    `test('x', () => {}, 5000);`,
    `test('x', async () => { await work(); }, LIMIT_MS);`,
    `test('x', async function () { await work(); }, 5000);`,
    `test.only('x', () => {}, 5000);`,
    `it.each([1])('x', (n) => work(n), 5000);`,
    `test.each([[1, 2]])('x', async ([a]) => { await work(a); }, 5000);`,
    `describe.skipIf(isMac)('x', () => {}, 5000);`,
    `describe('x', () => test('y', () => {}, 5000));`,
    `for (const n of [1, 2]) test('x', () => {}, 5000);`,
    `isMac && test('x', () => {}, 5000);`,
    `beforeAll(async () => {}, 5000);`,
    `test('x', { timeout: 5000 }, () => {});`,
    `vi.setConfig({ testTimeout: 60_000 });`,
    `vi.setConfig({ hookTimeout: 60_000 });`,
    `await vi.waitFor(() => work());`,
    `return vi.waitUntil(() => work());`,
    `await page.waitForTimeout(500);`,
    `const late = new Promise((_, reject) => setTimeout(reject, 500));`,
    `await Promise.race([work(), new Promise((_, reject) => setTimeout(() => reject(new Error('late')), 500))]);`,
    `expect(Date.now() - begin).toBeLessThan(500);`,
  ];
  expect(refused(limits)).toEqual(limits);
});

test('a state that is read once is refused, directly or by way of a variable', () => {
  const reads = [
    `expect(await page.textContent('h1')).toBe('Board');`,
    `const title = await page.textContent('h1'); expect(title).toBe('Board');`,
    `const rows = await page.locator('li').count(); expect(rows).toBe(3);`,
    `const state = await send('state.read', {});`,
    `const seen = await ask(page, 'state.read', {});`,
  ];
  expect(refused(reads)).toEqual(reads);
  expect(refused(reads, 'test/desktops')).toEqual(reads);
});

test('waiting for what changes is accepted', () => {
  const waits = [
    `test('x', () => {});`,
    `it.each([1])('x', (n) => work(n));`,
    `await expect.poll(() => page.textContent('h1')).toBe('Board');`,
    `const before = await page.locator('li').count();`,
    `await until(() => page.locator('li').count(), (count) => count > before);`,
    `const late = new Promise((_, reject) => setTimeout(() => reject(new Error('late')), PATIENCE_MS));`,
    `setTimeout(resolve, 50);`,
  ];
  expect(refused(waits)).toEqual([]);
});
