/** The command line's end of the socket: sends a request to the running app and waits for its reply. */
import { createConnection } from 'node:net';
import { messages } from '../../shared/i18n/generated/main.ts';
import { encodeLine, MAX_LINE, parseLine, Reply, type Request, socketPath } from './protocol.ts';

/** A busy app replies late; after this time it counts as broken (ms). */
const PATIENCE_MS = 10_000;

/** undefined if no app is running. Never rejects. */
export function sendToApp(dataFolder: string, request: Request, patienceMs = PATIENCE_MS): Promise<Reply | undefined> {
  const path = socketPath(dataFolder);
  if (path === undefined) return Promise.resolve(undefined);
  return new Promise((resolve) => {
    const socket = createConnection(path);
    let text = '';
    let isConnected = false;
    const end = (reply: Reply | undefined) => {
      socket.destroy();
      resolve(reply);
    };
    const lost = () => end(isConnected ? { ok: false, why: 'failed', said: messages.cli.noAnswer } : undefined);
    socket.setEncoding('utf8');
    socket.setTimeout(patienceMs, lost);
    socket.on('error', lost);
    socket.on('close', lost);
    socket.on('connect', () => {
      isConnected = true;
      socket.write(encodeLine(request));
    });
    socket.on('data', (chunk: string) => {
      text += chunk;
      const at = text.indexOf('\n');
      if (at !== -1) end(parseLine(Reply, text.slice(0, at)) ?? unreadable());
      else if (text.length > MAX_LINE) end(unreadable());
    });
  });
}

const unreadable = (): Reply => ({ ok: false, why: 'failed', said: messages.cli.unreadable });
