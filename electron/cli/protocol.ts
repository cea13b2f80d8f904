/**
 * The protocol between a command line and the running app: a socket in the data folder (a named pipe on Windows) that only its owner
 * may use; one request per connection; one line of JSON each way, or a line at each change for one who follows the status. Both ends
 * validate it.
 */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { parseBoundedJson } from '../../shared/bounded-json.ts';
import { MAX_ASSISTANT_NAME } from '../../shared/contract/assistants.ts';
import { messages } from '../../shared/i18n/generated/main.ts';
import { oneLine } from '../../shared/tasks/clean-text.ts';
import { readPrivateFile, writePrivateFile } from '../files/private-file.ts';
import { type Asked, MAX_TEXT, parseAsked } from './commands.ts';

/** A command; or a command line left tasks in the drop folder. */
export type Request = (Asked & By) | { do: 'look' };
/** `by`: the assistant that asks. `fromHook`: a hook runs the command. */
const By = z.looseObject({
  by: z.string().transform(assistantName).optional(),
  fromHook: z.literal(true).optional(),
});
type By = { by?: string; fromHook?: true };

/** As it calls itself, in one readable line; never empty. */
export function assistantName(name = ''): string {
  const line = oneLine(name, MAX_ASSISTANT_NAME);
  return /[\p{L}\p{N}]/u.test(line) ? line : messages.cli.anAssistant;
}

const Look = z.strictObject({ do: z.literal('look') });

export const Reply = z.discriminatedUnion('ok', [
  /** `said` is for people, `data` for programs. */
  z.object({ ok: z.literal(true), said: z.string(), data: z.record(z.string(), z.unknown()) }),
  z.object({
    ok: z.literal(false),
    why: z.enum(['failed', 'signed-out', 'nothing-running', 'not-there', 'not-allowed']),
    said: z.string(),
  }),
]);
export type Reply = z.infer<typeof Reply>;

/** The app's address, if its socket is outside the data folder. */
const PIPE_FILE = 'punchcard.pipe';
const PIPES = '\\\\.\\pipe\\';
/** Limit for a socket's path (bytes): macOS allows 104 with the final zero, Linux 108. */
const MOST_SOCKET_PATH = 103;
/** In a folder that `mkdtemp` creates for its owner. */
const SHORT_SOCKET = /^\/.*\/punchcard-[A-Za-z0-9]{6}\/socket$/;

/** Limit for a request (bytes): every character of a text may be escaped with six. */
export const MAX_REQUEST = 7 * MAX_TEXT;
/** Limit for a reply (UTF-16 code units): it may repeat a text three times, with every character escaped. */
export const MAX_REPLY = 20 * MAX_TEXT;

/**
 * Returns the address to listen on: a socket in the data folder, or in a new temporary folder if its path is too long. Windows uses
 * named pipes, whose names all users share. Another user could claim a predictable name first and receive what is typed, so the
 * name is random at each start. It is written to the data folder, which only the owner can read. By Windows' defaults only the
 * owner can write to the pipe.
 */
export function newSocketPath(dataFolder: string, platform: NodeJS.Platform = process.platform): string {
  if (platform === 'win32') {
    const name = `punchcard-${randomBytes(16).toString('hex')}`;
    writePrivateFile(join(dataFolder, PIPE_FILE), name);
    return PIPES + name;
  }
  const path = inFolder(dataFolder);
  if (!isTooLong(path)) return path;
  // A killed app left it.
  forgetSocketPath(dataFolder, platform);
  const short = join(mkdtempSync(join(shortFolder(), 'punchcard-')), 'socket');
  writePrivateFile(join(dataFolder, PIPE_FILE), short);
  return short;
}

const inFolder = (dataFolder: string): string => join(dataFolder, 'punchcard.sock');
const isTooLong = (path: string): boolean => Buffer.byteLength(path) > MOST_SOCKET_PATH;

function shortFolder(): string {
  const folders = [process.env.XDG_RUNTIME_DIR, tmpdir()];
  return folders.find((one) => one?.startsWith('/') && !isTooLong(join(one, 'punchcard-123456/socket'))) ?? '/tmp';
}

/** On quit: removes a socket outside the data folder, and the recorded pipe name, which another program could claim. */
export function forgetSocketPath(dataFolder: string, platform: NodeJS.Platform = process.platform): void {
  if (platform !== 'win32' && !isTooLong(inFolder(dataFolder))) return;
  const path = socketPath(dataFolder, platform);
  if (platform !== 'win32' && path !== undefined) rmSync(dirname(path), { recursive: true, force: true });
  rmSync(join(dataFolder, PIPE_FILE), { force: true });
}

/** The address for a command line; undefined if no app has listened yet. */
export function socketPath(dataFolder: string, platform: NodeJS.Platform = process.platform): string | undefined {
  const path = inFolder(dataFolder);
  if (platform !== 'win32' && !isTooLong(path)) return path;
  try {
    const name = readPrivateFile(join(dataFolder, PIPE_FILE));
    if (platform !== 'win32') return SHORT_SOCKET.test(name) ? name : undefined;
    return /^punchcard-[0-9a-f]{32}$/.test(name) ? PIPES + name : undefined;
  } catch {
    return undefined;
  }
}

/** A line with its line break. */
export function encodeLine(message: Request | Reply): string {
  return `${JSON.stringify(message)}\n`;
}

/** undefined if the line is no request. */
export const readRequest = (line: string): Request | undefined =>
  readLine(line, (value) => {
    if (Look.safeParse(value).success) return { do: 'look' };
    const { by, fromHook, ...asked } = By.parse(value);
    return { ...parseAsked(asked), ...(by !== undefined && { by }), ...(fromHook && { fromHook }) };
  });

/** undefined if the line is no reply. */
export const readReply = (line: string): Reply | undefined => readLine(line, (value) => Reply.parse(value));

function readLine<T>(line: string, parse: (value: unknown) => T): T | undefined {
  try {
    return parse(parseBoundedJson(line));
  } catch {
    return undefined;
  }
}
