/** The app's end: answers command lines over a socket that only the owner of the data folder may open. */
import { lstatSync, renameSync, rmSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { basename } from 'node:path';
import { messages } from '../../shared/i18n/main-messages.ts';
import { nameForSetAside } from '../files/private-file.ts';
import { encodeLine, forgetSocketPath, MAX_LINE, newSocketPath, parseLine, type Reply, Request } from './protocol.ts';

export interface CommandServerOptions {
  dataFolder: string;
  /** Never rejects. */
  answer: (request: Request) => Promise<Reply>;
  /** It could not listen: command lines will not find the app. */
  onError: (error: Error) => void;
  /** Whoever connects must have asked within this (ms). */
  askWithinMs?: number;
  /** And have taken the answer within this (ms), which includes the time the answer takes. */
  endWithinMs?: number;
}

export interface CommandServer {
  /** Resolves once it listens, or cannot. */
  ready: Promise<void>;
  close(): void;
}

const ASK_WITHIN_MS = 5_000;
/** A little longer than a command line waits for its answer. */
const END_WITHIN_MS = 15_000;
/** Further simultaneous connections are refused with a request to try again. */
export const MAX_CONNECTIONS = 50;

/** Only for the one instance that holds the data folder: a socket that an earlier one left behind is removed. */
export function serveCommands(options: CommandServerOptions): CommandServer {
  const { dataFolder, onError } = options;
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
    receive(socket, options, open.size > MAX_CONNECTIONS);
  });
  // Those above the first limit are answered; those above this one are not even taken.
  server.maxConnections = 2 * MAX_CONNECTIONS;
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
    close() {
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
    // A full disk, for one.
    process.nextTick(() => server.emit('error', error));
    return;
  }
  if (process.platform === 'win32') {
    server.listen(path);
    return;
  }
  // From its first moment on it is nobody else’s: the socket is made within this call.
  const before = process.umask(0o177);
  try {
    server.listen(path);
  } finally {
    process.umask(before);
  }
}

/** An earlier app's socket goes; anything else there is not ours to delete. */
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

function receive(socket: Socket, options: CommandServerOptions, isTooMany: boolean): void {
  const { answer, askWithinMs = ASK_WITHIN_MS, endWithinMs = END_WITHIN_MS } = options;
  let text = '';
  /** Limits the whole request, not the pause between two bytes: a client that sends a byte a second would never be cut off. */
  let limit: NodeJS.Timeout | undefined;
  const endWithin = (ms: number): void => {
    clearTimeout(limit);
    limit = setTimeout(() => socket.destroy(), ms);
    limit.unref();
  };
  endWithin(askWithinMs);
  socket.once('close', () => clearTimeout(limit));
  socket.setEncoding('utf8');
  socket.on('error', () => socket.destroy());
  socket.on('data', (chunk: string) => {
    text += chunk;
    const end = text.indexOf('\n');
    if (end === -1) {
      if (text.length > MAX_LINE) socket.destroy();
      return;
    }
    socket.removeAllListeners('data');
    endWithin(endWithinMs);
    if (isTooMany) {
      socket.end(encodeLine({ ok: false, why: 'failed', said: messages.cli.tooManyAtOnce }));
      return;
    }
    const request = parseLine(Request, text.slice(0, end));
    if (request === undefined) {
      socket.end(encodeLine({ ok: false, why: 'failed', said: messages.cli.otherVersion }));
      return;
    }
    void answer(request).then((reply) => socket.end(encodeLine(reply)));
  });
}
