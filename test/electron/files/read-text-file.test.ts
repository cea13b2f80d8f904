/** Files that a person chose to be read. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { readTextFile } from '../../../electron/files/read-text-file.ts';
import { AppError } from '../../../shared/errors/app-error.ts';

let file: string;
beforeEach(() => {
  const folder = mkdtempSync(join(tmpdir(), 'punchcard-read-'));
  file = join(folder, 'rules.json');
  onTestFinished(() => rmSync(folder, { recursive: true }));
});

const errorOf = async (maxBytes = 100) => {
  const error = await readTextFile(file, maxBytes).catch((thrown: unknown) => thrown);
  return error instanceof AppError ? error.view : error;
};

test('its text is read, without a byte order mark', async () => {
  writeFileSync(file, '\uFEFF{"ä":1}');
  expect(await readTextFile(file, 100)).toBe('{"ä":1}');
});

test('a file of the limit is read; a larger one is refused, and the error names the limit', async () => {
  writeFileSync(file, 'x'.repeat(2_000_000));
  expect(await readTextFile(file, 2_000_000)).toHaveLength(2_000_000);
  writeFileSync(file, 'x'.repeat(2_000_001));
  expect(await errorOf(2_000_000)).toMatchObject({
    title: 'That file is too large',
    explanation: `${file} is larger than 2 MB.`,
    whatWasKept: 'Nothing was changed.',
  });
});

test('a file that is far too large is refused before it is read', async () => {
  writeFileSync(file, '');
  // Sparse; more than Node can read.
  truncateSync(file, 2 ** 32);
  expect(await errorOf()).toMatchObject({ title: 'That file is too large' });
});

test('a file that vanished is an error', async () => {
  expect(await errorOf()).toMatchObject({
    title: 'The file cannot be read',
    explanation: `${file}: it does not exist.`,
    whatWasKept: 'Nothing was changed.',
  });
});

test('a folder is an error', async () => {
  mkdirSync(file);
  expect(await errorOf()).toMatchObject({ explanation: `${file}: it is not a file.` });
});

test.skipIf(process.platform === 'win32')('a pipe is an error at once', async () => {
  execFileSync('mkfifo', [file]);
  expect(await errorOf()).toMatchObject({ explanation: `${file}: it is not a file.` });
});
