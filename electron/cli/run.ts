/** Runs a command line from arguments to printed reply and exit code: in the running app, or without it where possible. */

import { execFile } from 'node:child_process';
import { createReadStream } from 'node:fs';
import { resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { messages } from '../../shared/i18n/generated/main.ts';
import { type CommandLine, readCommandLine } from './args.ts';
import { kindsOf } from './assistant-requests.ts';
import { type Asked, MAX_TEXT, SCHEMA_VERSION } from './commands.ts';
import { newsOf } from './followers.ts';
import { completion, manPage, usage } from './help.ts';
import type { Reply } from './protocol.ts';
import { followApp, sendToApp } from './socket-client.ts';
import { ASSISTANT_WAITS_MS } from './socket-server.ts';
import { formatStatus, type StatusFormat } from './status-format.ts';
import { createTerminalLanguage, type SetTerminalLanguage } from './terminal-language.ts';
import { accountNames, answerWithoutApp, isAllowedWithoutApp } from './without-app.ts';

/** Exit codes; 2 is a command line that cannot be parsed. */
const EXIT_CODES = {
  ok: 0,
  failed: 1,
  wrong: 2,
  'signed-out': 3,
  'nothing-running': 4,
  'not-there': 5,
  'not-allowed': 1,
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
  /** Starts the app with these arguments, detached. `session`: environment variables that this process does not have. */
  startApp: (args: string[], session?: Record<string, string>) => void;
  /** Aborted when the program that reads the output has ended. */
  readerGone: AbortSignal;
  /** How long a follower of the status waits until it looks for the app again (ms). */
  followAgainMs?: number;
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
    readerGone: watchReader(),
  });
}

/** How often to look whether the parent process still runs (ms). */
const LOOK_FOR_READER_MS = 5_000;

/** A status bar that ended closed its end of the pipe, which a program learns only when it prints, or its child got another parent. */
function watchReader(): AbortSignal {
  const reader = new AbortController();
  const parent = process.ppid;
  process.stdout.on('error', () => reader.abort());
  setInterval(() => {
    if (process.ppid !== parent) reader.abort();
  }, LOOK_FOR_READER_MS).unref();
  return reader.signal;
}

/** Returns the exit code. */
export async function runCommandLine(line: CommandLine, options: RunOptions): Promise<number> {
  const { invocation } = line;
  const dataFolder = line.dataFolder ?? options.dataFolder;
  switch (invocation.do) {
    case 'help':
      options.print(usage());
      return EXIT_CODES.ok;
    case 'version':
      options.print(options.version);
      return EXIT_CODES.ok;
    case 'wrong':
      if (invocation.json) printJson({ ok: false, why: 'wrong', message: invocation.text }, options);
      else options.printError(`${invocation.text}\n\n${usage()}`);
      return EXIT_CODES.wrong;
  }
  const { asked: given, fromInput, json } = invocation;
  const readsText = fromInput && given.do === 'add';
  const asked = readsText ? { ...given, text: (await options.readInput(MAX_TEXT)).trim() } : given;
  if (asked.do === 'man') options.print(manPage(options.version));
  if (asked.do === 'completion' && asked.shell !== 'accounts') options.print(completion(asked.shell));
  else if (asked.do === 'completion') for (const name of accountNames(dataFolder)) options.print(name);
  if (asked.do === 'man' || asked.do === 'completion') return EXIT_CODES.ok;
  // The app must start with this command's data folder.
  const ownFolder = line.dataFolder === null ? [] : [`--user-data-dir=${resolve(dataFolder)}`];
  if (asked.do === 'mcp') {
    await serveAssistant(dataFolder, (session) => options.startApp([...ownFolder, '--hidden'], session), options);
    return EXIT_CODES.ok;
  }
  if (asked.do === 'add' && (asked.text?.length ?? 0) > MAX_TEXT) {
    if (json) printJson({ ok: false, why: 'wrong', message: messages.cli.tooLong }, options);
    else options.printError(messages.cli.tooLong);
    return EXIT_CODES.wrong;
  }
  const startApp = () => options.startApp(ownFolder);
  // The app sets this variable for its hooks.
  const fromHook = process.env.PUNCHCARD_EVENT === undefined ? {} : { fromHook: true as const };
  const once = async () =>
    (await sendToApp(dataFolder, { ...asked, ...fromHook })) ??
    (await answerAlone(dataFolder, asked, startApp, options));
  if (asked.do === 'status' && asked.follow) return follow(dataFolder, asked, once, json, options);
  return printReply(await once(), json ? 'json' : formatOf(asked), options);
}

