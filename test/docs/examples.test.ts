/** The examples for other programs work as they are. `punchcard` is a script here that writes down its arguments: the real one has its own tests. */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { isCommand } from '../../build/system-packages.mjs';
import { readCommandLine } from '../../electron/cli/args.ts';

const docs = join(import.meta.dirname, '..', '..', 'docs');
const page = readFileSync(join(docs, 'command-line.md'), 'utf8');

/** The first snippet behind this text. */
const snippetAfter = (text: string): string => /(?:^(?: {4,}[^\n]*)?\n)+/m.exec(page.split(text)[1] ?? '')?.[0] ?? '';

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
    // As in an editor, which has no terminal. The person who runs the tests may have one, so setsid leaves it.
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
  const blocks = [...page.matchAll(/(?:^ {4,}[^\n]*\n)+/gm)]
    .map(([block]) => block)
    .filter((block) => /^\s+[{"]/.test(block));
  expect(blocks).toHaveLength(3);
  for (const block of blocks) {
    const text = block.trim();
    expect(() => JSON.parse(text.startsWith('{') ? text : `{${text}}`), text).not.toThrow();
  }
});

test('the tasks of Visual Studio Code are commands, and ask for what they use', () => {
  const { tasks, inputs }: { tasks: { args: string[]; problemMatcher: unknown }[]; inputs: { id: string }[] } =
    JSON.parse(snippetAfter('`.vscode/tasks.json`:\n'));
  const asked = (typed: string) =>
    tasks.map(({ args }) =>
      readCommandLine(
        args.map((arg) =>
          arg.replace(/\$\{input:(.*?)\}/, (_, used) => {
            expect(inputs.map(({ id }) => id)).toContain(used);
            return typed;
          }),
        ),
      ),
    );
  expect(asked('--pay 7')).toMatchObject([
    { invocation: { asked: { do: 'start', task: '--pay 7' } } },
    { invocation: { asked: { do: 'stop' } } },
  ]);
  expect(asked('')[0]).toMatchObject({ invocation: { do: 'wrong', text: 'start needs <task>.' } });
  // Otherwise the editor asks at each run which errors it should look for in the output.
  for (const { problemMatcher } of tasks) expect(problemMatcher).toEqual([]);
});

test('the commands of the status bars are commands', () => {
  const commands = [...page.matchAll(/punchcard (status --[^"'`)\n]*|toggle|open)(?=["'`)])/g)];
  expect(new Set(commands.map(([, args = '']) => args)).size).toBeGreaterThanOrEqual(6);
  for (const [line, args = ''] of commands)
    expect(readCommandLine(args.split(' ')), line).toMatchObject({ invocation: { do: 'run' } });
});

test('tmux shows the timer beside what its status line had', async ({ skip }) => {
  for (const program of ['tmux', 'script']) if (!(await isCommand(program))) skip(`${program} is not installed`);
  const folder = mkdtempSync(join(tmpdir(), 'punchcard-tmux-'));
  writeFileSync(join(folder, 'tmux.conf'), snippetAfter('tmux, which').trim().replaceAll(/^ +/gm, ''));
  writeFileSync(join(folder, 'punchcard'), '#!/bin/sh\n[ "$*" = "status --format tmux" ] && echo "PAY-7 0:05"\n', {
    mode: 0o755,
  });
  const { TMUX: _, ...outside } = process.env;
  const terminal = { TERM: 'xterm', LC_ALL: 'C.UTF-8' };
  const env = { ...outside, ...terminal, PATH: `${folder}:${process.env.PATH}`, TMUX_TMPDIR: folder };
  // With a title, its own part is as long as tmux lets it be.
  const titled = `printf '\\033]2;${'x'.repeat(30)}\\007'; sleep 600`;
  const command = `tmux -L punchcard -f '${join(folder, 'tmux.conf')}' new-session "${titled}"`;
  const child = spawn('script', ['-qfc', command, '/dev/null'], { env, stdio: ['pipe', 'pipe', 'ignore'] });
  const ended = once(child, 'close');
  onTestFinished(async () => {
    spawnSync('tmux', ['-L', 'punchcard', 'kill-server'], { env });
    await ended;
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  });
  let drawn = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    drawn += text;
  });
  // Title, time and date.
  await expect.poll(() => drawn).toMatch(/"x{21}" \d\d:\d\d \d\d-\w+-\d\d PAY-7 0:05/);
});
