/** Runs a command line from arguments to printed reply and exit code: in the running app, or without it where possible. */

import { createReadStream } from 'node:fs';
import { resolve } from 'node:path';
import { messages } from '../../shared/i18n/generated/main.ts';
import { type CommandLine, type Invocation, MAX_TEXT, readCommandLine } from './args.ts';
import type { Reply, Request } from './protocol.ts';
import { sendToApp } from './socket-client.ts';
import { createTerminalLanguage, type SetTerminalLanguage } from './terminal-language.ts';
import { answerWithoutApp } from './without-app.ts';

/** Exit codes; 2 is a command line that cannot be parsed. */
const EXIT_CODES = {
  ok: 0,
  failed: 1,
  wrong: 2,
  'signed-out': 3,
  'nothing-running': 4,
  'not-there': 5,
} as const;

export interface RunOptions {
  /** The default data folder. */
  dataFolder: string;
  version: string;
  /** Reads standard input; a text longer than `max` UTF-16 code units may be cut off. */
  readInput: (max: number) => Promise<string>;
  print: (text: string) => void;
  printError: (text: string) => void;
  /** Sets the language of replies that do not come from the app. */
  setLanguage: SetTerminalLanguage;
  /** Starts the app with these arguments, detached. */
  startApp: (args: string[]) => void;
}

interface ProgramOptions extends Pick<RunOptions, 'dataFolder' | 'version' | 'startApp'> {
  /** Without the program’s name. */
  args: string[];
}

/** Runs the command line of this process in the terminal’s language. Returns the exit code. */
export async function runProgram({ args, ...own }: ProgramOptions): Promise<number> {
  const setLanguage = createTerminalLanguage(process.env);
  await setLanguage('system');
  return runCommandLine(readCommandLine(args), {
    ...own,
    readInput,
    print: (text) => process.stdout.write(`${text}\n`),
    printError: (text) => process.stderr.write(`${text}\n`),
    setLanguage,
  });
}

/** Returns the exit code. */
export async function runCommandLine(line: CommandLine, options: RunOptions): Promise<number> {
  const { invocation } = line;
  const dataFolder = line.dataFolder ?? options.dataFolder;
  switch (invocation.do) {
    case 'help':
      options.print(messages.cli.usage);
      return EXIT_CODES.ok;
    case 'version':
      options.print(options.version);
      return EXIT_CODES.ok;
    case 'wrong':
      options.printError(`${invocation.text}\n\n${messages.cli.usage}`);
      return EXIT_CODES.wrong;
  }
  const request = await requestOf(invocation, options);
  if (request.do === 'add' && request.text.length > MAX_TEXT) {
    options.printError(messages.cli.tooLong);
    return EXIT_CODES.wrong;
  }
  // The app must start with this command's data folder.
  const startApp = () => options.startApp(line.dataFolder === null ? [] : [`--user-data-dir=${resolve(dataFolder)}`]);
  const reply = (await sendToApp(dataFolder, request)) ?? (await answerAlone(dataFolder, request, startApp, options));
  return printReply(reply, invocation.json, options);
}

async function requestOf(
  invocation: Exclude<Invocation, { do: 'help' | 'version' | 'wrong' }>,
  { readInput }: RunOptions,
): Promise<Request> {
  if (invocation.do !== 'add') {
    const { json: _, ...request } = invocation;
    return request;
  }
  const { fromInput, startTimer, account } = invocation;
  const text = fromInput ? (await readInput(MAX_TEXT)).trim() : invocation.text;
  return text === '' && !fromInput
    ? { do: 'ask' }
    : { do: 'add', text, startTimer, ...(account !== undefined && { account }) };
}

/** No app is running. */
async function answerAlone(
  dataFolder: string,
  request: Request,
  startApp: () => void,
  { setLanguage }: RunOptions,
): Promise<Reply | 'not-there'> {
  if (request.do === 'open') {
    startApp();
    return { ok: true, said: messages.cli.starting, data: {} };
  }
  if (request.do !== 'add' && request.do !== 'status') return 'not-there';
  // A timer can only be started in the app.
  if (request.do === 'add' && request.startTimer) return 'not-there';
  const reply = await answerWithoutApp(dataFolder, request, setLanguage);
  if (reply === null) return 'not-there';
  // The app may have started meanwhile and looked into the drop folder before this write.
  if (request.do === 'add' && reply.ok) await sendToApp(dataFolder, { do: 'look' });
  // Its window shows the sign-in.
  if (request.do === 'add' && !reply.ok && reply.why === 'signed-out') startApp();
  return reply;
}

function printReply(reply: Reply | 'not-there', isJson: boolean, { print, printError }: RunOptions): number {
  const result: Reply | { ok: false; why: 'not-there'; said: string } =
    reply === 'not-there' ? { ok: false, why: 'not-there', said: messages.cli.notThere } : reply;
  if (result.ok) {
    if (isJson) print(JSON.stringify({ ok: true, ...result.data }));
    else if (result.said !== '') print(result.said);
    return EXIT_CODES.ok;
  }
  if (isJson) print(JSON.stringify({ ok: false, why: result.why, message: result.said }));
  else printError(result.said);
  return EXIT_CODES[result.why];
}

/** Reads standard input as text, until it exceeds `max` UTF-16 code units. */
async function readInput(max: number): Promise<string> {
  let text = '';
  for await (const chunk of standardInput()) {
    text += chunk;
    if (text.length > max) break;
  }
  return text;
}

/** On Windows Electron replaces `process.stdin` with an empty stream; the file descriptor is still open. */
function standardInput(): NodeJS.ReadableStream {
  if (process.platform === 'win32') return createReadStream('', { fd: 0, autoClose: false, encoding: 'utf8' });
  return process.stdin.setEncoding('utf8');
}
