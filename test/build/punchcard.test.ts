/** `node build/punchcard.mjs` in a fresh clone. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

test('without a build it says how to make one', () => {
  const clone = mkdtempSync(join(tmpdir(), 'punchcard-clone-'));
  onTestFinished(() => rmSync(clone, { recursive: true }));
  cpSync(join(import.meta.dirname, '..', '..', 'build'), join(clone, 'build'), { recursive: true });
  const { status, stderr } = spawnSync(process.execPath, [join(clone, 'build', 'punchcard.mjs'), 'status'], {
    env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' },
    encoding: 'utf8',
  });
  expect(stderr.trim()).toBe('There is no build yet. Run `npm start` first, or `npm run build`.');
  expect(status).toBe(1);
});
