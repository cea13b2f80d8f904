/** Files that a person chose: the old one stays until the new one is complete. */
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { chmod, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { replaceFile } from '../../../electron/files/replace-file.ts';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'punchcard-replace-'));
  file = join(folder, 'report.csv');
  onTestFinished(() => rmSync(folder, { recursive: true }));
});

test('a new file is written, as text or as bytes', async () => {
  await replaceFile(file, 'text');
  expect(readFileSync(file, 'utf8')).toBe('text');
  await replaceFile(file, new Uint8Array([37, 80]));
  expect([...readFileSync(file)]).toEqual([37, 80]);
  expect(readdirSync(folder)).toEqual(['report.csv']);
});

test('what fails half-way leaves the old file whole, and no other behind', async () => {
  await writeFile(file, 'of last week');
  async function* half() {
    yield 'of this';
    throw new Error('ENOSPC');
  }
  await expect(replaceFile(file, half() as never)).rejects.toThrow('ENOSPC');
  expect(readFileSync(file, 'utf8')).toBe('of last week');
  expect(readdirSync(folder)).toEqual(['report.csv']);
});

test('a folder of that name is an error and stays', async () => {
  mkdirSync(join(file, 'in it'), { recursive: true });
  await expect(replaceFile(file, 'text')).rejects.toThrow();
  expect(readdirSync(file)).toEqual(['in it']);
  expect(readdirSync(folder)).toEqual(['report.csv']);
});

test.skipIf(process.platform === 'win32')('a link stays a link, and the file keeps its permissions', async () => {
  const linked = join(folder, 'linked.csv');
  await writeFile(linked, 'old');
  await chmod(linked, 0o640);
  symlinkSync('linked.csv', file);
  await replaceFile(file, 'new');
  expect(readlinkSync(file)).toBe('linked.csv');
  expect(readFileSync(linked, 'utf8')).toBe('new');
  expect(statSync(linked).mode & 0o777).toBe(0o640);
});
