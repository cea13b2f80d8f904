/** The examples for other programs work as they are. `punchcard` is a script here that writes down its arguments: the real one has its own tests. */
import { execFileSync, spawnSync } from 'node:child_process';
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
      `#!/bin/sh
case "$1 $2" in
  "status ") echo "PAY-7 Refund  0:05" ;;
  "list utf-8") echo "PAY-8  Names in utf-8" ;;
  "list release-2") ;;
  list*) echo "PAY-9   As $2"; echo "$2  Refund" | tr a-z A-Z ;;
  *) echo "$@" >> "${calls}" ;;
esac
`,
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
    // More than one of its parts looks like a task.
    expect(checkout('release-2-PAY-136', 'n\n')).toContain('Start the timer on pay-136? [y/N]');
    checkout('feature/web-9', 'n\n');
    // Its timer runs already; and branches without a task.
    expect(checkout('fix/pay-7-again', '')).toBe('');
    for (const branch of ['tidy', 'release-2', 'fix/utf-8-names']) expect(checkout(branch, '')).toBe('');
    // Its messages are not for the terminal, as in lazygit, which draws over it.
    const drawnOver = inTerminal('git checkout -q -b feature/pay-137 2>log', 'y\n', env, folder);
    expect(drawnOver).not.toContain('Start the timer');
    // Without a terminal, as in an editor; whoever runs the tests may have one.
    execFileSync('setsid', ['--wait', 'git', 'checkout', '-q', '-b', 'feature/pay-135'], {
      cwd: folder,
      env,
      stdio: 'pipe',
    });
    expect(existsSync(calls)).toBe(false);
  },
);

test.skipIf(process.platform === 'win32')(
  'the script for Raycast starts the task, and its output has the error',
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'punchcard-raycast-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const script = join(docs, 'examples', 'raycast-start.sh');
    writeFileSync(join(folder, 'punchcard'), '#!/bin/sh\nprintf "<%s>" "$@"\necho "No such task" >&2\nexit 1\n');
    chmodSync(join(folder, 'punchcard'), 0o755);
    const run = (...args: string[]) =>
      spawnSync(script, args, { env: { ...process.env, PATH: `${folder}:${process.env.PATH}` }, encoding: 'utf8' });
    expect(run('--pay $(id) 7')).toMatchObject({ stdout: '<start><--><--pay $(id) 7>No such task\n', status: 1 });
    expect(run('').stdout).toBe('<start><-->No such task\n');
    const fields = readFileSync(script, 'utf8').matchAll(/^# @raycast\.(\w+) (.+)$/gm);
    const {
      schemaVersion,
      title,
      mode,
      argument1 = '',
    } = Object.fromEntries([...fields].map(([, name, value]) => [name, value]));
    expect([schemaVersion, title, mode]).toEqual(['1', 'Start Timer', 'compact']);
    expect(JSON.parse(argument1)).toMatchObject({ type: 'text', optional: true });
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
