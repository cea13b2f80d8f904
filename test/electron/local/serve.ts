/** Serves a local workspace on loopback, as a web server would be reached, with the faults a network has. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { LocalWorkspace } from '../../../electron/local/local-workspace.ts';
import { olderServer } from '../../older-server.ts';
import { serveSockets } from './sockets.ts';

export interface ServedRequest {
  method: string;
  /** Path and query. */
  path: string;
  /** Names in small letters. */
  headers: Record<string, string>;
  /** When the last of its answer was sent (Unix ms); null until then. */
  answeredAt: number | null;
}

/**
 * What to do instead of answering: a Response is sent as it is; `drop` ends the connection before the workspace sees the
 * request; `commit-then-drop` ends it after the workspace has carried the request out; undefined is the usual answer.
 */
export type Interception = Response | 'drop' | 'commit-then-drop' | undefined;

export interface ServedWorkspace {
  /** `http://127.0.0.1:PORT` */
  url: string;
  /** The API root: `url` + '/api' */
  baseUrl: string;
  /** Every request so far, in order of arrival, intercepted ones included. */
  requests: ServedRequest[];
  /** Set to meddle; unset to stop. It must not read the request's body unless it answers itself: clone it first. */
  intercept: ((request: Request) => Interception | Promise<Interception>) | undefined;
  /** Paths of the realtime sockets that are open, such as `/api/ws/user`. */
  openSockets(): string[];
  /** Every message that came through a socket so far, as text. */
  socketMessages: string[];
  /** Ends every socket without a word, as a network does. */
  dropSockets(): void;
  /** Ends every connection and frees the port; the workspace stays open. */
  close(): Promise<void>;
}

/**
 * Without a `port`, a free one is taken. `realtime` false: no sockets, as behind some proxies. `older`: it answers as an older server.
 * Sets the workspace's publicUrl.
 */
export async function serveLocalWorkspace(
  workspace: LocalWorkspace,
  options: { port?: number; realtime?: boolean; older?: boolean } = {},
): Promise<ServedWorkspace> {
  const answer = options.older ? olderServer(workspace) : workspace.fetch;
  const listener = getRequestListener(async (request, { incoming, outgoing }) => {
    const { pathname, search } = new URL(request.url);
    const seen: ServedRequest = {
      method: request.method,
      path: pathname + search,
      headers: Object.fromEntries(request.headers),
      answeredAt: null,
    };
    served.requests.push(seen);
    outgoing.once('finish', () => {
      seen.answeredAt = Date.now();
    });
    const interception = await served.intercept?.(request);
    if (interception === undefined) return answer(request);
    if (interception instanceof Response) return interception;
    if (interception === 'commit-then-drop') await answer(request);
    // On HTTP/1 the socket is the connection; the type also covers HTTP/2, which is not served here.
    if ('socket' in incoming) incoming.socket?.destroy();
    return RESPONSE_ALREADY_SENT;
  });
  const server = createServer((incoming, outgoing) => void listener(incoming, outgoing));
  const sockets = serveSockets(server, workspace, options.realtime ?? true);
  server.listen(options.port ?? 0, '127.0.0.1');
  await once(server, 'listening');

  const url = `http://127.0.0.1:${portOf(server)}`;
  const served: ServedWorkspace = {
    url,
    baseUrl: `${url}/api`,
    requests: [],
    intercept: undefined,
    openSockets: sockets.open,
    socketMessages: sockets.messages,
    dropSockets: sockets.drop,
    close: () =>
      new Promise((resolve) => {
        sockets.close();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  workspace.publicUrl = url;
  return served;
}

function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return address.port;
}
