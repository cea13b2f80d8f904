/** The app's end of the socket, which only the owner of the data folder may open. */
import { lstatSync, renameSync, rmSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { basename } from 'node:path';
import { MINUTE_MS } from '../../shared/dates/milliseconds.ts';
import { messages } from '../../shared/i18n/generated/main.ts';
import { createLogOnce } from '../../shared/log-once.ts';
import { nameForSetAside } from '../files/private-file.ts';
import {
  encodeLine,
  forgetSocketPath,
  MAX_REQUEST,
  newSocketPath,
  type Reply,
  type Request,
  readRequest,
} from './protocol.ts';

export interface CommandServerOptions {
  dataFolder: string;
  /** Never rejects. `signal` is aborted when the client has disconnected. */
  answer: (request: Request, signal: AbortSignal) => Promise<Reply>;
  /** Calls back now and at each change of the status, until the returned function is called. */
  follow: (onReply: (reply: Reply) => void) => () => void;
  /** Listening failed, so command lines will not find the app. */
  onError: (error: Error) => void;
  /** Time limit for the request (ms). */
  askWithinMs?: number;
  /** Time limit for computing and reading the reply (ms). */
  endWithinMs?: number;
}

export type CommandServer = ReturnType<typeof serveCommands>;

const ASK_WITHIN_MS = 5_000;
/** A busy app replies late; after this time it counts as broken. */
export const PATIENCE_MS = 10_000;
/** A command line gives up a little before the app cuts it off. */
const SPARE_MS = 5_000;
const END_WITHIN_MS = PATIENCE_MS + SPARE_MS;
/** Longer than a slow server needs for the task that a command names and its columns: three requests (electron/service/http.ts). */
export const TASK_WAITS_MS = 65_000;
/** Longer than a question to the person stays open (electron/features/assistants). */
export const ASSISTANT_WAITS_MS = 11 * MINUTE_MS;
/** Further simultaneous connections are refused with a request to try again. */
export const MAX_CONNECTIONS = 50;

/** What a reader of the status may leave unread (bytes). */
const MAX_UNREAD = 64 * 1024;

/** Call it only in the instance that holds the data folder's lock: it removes the socket of an earlier instance. */
export function serveCommands(options: CommandServerOptions) {
  const { dataFolder, onError } = options;
  const open = new Set<Socket>();
  const refused = createLogOnce('Refused on the command socket');
  const server = createServer((socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
    receive(socket, options, { isTooMany: open.size > MAX_CONNECTIONS, refused });
  });
  // Connections above the first limit get a reply; those above this one are not accepted.
  server.maxConnections = 2 * MAX_CONNECTIONS;
  server.on('drop', () => refused('too many connections'));
  /** Resolves once it listens or has failed. */
  const ready = new Promise<void>((resolve) => {
    server.once('listening', resolve);
    server.once('error', (error) => {
      onError(error);
      resolve();
    });
  });
  listen(server, dataFolder);
  server.unref();
  return {
    ready,
    close(): void {
      for (const socket of open) socket.destroy();
      server.close();
      forgetSocketPath(dataFolder);
    },
  };
}

function listen(server: Server, dataFolder: string): void {
  let path: string;
  try {
    path = newSocketPath(dataFolder);
    if (process.platform !== 'win32') clearTheWay(path);
  } catch (error) {
    // For example, the disk is full.
    process.nextTick(() => server.emit('error', error));
    return;
  }
  if (process.platform === 'win32') {
    server.listen(path);
    return;
  }
  // The socket is created within this call, so it is private from the start. The system refuses what exceeds the backlog: accepting a
  // flood only to drop it would take the app's time.
  const before = process.umask(0o177);
  try {
    server.listen({ path, backlog: MAX_CONNECTIONS });
  } finally {
    process.umask(before);
  }
}

/** Deletes an earlier socket, but no other kind of file. */
function clearTheWay(path: string): void {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats === undefined) return;
  if (stats.isSocket()) {
    rmSync(path);
    return;
  }
  const aside = nameForSetAside(path, new Date());
  renameSync(path, aside);
  console.error(`There was no socket in its place, but something else, which is set aside as ${basename(aside)}`);
}

interface Refusing {
  isTooMany: boolean;
  /** Logs the reason. */
  refused: (why: string) => void;
}

function receive(socket: Socket, options: CommandServerOptions, { isTooMany, refused }: Refusing): void {
  const { answer, follow, askWithinMs = ASK_WITHIN_MS, endWithinMs = END_WITHIN_MS } = options;
  if (isTooMany) refused('too many connections');
  const parts: Buffer[] = [];
  let length = 0;
  /** Limits the whole request, not the pause between two bytes: otherwise a client could keep the connection by sending slowly. */
  let limit: NodeJS.Timeout | undefined;
  const endWithin = (ms: number): void => {
    clearTimeout(limit);
    limit = setTimeout(() => socket.destroy(), ms);
    limit.unref();
  };
  endWithin(askWithinMs);
  socket.once('close', () => clearTimeout(limit));
  socket.on('error', () => socket.destroy());
  const limitLength = (part: Buffer): void => {
    length += part.length;
    if (length <= MAX_REQUEST) return;
    refused('a line that is too long');
    socket.destroy();
  };
  socket.on('data', (part: Buffer) => {
    const end = part.indexOf('\n');
    // Joined once, at the end: a client that floods the socket must cost little.
    if (!isTooMany) parts.push(end === -1 ? part : part.subarray(0, end));
    if (end === -1) return limitLength(part);
    socket.removeAllListeners('data');
    // Nothing may follow a request; it is read, because the end of the connection is noticed only then.
    socket.on('data', limitLength);
    endWithin(endWithinMs);
    if (isTooMany) {
      socket.end(encodeLine({ ok: false, why: 'failed', said: messages.cli.tooManyAtOnce }));
      return;
    }
    const request = readRequest(Buffer.concat(parts).toString());
    if (request === undefined) {
      socket.end(encodeLine({ ok: false, why: 'failed', said: messages.cli.otherVersion }));
      return;
    }
    const isAssistant = 'by' in request && request.by !== undefined;
    if (request.do === 'status' && request.follow && !isAssistant) {
      clearTimeout(limit);
      const stop = follow((reply) => {
        // A reader that stands still loses its connection, not the app its memory.
        if (socket.writableLength > MAX_UNREAD) socket.destroy();
        else socket.write(encodeLine(reply));
      });
      socket.once('close', stop);
      return;
    }
    // The person may have to be asked first.
    if (isAssistant) endWithin(ASSISTANT_WAITS_MS);
    else if ('task' in request) endWithin(TASK_WAITS_MS + SPARE_MS);
    const waiting = new AbortController();
    socket.once('close', () => waiting.abort());
    void answer(request, waiting.signal).then((reply) => socket.end(encodeLine(reply)));
  });
}
