/** The command line's end of the socket: sends a request to the running app and waits for its reply. */
import { createConnection } from 'node:net';
import { messages } from '../../shared/i18n/generated/main.ts';
import { encodeLine, MAX_REPLY, type Reply, type Request, readReply, socketPath } from './protocol.ts';
import { PATIENCE_MS, TASK_WAITS_MS } from './socket-server.ts';

/** undefined if no app is running. Never rejects. */
export function sendToApp(
  dataFolder: string,
  request: Request,
  patienceMs = 'task' in request ? TASK_WAITS_MS : PATIENCE_MS,
  signal?: AbortSignal,
): Promise<Reply | undefined> {
  const path = socketPath(dataFolder);
  if (path === undefined) return Promise.resolve(undefined);
  return new Promise((resolve) => {
    const socket = createConnection({ path, ...(signal && { signal }) });
    let text = '';
    let isConnected = false;
    const end = (reply: Reply | undefined) => {
      socket.destroy();
      resolve(reply);
    };
    const lost = () => end(isConnected ? { ok: false, why: 'failed', said: messages.cli.noAnswer } : undefined);
    socket.setEncoding('utf8');
    socket.setTimeout(patienceMs, lost);
    socket.on('error', ({ code }: NodeJS.ErrnoException) => {
      // The app listens, but more wait already than it lets wait.
      if (code === 'EAGAIN') end({ ok: false, why: 'failed', said: messages.cli.tooManyAtOnce });
      else lost();
    });
    socket.on('close', lost);
    socket.on('connect', () => {
      isConnected = true;
      socket.write(encodeLine(request));
    });
    socket.on('data', (chunk: string) => {
      text += chunk;
      const at = text.indexOf('\n');
      if (at !== -1) end(readReply(text.slice(0, at)) ?? unreadable());
      else if (text.length > MAX_REPLY) end(unreadable());
    });
  });
}

/** Calls `onReply` for each line of the app, until it ends, cannot be reached or `signal` is aborted. Never rejects. */
export function followApp(
  dataFolder: string,
  request: Request,
  onReply: (reply: Reply) => void,
  signal: AbortSignal,
): Promise<void> {
  const path = socketPath(dataFolder);
  if (path === undefined) return Promise.resolve();
  return new Promise((resolve) => {
    const socket = createConnection({ path, signal });
    let text = '';
    socket.setEncoding('utf8');
    socket.on('error', () => undefined);
    socket.on('close', () => resolve());
    socket.on('connect', () => socket.write(encodeLine(request)));
    socket.on('data', (chunk: string) => {
      const lines = (text + chunk).split('\n');
      text = lines.pop() ?? '';
      for (const line of lines) onReply(readReply(line) ?? unreadable());
      if (text.length > MAX_REPLY) socket.destroy();
    });
  });
}

const unreadable = (): Reply => ({ ok: false, why: 'failed', said: messages.cli.unreadable });
