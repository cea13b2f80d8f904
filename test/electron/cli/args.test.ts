/** Parsing command lines, and the errors of invalid ones. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MAX_TEXT, readCommandLine } from '../../../electron/cli/args.ts';
import { isCommandLine } from '../../../electron/cli/is-command-line.ts';

const read = (...args: string[]) => readCommandLine(args).invocation;

describe('valid', () => {
  test.each([
    [
      ['add', 'Send it #finance'],
      { do: 'add', text: 'Send it #finance', fromInput: false, startTimer: false, json: false },
    ],
    [['add', 'Send', 'it'], { do: 'add', text: 'Send it', fromInput: false, startTimer: false, json: false }],
    [['add', '--start', '--json', 'x'], { do: 'add', text: 'x', fromInput: false, startTimer: true, json: true }],
    [['add', 'x', '--json'], { do: 'add', text: 'x', fromInput: false, startTimer: false, json: true }],
    [['add', '--', '--json'], { do: 'add', text: '--json', fromInput: false, startTimer: false, json: false }],
    [['add', '-'], { do: 'add', text: '', fromInput: true, startTimer: false, json: false }],
    [['add'], { do: 'add', text: '', fromInput: false, startTimer: false, json: false }],
    [['add', 'stop'], { do: 'add', text: 'stop', fromInput: false, startTimer: false, json: false }],
    [['start', 'PAY-142'], { do: 'start', task: 'PAY-142', json: false }],
    [['start'], { do: 'start', task: null, json: false }],
    [['stop', '--json'], { do: 'stop', json: true }],
    [['stop', '--from', '9:05'], { do: 'stop', from: '9:05', json: false }],
    [['toggle'], { do: 'toggle', json: false }],
    [['switch', '--json'], { do: 'switch', json: true }],
    [['discard'], { do: 'discard', json: false }],
    [['status'], { do: 'status', json: false }],
    [['open'], { do: 'open', task: null, json: false }],
    [['open', 'PAY-1'], { do: 'open', task: 'PAY-1', json: false }],
    [['--help'], { do: 'help' }],
    [['add', '-h'], { do: 'help' }],
    [['--version'], { do: 'version' }],
  ])('%j', (args, asked) => {
    expect(read(...args)).toEqual(asked);
  });

  test('arguments of the runtime before the command are ignored', () => {
    const args = ['--no-sandbox', '--user-data-dir=/tmp/data', '/some/app', 'stop'];
    expect(readCommandLine(args)).toEqual({ dataFolder: '/tmp/data', invocation: { do: 'stop', json: false } });
    expect(readCommandLine(['stop']).dataFolder).toBeNull();
  });
});

describe('invalid, with an error', () => {
  test.each([
    [['add', ' '], 'The text is empty.'],
    [['add', 'x'.repeat(MAX_TEXT + 1)], 'That text is too long.'],
    [['stop', 'PAY-1'], 'stop takes no further arguments.'],
    [['stop', '--from', '25:00'], '“25:00” is not a time of day such as 13:30.'],
    [['stop', '--from'], '--from needs a value.'],
    [['discard', '--from', '9:00'], '--from belongs to stop.'],
    [['start', 'PAY-1', 'PAY-2'], 'start takes one task.'],
    [['start', '--start'], '--start belongs to add.'],
    [['stop', '--force'], 'There is no option --force.'],
    [['stop', '--json=yes'], '--json takes no value.'],
    [['begin'], 'There is no command “begin”.'],
    [[], 'No command was given.'],
  ])('%j', (args, text) => {
    expect(read(...args)).toEqual({ do: 'wrong', text });
  });

  test('parsing never throws', () => {
    const word = fc.oneof(fc.constantFrom('add', 'start', 'stop', '--json', '--start', '-', '--'), fc.string());
    fc.assert(
      fc.property(fc.array(word, { maxLength: 8 }), (args) => {
        expect(read(...args).do).toBeTypeOf('string');
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
    // The author of a link controls these arguments, so they are never a command.
    [['punchcard://add?text=x', 'add', 'evil'], false],
    [['add', 'PUNCHCARD://x'], false],
  ])('%j: %s', (args, is) => {
    expect(isCommandLine(args)).toBe(is);
  });
});
