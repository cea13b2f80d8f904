/**
 * How a command line talks to the running app: a socket in the data folder (a named pipe on Windows) that only its owner may use,
 * one request a connection, one line of JSON each way. Both ends parse what they get.
 */
import { randomBytes } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { parseBoundedJson } from '../service/bounded-json.ts';
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

/** Windows only: the name of the pipe. */
const PIPE_FILE = 'punchcard.pipe';
const PIPES = '\\\\.\\pipe\\';

/** The longest line that is read, in UTF-16 code units: a reply says a text up to three times, each character escaped. */
export const MAX_LINE = 20 * MAX_TEXT;

/** What a shell is told; 2 is a command line that is not understood. */
export const EXIT = { ok: 0, failed: 1, wrong: 2, 'signed-out': 3, 'nothing-running': 4, 'not-there': 5 } as const;

/**
 * Where the app listens: a socket in the data folder. Windows has named pipes instead, whose names all users share: one that can be
 * guessed could be taken by somebody else first, and would be handed what is typed. So it is random at each start, and written into
 * the data folder, which only its owner can read. Writing to the pipe is the owner's by Windows' defaults.
 */
export function newSocketPath(dataFolder: string, platform: NodeJS.Platform = process.platform): string {
  if (platform !== 'win32') return join(dataFolder, 'punchcard.sock');
  const name = `punchcard-${randomBytes(16).toString('hex')}`;
  writeFileSync(join(dataFolder, PIPE_FILE), name, { mode: 0o600 });
  return PIPES + name;
}

/** The app ends: a pipe's name is nobody's any more, and could be taken. */
export function forgetSocketPath(dataFolder: string, platform: NodeJS.Platform = process.platform): void {
  if (platform === 'win32') rmSync(join(dataFolder, PIPE_FILE), { force: true });
}

/** Where a command line finds it; undefined where no app has listened yet. */
export function socketPath(dataFolder: string, platform: NodeJS.Platform = process.platform): string | undefined {
  if (platform !== 'win32') return join(dataFolder, 'punchcard.sock');
  try {
    const name = readFileSync(join(dataFolder, PIPE_FILE), 'utf8');
    return /^punchcard-[0-9a-f]{32}$/.test(name) ? PIPES + name : undefined;
  } catch {
    return undefined;
  }
}

/** One line, ended. */
export function lineOf(message: Request | Reply): string {
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
