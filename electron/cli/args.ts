/** Parses the arguments of `punchcard` by the table of commands. Pure. */
import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import { z } from 'zod';
import { either, list } from '../../shared/i18n/format-dates.ts';
import { messages } from '../../shared/i18n/generated/main.ts';
import { type Asked, COMMANDS, commandWords, fieldsOf, isFlag, optionsOf, parseAsked } from './commands.ts';
import { type CommandWord, commandIndex, typedArguments } from './is-command-line.ts';

type Invocation =
  /** `fromInput` reads the text from standard input. */
  | { do: 'run'; asked: Asked; fromInput: boolean; json: boolean }
  | { do: 'help' }
  | { do: 'version' }
  /** `text` describes the mistake. `json`: in JSON, which was asked for somewhere in the line. */
  | { do: 'wrong'; text: string; json?: true };

export interface CommandLine {
  dataFolder: string | null;
  invocation: Invocation;
}

const DATA_FOLDER = '--user-data-dir';

/** `given` is everything after the program, including switches of the runtime. Never throws. */
export function readCommandLine(given: readonly string[]): CommandLine {
  const args = typedArguments(given);
  const end = args.indexOf('--');
  const switches = end === -1 ? args : args.slice(0, end);
  const folder = switches.find((arg) => arg.startsWith(`${DATA_FOLDER}=`))?.slice(DATA_FOLDER.length + 1);
  const invocation = readInvocation(args, switches);
  const isJson = invocation.do === 'wrong' && switches.includes('--json');
  return { dataFolder: folder || null, invocation: isJson ? { ...invocation, json: true } : invocation };
}

function readInvocation(args: readonly string[], switches: readonly string[]): Invocation {
  // As in the runtime its value stands behind a “=”: without it another app would answer.
  if (switches.includes(DATA_FOLDER)) return wrong(messages.cli.needsValue({ option: `${DATA_FOLDER}=` }));
  const at = commandIndex(args);
  const early = readBefore(at === -1 ? args : args.slice(0, at));
  return early ?? (at === -1 ? wrong(messages.cli.noCommand) : read(args.slice(at)));
}

/** What stands where the command should: null if that is only switches of the runtime and the path of the app. */
function readBefore(args: readonly string[]): Invocation | null {
  if (args.includes('--help') || args.includes('-h')) return { do: 'help' };
  if (args.includes('--version')) return { do: 'version' };
  const { 'user-data-dir': _, ...rest } = options();
  const own = Object.keys(rest).map((name) => `--${name}`);
  for (const arg of args) {
    const [option = ''] = arg.split('=');
    if (own.includes(option)) return wrong(messages.cli.tooEarly({ option }));
    if (!/^-|[./\\]/.test(arg)) return wrong(messages.cli.unknownCommand({ word: arg }));
  }
  return null;
}

function read([word, ...rest]: readonly string[]): Invocation {
  try {
    const { values, positionals } = parseArgs({ args: rest, allowPositionals: true, options: options() });
    const { help, version, json = false, 'user-data-dir': _, ...given } = values;
    if (help) return { do: 'help' };
    if (version) return { do: 'version' };
    return readFields(word as CommandWord, positionals, given, json === true);
  } catch (error) {
    return wrong(optionError(error));
  }
}

/** The options of all commands together: one that belongs to another command gets an error of its own. */
function options(): ParseArgsOptionsConfig {
  const fields = commandWords.flatMap((word) => optionsOf(word).map((name) => [name, fieldsOf(word)[name]] as const));
  return {
    ...Object.fromEntries(
      fields.map(([name, field]) => [name, { type: field && isFlag(field) ? 'boolean' : 'string' }]),
    ),
    json: { type: 'boolean' },
    help: { type: 'boolean', short: 'h' },
    version: { type: 'boolean' },
    // A switch of the runtime after the command.
    'user-data-dir': { type: 'string' },
  };
}

function readFields(
  word: CommandWord,
  positionals: string[],
  given: Record<string, unknown>,
  json: boolean,
): Invocation {
  const foreign = Object.keys(given).find((name) => !optionsOf(word).includes(name));
  if (foreign !== undefined) {
    const owners = commandWords.filter((other) => optionsOf(other).includes(foreign));
    return wrong(messages.cli.belongsTo({ option: `--${foreign}`, commands: list(owners) }));
  }
  const { places } = COMMANDS[word];
  if (places.length === 0 && positionals.length > 0) return wrong(messages.cli.nothingMore({ word }));
  // Several words are one text, but not one task.
  const last = places.at(-1);
  if (last === 'task' && positionals.length > places.length) return wrong(messages.cli.oneTask({ word }));
  const fromInput = last === 'text' && word === 'add' && positionals.length === 1 && positionals[0] === '-';
  const placed = places.flatMap((name, index): [string, string][] => {
    const own = name === last ? positionals.slice(index) : positionals.slice(index, index + 1);
    return own.length === 0 || fromInput ? [] : [[name, own.join(' ')]];
  });
  try {
    const asked = parseAsked({ do: word, ...Object.fromEntries(placed), ...given });
    if (asked.do === 'add' && asked.text?.trim() === '') return wrong(messages.cli.empty);
    return { do: 'run', asked, fromInput, json };
  } catch (error) {
    return wrong(fieldError(word, error));
  }
}

/** What is wrong with the first field that the schema rejects. */
function fieldError(word: CommandWord, error: unknown): string {
  const issue = error instanceof z.ZodError ? error.issues[0] : undefined;
  if (issue === undefined) throw error;
  const name = String(issue.path[0]);
  const isPlace = (COMMANDS[word].places as readonly string[]).includes(name);
  if (issue.code === 'too_big') return messages.cli.tooLong;
  if (issue.code === 'invalid_value') return messages.cli.oneOf({ values: either(issue.values.map(String)) });
  if (issue.code === 'invalid_format') return messages.cli.noTimeOfDay({ option: `--${name}` });
  return isPlace
    ? messages.cli.missing({ word, what: placeName(name) })
    : messages.cli.needsValue({ option: `--${name}` });
}

/** As the help writes it. */
export const placeName = (name: string): string => messages.cli.places[name as keyof typeof messages.cli.places];

/** Which option Node rejects, and why: from its error code and the name in its message. */
function optionError(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  const option = /'(-[^'\s]*)/.exec(message)?.[1];
  if (option === undefined) return messages.cli.notUnderstood;
  if (code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION') return messages.cli.unknownOption({ option });
  return message.includes('does not take') ? messages.cli.noValue({ option }) : messages.cli.needsValue({ option });
}

const wrong = (text: string): Invocation => ({ do: 'wrong', text });
