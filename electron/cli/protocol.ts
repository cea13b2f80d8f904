/**
 * How a command line talks to the running app: a socket in the data folder (a named pipe on Windows) that only its owner may use,
 * one request a connection, one line of JSON each way. Both ends parse what they get.
 */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { parseBoundedJson } from '../../shared/bounded-json.ts';
import { readPrivateFile, writePrivateFile } from '../files/private-file.ts';
import { MAX_TEXT, TIME_OF_DAY } from './args.ts';

const Task = z.string().min(1).max(200);
const TimeOfDay = z.string().regex(TIME_OF_DAY);

export const Request = z.discriminatedUnion('do', [
  z.object({ do: z.literal('add'), text: z.string().max(MAX_TEXT), startTimer: z.boolean() }).strict(),
  /** Opens the quick-add line. */
  z.object({ do: z.literal('ask') }).strict(),
  z.object({ do: z.literal('start'), task: Task.nullable() }).strict(),
  /** `from`: as one that began at this time of day, `HH:mm`. */
  z.object({ do: z.literal('stop'), from: TimeOfDay.optional() }).strict(),
  z.object({ do: z.literal('discard') }).strict(),
  z.object({ do: z.literal('status') }).strict(),
  z.object({ do: z.literal('open'), task: Task.nullable() }).strict(),
  /** Something was written down beside the app: look at it. */
  z.object({ do: z.literal('look') }).strict(),
]);
export type Request = z.infer<typeof Request>;

export const Reply = z.discriminatedUnion('ok', [
  /** `said`: for people. `data`: for programs. */
  z.object({ ok: z.literal(true), said: z.string(), data: z.record(z.string(), z.unknown()) }),
  z.object({ ok: z.literal(false), why: z.enum(['failed', 'signed-out', 'nothing-running']), said: z.string() }),
]);
export type Reply = z.infer<typeof Reply>;

/** Where the app listens, if that is not in the data folder. */
const PIPE_FILE = 'punchcard.pipe';
const PIPES = '\\\\.\\pipe\\';
/** A socket's path may be no longer (bytes): macOS has room for 104 with the zero at its end, Linux for 108. */
const MOST_SOCKET_PATH = 103;
/** In a folder that `mkdtemp` made for its owner alone. */
const SHORT_SOCKET = /^\/.*\/punchcard-[A-Za-z0-9]{6}\/socket$/;

/** The longest line that is read, in UTF-16 code units: a reply says a text up to three times, each character escaped. */
export const MAX_LINE = 20 * MAX_TEXT;

/** What a shell is told; 2 is a command line that is not understood. */
export const EXIT_CODES = {
  ok: 0,
  failed: 1,
  wrong: 2,
  'signed-out': 3,
  'nothing-running': 4,
  'not-there': 5,
} as const;

/**
 * Where the app listens: a socket in the data folder, or in a new folder of its own where that one's path is too long. Windows has
 * named pipes instead, whose names all users share: one that can be guessed could be taken by somebody else first, and would be handed
 * what is typed. So it is random at each start. A name like that is written into the data folder, which only its owner can read.
 * Writing to the pipe is the owner's by Windows' defaults.
 */
export function newSocketPath(dataFolder: string, platform: NodeJS.Platform = process.platform): string {
  if (platform === 'win32') {
    const name = `punchcard-${randomBytes(16).toString('hex')}`;
    writePrivateFile(join(dataFolder, PIPE_FILE), name);
    return PIPES + name;
  }
  const path = inFolder(dataFolder);
  if (!isTooLong(path)) return path;
  // One that a killed app left.
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

/** When the app ends: removes a socket outside the data folder, and the record of a pipe's name, which another program could take. */
export function forgetSocketPath(dataFolder: string, platform: NodeJS.Platform = process.platform): void {
  if (platform !== 'win32' && !isTooLong(inFolder(dataFolder))) return;
  const path = socketPath(dataFolder, platform);
  if (platform !== 'win32' && path !== undefined) rmSync(dirname(path), { recursive: true, force: true });
  rmSync(join(dataFolder, PIPE_FILE), { force: true });
}

/** Where a command line finds it; undefined where no app has listened yet. */
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

/** One line, ended. */
export function encodeLine(message: Request | Reply): string {
  return `${JSON.stringify(message)}\n`;
}

/** Undefined for what is no message of that kind. */
export function parseLine<S extends z.ZodType>(schema: S, line: string): z.infer<S> | undefined {
  try {
    return schema.parse(parseBoundedJson(line));
  } catch {
    return undefined;
  }
}
