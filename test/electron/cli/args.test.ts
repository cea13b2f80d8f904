/** Parsing command lines, and the errors of invalid ones. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readCommandLine } from '../../../electron/cli/args.ts';
import { MAX_TEXT } from '../../../electron/cli/commands.ts';
import { isCommandLine } from '../../../electron/cli/is-command-line.ts';

/** What is asked, with the switches that stay in the command line. */
function read(...args: string[]): object {
  const { invocation } = readCommandLine(args);
  if (invocation.do !== 'run') return invocation;
  const { asked, fromInput, json } = invocation;
  return { ...asked, ...(fromInput && { fromInput }), ...(json && { json }) };
}

describe('valid', () => {
  test.each([
    [['add', 'Send it #finance'], { do: 'add', text: 'Send it #finance' }],
    [['add', 'Send', 'it'], { do: 'add', text: 'Send it' }],
    [['add', '--start', '--json', 'x'], { do: 'add', text: 'x', start: true, json: true }],
    [['add', 'x', '--json'], { do: 'add', text: 'x', json: true }],
    [['add', '--', '--json'], { do: 'add', text: '--json' }],
    [['add', '-'], { do: 'add', fromInput: true }],
    [['add'], { do: 'add' }],
    [['add', 'stop'], { do: 'add', text: 'stop' }],
    [['start', 'PAY-142'], { do: 'start', task: 'PAY-142' }],
    [['start'], { do: 'start' }],
    [['stop', '--json'], { do: 'stop', json: true }],
    [['stop', '--from', '9:05'], { do: 'stop', from: '9:05' }],
    [['toggle'], { do: 'toggle' }],
    [['switch', '--json'], { do: 'switch', json: true }],
    [['discard'], { do: 'discard' }],
    [['status'], { do: 'status' }],
    [['open'], { do: 'open' }],
    [['open', 'PAY-1'], { do: 'open', task: 'PAY-1' }],
    [['log', 'PAY-1', '--for', '45m', '--note', 'Review'], { do: 'log', task: 'PAY-1', for: '45m', note: 'Review' }],
    [['move', 'PAY-1', 'In', 'progress'], { do: 'move', task: 'PAY-1', column: 'In progress' }],
    [['due', 'PAY-1', 'next', 'friday'], { do: 'due', task: 'PAY-1', date: 'next friday' }],
    [['note', ''], { do: 'note', text: '' }],
    [['status', '--follow', '--format', 'waybar'], { do: 'status', follow: true, format: 'waybar' }],
    [['completion', 'zsh'], { do: 'completion', shell: 'zsh' }],
    [['--help'], { do: 'help' }],
    [['add', '-h'], { do: 'help' }],
    [['--version'], { do: 'version' }],
    [['--help', 'stop'], { do: 'help' }],
    [['-h', 'discard'], { do: 'help' }],
    [['--no-sandbox', '--version', 'undo'], { do: 'version' }],
  ])('%j', (args, asked) => {
    expect(read(...args)).toEqual(asked);
  });

  test('arguments of the runtime before the command are ignored', () => {
    const args = ['--no-sandbox', '--user-data-dir=/tmp/data', '/some/app', 'stop'];
    expect(readCommandLine(args)).toMatchObject({ dataFolder: '/tmp/data', invocation: { asked: { do: 'stop' } } });
    expect(readCommandLine(['stop']).dataFolder).toBeNull();
    expect(readCommandLine(['add', '--', '--user-data-dir=/tmp/data'])).toMatchObject({
      dataFolder: null,
      invocation: { asked: { text: '--user-data-dir=/tmp/data' } },
    });
  });

  test('the launcher on Windows puts a -- before them', () => {
    const args = ['--', '--user-data-dir=/tmp/data', 'add', 'Fix:', 'the', 'login'];
    expect(readCommandLine(args)).toMatchObject({
      dataFolder: '/tmp/data',
      invocation: { asked: { do: 'add', text: 'Fix: the login' } },
    });
    expect(read('--', 'add', '--', '--json')).toEqual({ do: 'add', text: '--json' });
    expect(read('--', 'lsit')).toEqual({ do: 'wrong', text: 'There is no command “lsit”.' });
  });
});

describe('invalid, with an error', () => {
  test.each([
    [['add', ' '], 'The text is empty.'],
    [['add', 'x'.repeat(MAX_TEXT + 1)], 'That text is too long.'],
    [['stop', 'PAY-1'], 'stop takes no further arguments.'],
    [['stop', '--from', '25:00'], '--from needs a time of day such as 13:30.'],
    [['stop', '--from'], '--from needs a value.'],
    [['discard', '--from', '9:00'], '--from belongs to stop and log.'],
    [['start', 'PAY-1', 'PAY-2'], 'start takes one task.'],
    [['start', '--start'], '--start belongs to add.'],
    [['stop', '--force'], 'There is no option --force.'],
    [['stop', '--json=yes'], '--json takes no value.'],
    [['log'], 'log needs <task>.'],
    [['move', 'PAY-1'], 'move needs <column>.'],
    [['note'], 'note needs <text>.'],
    [['status', '--format', 'vim'], 'It can be plain, waybar, i3blocks, polybar, xbar or tmux.'],
    [['start', 'x'.repeat(201)], 'That text is too long.'],
    [['begin'], 'There is no command “begin”.'],
    [['help', 'discard'], 'There is no command “help”.'],
    [['/app', 'delete', 'undo'], 'There is no command “delete”.'],
    [['--account', 'acme', 'start', 'PAY-1'], '--account comes after the command.'],
    [['--account=acme', 'start', 'PAY-1'], '--account comes after the command.'],
    [['--json'], '--json comes after the command.'],
    [['--user-data-dir', '/tmp/data', 'stop'], '--user-data-dir= needs a value.'],
    [['stop', '--user-data-dir', '/tmp/data'], '--user-data-dir= needs a value.'],
    [['/app'], 'No command was given.'],
    [[], 'No command was given.'],
  ])('%j', (args, text) => {
    expect(read(...args)).toEqual({ do: 'wrong', text, ...(args.includes('--json') && { json: true }) });
  });

  test('parsing never throws', () => {
    const word = fc.oneof(fc.constantFrom('add', 'start', 'stop', '--json', '--start', '-', '--'), fc.string());
    fc.assert(
      fc.property(fc.array(word, { maxLength: 8 }), (args) => {
        expect(read(...args)).toMatchObject({ do: expect.any(String) });
      }),
    );
  });
});

describe('a start of the app is not a command line', () => {
  test.each([
    [['/app'], false],
    [['--hidden'], false],
    [['/app', '--inspect=0', '--hidden'], false],
    [['/app', 'add', 'x'], true],
    [['--no-sandbox', '/app', 'status'], true],
    [['--help'], true],
    [['-h'], true],
    [['lsit'], true],
    [['help', 'stop'], true],
    [['.'], false],
    [['/app', 'lsit'], false],
    [['PUNCHCARD://x', 'lsit'], false],
    // The author of a link controls these arguments, so they are never a command.
    [['punchcard://add?text=x', 'add', 'evil'], false],
    [['add', 'PUNCHCARD://x'], false],
    [['punchcard: x', 'add', 'evil'], false],
    [['punchcard:', 'add', 'evil'], false],
    [['--', 'punchcard://x', 'add', 'evil'], false],
    [['add', 'Punchcard: it hangs'], true],
    [['add', 'Punchcard:', 'it', 'hangs'], true],
    [['--', 'lsit'], true],
    [['--', 'add', 'x'], true],
    [['--'], false],
  ])('%j: %s', (args, is) => {
    expect(isCommandLine(args)).toBe(is);
  });
});
