/** The examples for other programs work as they are. `punchcard` is a script here that writes down its arguments: the real one has its own tests. */
import { execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

const docs = join(import.meta.dirname, '..', '..', 'docs');

/** `script` runs in a terminal, where a person types `typed`. */
function inTerminal(command: string, typed: string, env: NodeJS.ProcessEnv, cwd: string): string {
  return execFileSync('script', ['-qec', command, '/dev/null'], { input: typed, env, cwd, encoding: 'utf8' });
}

test.skipIf(process.platform !== 'linux')(
  'post-checkout asks for the task of the branch, and starts it only after a yes',
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'punchcard-hook-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const calls = join(folder, 'calls');
    writeFileSync(
      join(folder, 'punchcard'),
      `#!/bin/sh\n[ "$1" = status ] && { echo "PAY-7 Refund  0:05"; exit 0; }\necho "$@" >> "${calls}"\n`,
    );
    chmodSync(join(folder, 'punchcard'), 0o755);
    const env = { ...process.env, PATH: `${folder}:${process.env.PATH}`, GIT_CONFIG_GLOBAL: '/dev/null', LC_ALL: 'C' };
    const git = (...args: string[]) =>
      execFileSync('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org', ...args], {
        cwd: folder,
        env,
        stdio: 'pipe',
      });
    git('init', '-q', '-b', 'main');
    git('commit', '-q', '--allow-empty', '-m', 'First');
    copyFileSync(join(docs, 'examples', 'post-checkout'), join(folder, '.git', 'hooks', 'post-checkout'));

    const checkout = (branch: string, typed: string) => inTerminal(`git checkout -q -b ${branch}`, typed, env, folder);
    expect(checkout('feature/pay-134-retry', 'y\n')).toContain('Start the timer on pay-134? [y/N]');
    expect(readFileSync(calls, 'utf8')).toBe('start pay-134\n');
    rmSync(calls);
    checkout('feature/web-9', 'n\n');
    // Its timer runs already; and a branch without a task.
    expect(checkout('fix/pay-7-again', '')).toBe('');
    expect(checkout('tidy', '')).toBe('');
    // Without a terminal, as in an editor.
    git('checkout', '-q', '-b', 'feature/pay-135');
    expect(existsSync(calls)).toBe(false);
  },
);

test('the snippets of JSON can be read', () => {
  const page = readFileSync(join(docs, 'command-line.md'), 'utf8');
  const blocks = [...page.matchAll(/(?:^ {4,}[^\n]*\n)+/gm)]
    .map(([block]) => block)
    .filter((block) => /^\s+[{"]/.test(block));
  expect(blocks).toHaveLength(3);
  for (const block of blocks) {
    const text = block.trim();
    expect(() => JSON.parse(text.startsWith('{') ? text : `{${text}}`), text).not.toThrow();
  }
});