/** No app is running. `by`: the assistant that asks. */
async function answerAlone(
  dataFolder: string,
  asked: Asked,
  startApp: () => void,
  { setLanguage }: Pick<RunOptions, 'setLanguage'>,
  by?: string,
): Promise<Reply | 'not-there'> {
  // Which task is meant only the app can say.
  if (asked.do === 'open' && asked.task === undefined) {
    startApp();
    return { ok: true, said: messages.cli.starting, data: {} };
  }
  if (asked.do !== 'add' && asked.do !== 'status') return 'not-there';
  // A timer can only be started in the app.
  if (asked.do === 'add' && (asked.start || asked.text === undefined)) return 'not-there';
  const reply = await answerWithoutApp(dataFolder, asked, setLanguage, by);
  if (reply === null) return 'not-there';
  // The app may have started meanwhile and looked into the drop folder before this write.
  if (asked.do === 'add' && reply.ok) await sendToApp(dataFolder, { do: 'look' });
  // Its window shows the sign-in.
  if (asked.do === 'add' && !reply.ok && reply.why === 'signed-out') startApp();
  return reply;
}

/** How long a hidden start of the app may take (ms), and how often to look. */
const START_MS = 30_000;
const LOOK_MS = 250;
/** How long systemd may take to answer (ms). */
const SYSTEMD_MS = 5_000;

/** Serves the tools of an assistant; the first call starts the app if it does not run. */
async function serveAssistant(
  dataFolder: string,
  startHidden: (session: Record<string, string>) => void,
  { version, setLanguage }: RunOptions,
): Promise<void> {
  const { serveTools } = await import('./mcp.ts');
  const notAllowed: Reply = { ok: false, why: 'not-allowed', said: messages.cli.notAllowed };
  const notThere: Reply = { ok: false, why: 'not-there', said: messages.cli.notThere };
  await serveTools({
    version,
    input: standardInput(),
    send: async (asked, by, signal) => {
      const ask = () => sendToApp(dataFolder, { ...asked, by }, ASSISTANT_WAITS_MS, signal);
      const reply = await ask();
      if (reply !== undefined) return reply;
      const session = await readSession();
      const canStart = hasDisplay({ ...process.env, ...session });
      if (canStart) startHidden(session);
      for (const until = performance.now() + START_MS; canStart && performance.now() < until; ) {
        await wait(LOOK_MS);
        const late = await ask();
        if (late !== undefined) return late;
      }
      if (signal.aborted) return notThere;
      if (!isAllowedWithoutApp(dataFolder, by, asked.do, kindsOf(asked))) return canStart ? notThere : notAllowed;
      const alone = await answerAlone(dataFolder, asked, () => undefined, { setLanguage }, by);
      return alone === 'not-there' ? notThere : alone;
    },
  });
}

/** What the app needs of the desktop's session, and its language. Everything else is what the assistant gave. */
const SESSION_VARIABLES = [
  'DISPLAY',
  'WAYLAND_DISPLAY',
  'XAUTHORITY',
  'XDG_RUNTIME_DIR',
  'XDG_SESSION_TYPE',
  'XDG_CURRENT_DESKTOP',
  'DBUS_SESSION_BUS_ADDRESS',
  'LANG',
  'LANGUAGE',
];

/**
 * The variables of the desktop's session as they are now, which the protocol's SDK does not pass on by itself. Desktops give them to
 * systemd. Never rejects.
 */
