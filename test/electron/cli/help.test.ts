/** The help, the man page and the completion name every command and option of the table. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { isCommand } from '../../../build/system-packages.mjs';
import { COMMANDS, commandWords, optionsOf, RESOURCES, toolFieldsOf } from '../../../electron/cli/commands.ts';
import { completion, manPage, usage } from '../../../electron/cli/help.ts';
import type { CommandWord } from '../../../electron/cli/is-command-line.ts';
import { formatStatus, STATUS_FORMATS } from '../../../electron/cli/status-format.ts';
import type { AssistantKind } from '../../../shared/contract/assistants.ts';
import { messages as assistantsPage } from '../../../shared/i18n/generated/en/assistants-page.ts';

test('the help has a line for each command and option, of at most 80 characters', () => {
  const text = usage();
  for (const word of commandWords) {
    expect(text).toMatch(new RegExp(`^  ${word}\\b`, 'm'));
    for (const option of optionsOf(word))
      expect(text).toMatch(new RegExp(`^  --${option} .*${word}|^  --${option} `, 'm'));
  }
  expect(Math.max(...text.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80);
});

test.skipIf(process.platform === 'win32')('the man page is one that groff reads without a warning', () => {
  const page = manPage('1.2.3');
  const shown = execFileSync('groff', ['-man', '-ww', '-Tascii', '-P-cbou'], {
    input: page,
    encoding: 'utf8',
    stdio: 'pipe',
  });
  for (const word of commandWords) expect(shown).toContain(word);
});

/** Where a shell reads its completions at its start, and how it is started on a terminal. */
const SHELLS = {
  bash: { file: '.bashrc', command: 'bash --noprofile -i' },
  zsh: { file: 'functions/_punchcard', command: 'zsh -d -i' },
  fish: { file: 'fish/completions/punchcard.fish', command: 'fish -i' },
} as const;
const ACCOUNT = 'Acme $(touch broken) & "Söhne"';

