/** Parses the arguments of `punchcard`. Pure. */
import { parseArgs } from 'node:util';
import { messages } from '../../shared/i18n/generated/main.ts';
import { type CommandWord, commandIndex } from './is-command-line.ts';
import type { Request } from './protocol.ts';

export type Invocation =
  /** Without `text`, opens the quick-add line. `fromInput` reads the text from standard input. */
  | { do: 'add'; text: string; fromInput: boolean; startTimer: boolean; account?: string; json: boolean }
  | (Exclude<Request, { do: 'add' | 'ask' | 'look' }> & { json: boolean })
  | { do: 'help' }
  | { do: 'version' }
  /** `text` describes the mistake. */
  | { do: 'wrong'; text: string };

export interface CommandLine {
  dataFolder: string | null;
  invocation: Invocation;
}

/** Limit for a text of many lines (UTF-16 code units). */
export const MAX_TEXT = 100_000;

/** Hours and minutes, 0:00 to 23:59. */
export const TIME_OF_DAY = /^([01]?\d|2[0-3]):[0-5]\d$/;

/** `args` is everything after the program, including switches of the runtime. Never throws. */
export function readCommandLine(args: readonly string[]): CommandLine {
  const at = commandIndex(args);
  const before = at === -1 ? args : args.slice(0, at);
  return { dataFolder: dataFolderIn(args), invocation: at === -1 ? readWithoutCommand(before) : read(args.slice(at)) };
}

function dataFolderIn(args: readonly string[]): string | null {
  const prefix = '--user-data-dir=';
  return args.find((arg) => arg.startsWith(prefix))?.slice(prefix.length) || null;
}

function readWithoutCommand(args: readonly string[]): Invocation {
  if (args.includes('--help') || args.includes('-h')) return { do: 'help' };
  if (args.includes('--version')) return { do: 'version' };
  const word = args.find((arg) => !arg.startsWith('-'));
  return { do: 'wrong', text: word === undefined ? messages.cli.noCommand : messages.cli.unknownCommand({ word }) };
}

function read(args: readonly string[]): Invocation {
  const [word, ...rest] = args;
  try {
    const { values, positionals } = parseArgs({
      args: rest,
      allowPositionals: true,
      options: {
        json: { type: 'boolean', default: false },
        start: { type: 'boolean', default: false },
        from: { type: 'string' },
        account: { type: 'string' },
        help: { type: 'boolean', short: 'h', default: false },
        version: { type: 'boolean', default: false },
        // A switch of the runtime after the command.
        'user-data-dir': { type: 'string' },
      },
    });
    if (values.help) return { do: 'help' };
    if (values.version) return { do: 'version' };
    const { json, start, from } = values;
    const account = values.account === undefined ? {} : { account: values.account };
    if (start && word !== 'add') return wrong(messages.cli.startBelongsToAdd);
    if (values.account !== undefined && !takesAccount(word)) return wrong(messages.cli.accountBelongsTo);
    if (values.account === '') return wrong(messages.cli.needsValue({ option: '--account' }));
    if (from !== undefined && word !== 'stop') return wrong(messages.cli.fromBelongsToStop);
    if (from !== undefined && !TIME_OF_DAY.test(from)) return wrong(messages.cli.noTimeOfDay({ text: from }));
    switch (word as CommandWord) {
      case 'add':
        return readAdd(positionals, { startTimer: start, ...account, json });
      case 'start':
      case 'open':
        if (positionals.length > 1) return wrong(messages.cli.oneTask({ word: word as CommandWord }));
        return { do: word as 'start' | 'open', task: positionals[0] ?? null, ...account, json };
      case 'stop':
      case 'toggle':
      case 'switch':
      case 'discard':
      case 'status':
        if (positionals.length > 0) return wrong(messages.cli.nothingMore({ word: word as CommandWord }));
        return {
          do: word as 'stop' | 'toggle' | 'switch' | 'discard' | 'status',
          ...(from !== undefined && { from }),
          json,
        };
    }
  } catch (error) {
    return wrong(optionError(error));
  }
}

const takesAccount = (word: string | undefined): boolean => word === 'add' || word === 'start' || word === 'open';

type AddOptions = Pick<Extract<Invocation, { do: 'add' }>, 'startTimer' | 'account' | 'json'>;

function readAdd(positionals: string[], options: AddOptions): Invocation {
  const fromInput = positionals.length === 1 && positionals[0] === '-';
  const text = fromInput ? '' : positionals.join(' ');
  if (text.length > MAX_TEXT) return wrong(messages.cli.tooLong);
  if (positionals.length > 0 && !fromInput && text.trim() === '') return wrong(messages.cli.empty);
  return { do: 'add', text, fromInput, ...options };
}

/** Which option Node rejects, and why: from its error code and the name in its message. */
function optionError(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  const option = /'(-[^'\s]*)/.exec(message)?.[1];
  if (option === undefined) return messages.cli.notUnderstood;
  if (code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION') return messages.cli.unknownOption({ option });
  return message.includes('does not take') ? messages.cli.noValue({ option }) : messages.cli.needsValue({ option });
}

const wrong = (text: string): Invocation => ({ do: 'wrong', text });
