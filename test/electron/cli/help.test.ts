/** The help, the man page and the completion name every command and option of the table. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { commandWords, optionsOf } from '../../../electron/cli/commands.ts';
import { completion, manPage, usage } from '../../../electron/cli/help.ts';
import { formatStatus, STATUS_FORMATS } from '../../../electron/cli/status-format.ts';

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

test.skipIf(process.platform === 'win32')('bash completes commands, their options and values', () => {
  const complete = (...words: string[]) =>
    execFileSync(
      'bash',
      [
        '-c',
        `${completion('bash')}\nCOMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _punchcard; echo "\${COMPREPLY[@]}"`,
        '-',
        'punchcard',
        ...words,
      ],
      { encoding: 'utf8' },
    ).trim();
  expect(complete('st')).toBe('start stop status');
  expect(complete('log', 'PAY-1', '--f')).toBe('--for --from');
  expect(complete('status', '--format', 'w')).toBe('waybar');
  expect(complete('completion', '')).toBe('bash zsh fish');
});

test('the documentation has a row for each command', () => {
  const page = readFileSync(join(import.meta.dirname, '../../../docs/command-line.md'), 'utf8');
  const rows = page.split('\n').flatMap((line) => /^\| `(\w+)[^|]*\|[^|]+\| `test\//.exec(line)?.[1] ?? []);
  expect(rows).toEqual(commandWords);
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
