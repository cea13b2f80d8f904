/** What the bundles leave out of packages: electron-updater calls nothing of it, and what replaces its files works. */
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { packages } from '../../build/reduced-packages.ts';

const updater = join(import.meta.dirname, '..', '..', 'node_modules', 'electron-updater', 'out');
const source = globSync('**/*.js', { cwd: updater })
  .map((file) => readFileSync(join(updater, file), 'utf8'))
  .join('\n');
/** What electron-updater calls of a module. */
const called = (name: string): string[] =>
  [
    ...new Set([...source.matchAll(new RegExp(`\\b${name}\\.(\\w+)`, 'g'))].map(([, member = '']) => member)),
  ].toSorted();

interface Files {
  outputJson(file: string, value: unknown): Promise<void>;
  readJson(file: string): Promise<unknown>;
  pathExists(path: string): Promise<boolean>;
  open(file: string, flags: string): Promise<number>;
  read(file: number, buffer: Buffer, at: number, length: number, position: number): Promise<{ bytesRead: number }>;
  close(file: number): Promise<void>;
  emptyDir(path: string): Promise<void>;
}

/** The replacement of fs-extra, as the bundle contains it. */
function files(): Files & Record<string, unknown> {
  const module = { exports: {} };
  new Function('module', 'require', packages['fs-extra'] ?? '')(module, createRequire(import.meta.url));
  return module.exports as Files & Record<string, unknown>;
}

test('every function that electron-updater calls of its helpers is there', () => {
  const exported = files();
  expect(called('fs_extra_1').filter((name) => typeof exported[name] !== 'function')).toEqual([]);
  expect(called('fs_extra_1')).toContain('rename');
  expect(called('js_yaml_1')).toEqual(['load']);
  // Not among them: what works with ranges of versions.
  expect([...called('semver'), ...called('semver_1')]).toEqual([
    ...['gt', 'lte', 'prerelease', 'rcompare', 'valid'],
    ...['eq', 'gt', 'lt', 'parse', 'prerelease'],
  ]);
});

test('files are written with their folders, read by number and removed', async () => {
  const { outputJson, readJson, pathExists, open, read, close, emptyDir } = files();
  const folder = mkdtempSync(join(tmpdir(), 'files-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'pending', 'info.json');
  await outputJson(file, { version: 1 });
  expect(await readJson(file)).toEqual({ version: 1 });
  const number = await open(file, 'r');
  const buffer = Buffer.alloc(2);
  expect(await read(number, buffer, 0, 2, 0)).toMatchObject({ bytesRead: 2 });
  expect(buffer.toString()).toBe('{"');
  await close(number);
  await emptyDir(join(folder, 'pending'));
  expect([await pathExists(file), await pathExists(join(folder, 'pending'))]).toEqual([false, true]);
});