async function readSession(): Promise<Record<string, string>> {
  const { env, platform } = process;
  if (platform !== 'linux' || env.DISPLAY !== undefined || env.WAYLAND_DISPLAY !== undefined) return {};
  const own = { ...env, XDG_RUNTIME_DIR: env.XDG_RUNTIME_DIR ?? `/run/user/${process.getuid?.()}` };
  const show = promisify(execFile)('systemctl', ['--user', 'show-environment'], { env: own, timeout: SYSTEMD_MS });
  const { stdout } = await show.catch(() => ({ stdout: '' }));
  // What has to be quoted for a shell is left out.
  const known = stdout.matchAll(/^(\w+)=([^$'"\n]*)$/gm);
  return Object.fromEntries(
    [...known].flatMap(([, name = '', value = '']) =>
      SESSION_VARIABLES.includes(name) && env[name] === undefined ? [[name, value]] : [],
    ),
  );
}

/** Without one the app cannot start. */
const hasDisplay = (env: NodeJS.ProcessEnv): boolean =>
  process.platform !== 'linux' || Boolean(env.DISPLAY || env.WAYLAND_DISPLAY);

const FOLLOW_AGAIN_MS = 5_000;

/** Prints the status at each change until the reader is gone, also while the app does not run. */
async function follow(
  dataFolder: string,
  asked: Extract<Asked, { do: 'status' }>,
  once: () => Promise<Reply | 'not-there'>,
  json: boolean,
  options: RunOptions,
): Promise<number> {
  // A reader that learns nothing of a timer that stopped would show it for ever.
  const format = json ? 'json' : (formatOf(asked) ?? 'plain');
  let last = '';
  const print = (reply: Reply | 'not-there') => {
    printReply(reply, format, {
      print: (text) => {
        const news = json && reply !== 'not-there' ? newsOf(reply) : text;
        if (news !== last) options.print(text);
        last = news;
      },
      printError: () => undefined,
    });
  };
  const { readerGone, followAgainMs = FOLLOW_AGAIN_MS } = options;
  while (!readerGone.aborted) {
    await followApp(dataFolder, asked, print, readerGone);
    if (!readerGone.aborted) print(await once());
    await wait(followAgainMs, undefined, { signal: readerGone }).catch(() => undefined);
  }
  return EXIT_CODES.ok;
}

const formatOf = (asked: Asked): StatusFormat | undefined => (asked.do === 'status' ? asked.format : undefined);

const printJson = (shown: object, { print }: Pick<RunOptions, 'print'>): void =>
  print(JSON.stringify({ schema: SCHEMA_VERSION, ...shown }));

/** Without a format an error goes to the error output. */
function printReply(
  reply: Reply | 'not-there',
  format: 'json' | StatusFormat | undefined,
  { print, printError }: Pick<RunOptions, 'print' | 'printError'>,
): number {
  const result: Reply = reply === 'not-there' ? { ok: false, why: 'not-there', said: messages.cli.notThere } : reply;
  if (format === 'json') {
    const { said, ...known } = result;
    const shown = result.ok ? { ok: true, ...result.data } : { ...known, message: said };
    printJson(shown, { print });
  } else if (format !== undefined) print(formatStatus(result, format));
  else if (!result.ok) printError(result.said);
  else if (result.said !== '') print(result.said);
  // A status bar hides what a failed program prints.
  if (result.ok || (format !== undefined && format !== 'json')) return EXIT_CODES.ok;
  return EXIT_CODES[result.why];
}

/** Reads standard input as text, until it exceeds `max` UTF-16 code units. */
async function readInput(max: number): Promise<string> {
  let text = '';
  for await (const chunk of standardInput().setEncoding('utf8')) {
    text += chunk;
    if (text.length > max) break;
  }
  return text;
}

/** On Windows Electron replaces `process.stdin` with an empty stream; the file descriptor is still open. */
const standardInput = (): Readable =>
  process.platform === 'win32' ? createReadStream('', { fd: 0, autoClose: false }) : process.stdin;