test.for(['bash', 'zsh', 'fish'] as const)(
  '%s completes commands, options, values and names of accounts',
  async (shell, { skip }) => {
    for (const program of [shell, 'script']) if (!(await isCommand(program))) skip(`${program} is not installed`);
    const { file, command } = SHELLS[shell];
    const home = mkdtempSync(join(tmpdir(), 'punchcard-shell-'));
    const [got, bin] = [join(home, 'got'), join(home, 'bin')];
    for (const folder of [bin, dirname(join(home, file))]) mkdirSync(folder, { recursive: true });
    writeFileSync(join(home, file), `${completion(shell)}\n`);
    writeFileSync(join(home, '.zshrc'), 'fpath+=(~/functions)\nautoload -U compinit\ncompinit -u -D\n');
    const names = `printf '%s\\n' '${ACCOUNT}' Beta`;
    const record = `printf '<%s>' "$@" >> '${got}'; echo >> '${got}'`;
    writeFileSync(join(bin, 'punchcard'), `#!/bin/sh\nif [ "$2" = accounts ]; then ${names}; else ${record}; fi\n`, {
      mode: 0o755,
    });
    const env = { ...process.env, HOME: home, ZDOTDIR: home, XDG_CONFIG_HOME: home, XDG_DATA_HOME: home, TERM: 'dumb' };
    const child = spawn('script', ['-qfc', command, '/dev/null'], {
      cwd: home,
      env: { ...env, PATH: `${bin}:${process.env.PATH}`, LC_ALL: 'C.UTF-8' },
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    const ended = once(child, 'close');
    onTestFinished(async () => {
      // Shells on a terminal ignore SIGTERM. They end with their terminal.
      child.kill('SIGKILL');
      await ended;
      rmSync(home, { recursive: true, force: true, maxRetries: 5 });
    });
    const lines = () => (existsSync(got) ? readFileSync(got, 'utf8').trimEnd().split('\n') : []);
    const expected: string[] = [];
    for (const [typed, run] of [
      ['tog\t', '<toggle>'],
      ['log PAY-1 --fr\t9:00', '<log><PAY-1><--from><9:00>'],
      ['status --format wa\t', '<status><--format><waybar>'],
      ['report mo\t', '<report><month>'],
      ['list --account Ac\t', `<list><--account><${ACCOUNT}>`],
    ]) {
      child.stdin.write(`punchcard ${typed}\r`);
      expected.push(String(run));
      await expect.poll(lines).toEqual(expected);
    }
    expect(existsSync(join(home, 'broken'))).toBe(false);
  },
);

/** The rows of a table of docs/command-line.md, without the last cell: the test, which must exist and name what `names` says. */
function documented(heading: string, names: (row: string) => RegExp): string[] {
  const root = join(import.meta.dirname, '../../..');
  const [, table = ''] = readFileSync(join(root, 'docs/command-line.md'), 'utf8').split(`\n| ${heading} |`);
  const lines = table.split('\n').slice(2);
  return lines.slice(0, lines.indexOf('')).map((line) => {
    const [, row = '', tests = ''] = /^\| (.*) \| (`test\/[^|]*) \|$/.exec(line) ?? [];
    for (const [, path = ''] of tests.matchAll(/`([^`]+)`/g))
      expect(readFileSync(join(root, path), 'utf8'), `${path} tests ${row}`).toMatch(names(row));
    return row;
  });
}

/** What runs the command in a test: a command line, a request, or what a terminal gets without the app. */
const CALLS: Partial<Record<string, string>> = {
  completion: 'completion\\(|accountNames\\(',
  man: 'manPage\\(',
  mcp: 'serveTools\\(',
  status: 'formatStatus\\(',
};

test('the documentation has a row for each command, with a test that runs it', () => {
  const rows = documented('command | does | tested in', (row) => {
    const word = /\w+/.exec(row)?.[0] ?? '';
    return new RegExp([`run\\(\\['${word}'`, `do: '${word}'`, CALLS[word]].filter(Boolean).join('|'));
  });
  expect(rows.map((row) => /^`(\w+)/.exec(row)?.[1])).toEqual(commandWords);
});

test('the documentation has a row for each tool and resource of assistants, with a test of it', () => {
  const allowed = (word: CommandWord) => assistantsPage.kinds[COMMANDS[word].kind as AssistantKind];
  const tools = commandWords.filter((word) => COMMANDS[word].kind !== undefined);
  const rows = documented('tool or resource | takes | what has to be allowed | tested in', (row) =>
    row.includes('://')
      ? new RegExp(/[a-z]+:\/\/\w+\//.exec(row)?.[0] ?? '')
      : new RegExp(`do: '${row.split('`')[1]}'`),
  );
  expect(rows).toEqual([
    ...tools.map((word) => {
      const fields = Object.entries(toolFieldsOf(word)).map(([name, field]) =>
        field.safeParse(undefined).success ? `[${name}]` : name,
      );
      return `\`${word}\` | ${fields.map((name) => `\`${name}\``).join(' ') || 'nothing'} | ${allowed(word)}`;
    }),
    ...Object.entries(RESOURCES).map(([name, askedOf]) => {
      const { do: word } = askedOf('');
      return `\`punchcard://${name}/…\` | as \`${word}\` | ${allowed(word)}`;
    }),
  ]);
});

test('what a title contains is text in every format', () => {
  const task = { identifier: 'PAY-1', title: '<b> & #(reboot) %{A:reboot:} | shell=reboot' };
  const reply = { ok: true, said: `PAY-1 ${task.title}  0:05`, data: { task, elapsedMs: 300_000 } } as const;
  const shown = Object.fromEntries(STATUS_FORMATS.map((format) => [format, formatStatus(reply, format)]));
  expect(JSON.parse(shown.waybar ?? '').text).toContain('&lt;b&gt; &amp;');
  expect(shown.polybar).not.toContain('%{');
  expect(shown.xbar).not.toContain('|');
  expect(formatStatus({ ...reply, data: { ...reply.data, task: { ...task, identifier: '#(reboot)' } } }, 'tmux')).toBe(
    '##(reboot) 0:05',
  );
});
