/** Serves a local workspace on loopback like a web server, with simulated network faults. */
import { createServer, type Server } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { createDevicePage } from '../../../electron/local/device-page.ts';
import type { LocalWorkspace } from '../../../electron/local/local-workspace.ts';
import { listenOnLoopback } from '../../loopback.ts';
import { olderServer } from '../../older-server.ts';
import { serveSockets } from './sockets.ts';

interface ServedRequest {
  method: string;
  /** Path and query. */
  path: string;
  /** Header names in lower case. */
  headers: Record<string, string>;
  /** When the last of its answer was sent (Unix ms); null until then. */
  answeredAt: number | null;
}

/**
 * Replaces the answer: a Response is sent unchanged; `drop` ends the connection before the workspace gets the request;
 * `commit-then-drop` ends it after the workspace processed the request; undefined is the normal answer.
 */
export type Interception = Response | 'drop' | 'commit-then-drop' | undefined;

export interface ServedWorkspace {
  /** `http://127.0.0.1:PORT` */
  url: string;
  /** The API root: `url` + '/api' */
  baseUrl: string;
  /** Every request so far, in order of arrival, intercepted ones included. */
  requests: ServedRequest[];
  /** Intercepts requests while set. It must not read a body unless it answers itself: clone the request first. */
  intercept: ((request: Request) => Interception | Promise<Interception>) | undefined;
  /** Paths of the realtime sockets that are open, such as `/api/ws/user`. */
  openSockets(): string[];
  /** Every message received through a socket, as text. */
  socketMessages: string[];
  /** Ends every socket without a close frame, like a network failure. */
  dropSockets(): void;
  /** Ends every connection and frees the port; the workspace stays open. */
  close(): Promise<void>;
}

/**
 * Without `port`, uses a free one. `realtime` false: no sockets, like behind some proxies. `older`: answers like an older server.
 * Sets the workspace's publicUrl.
 */
export async function serveLocalWorkspace(
  workspace: LocalWorkspace,
  options: { port?: number; realtime?: boolean; older?: boolean } = {},
): Promise<ServedWorkspace> {
  const page = createDevicePage(workspace, async () => true);
  const api = options.older ? olderServer(workspace) : workspace.fetch;
  const answer = (request: Request) =>
    new URL(request.url).pathname === '/device' ? page.fetch(request) : api(request);
  const listener = getRequestListener(async (request, { incoming, outgoing }) => {
    const { pathname, search } = new URL(request.url);
    const recorded: ServedRequest = {
      method: request.method,
      path: pathname + search,
      headers: Object.fromEntries(request.headers),
      answeredAt: null,
    };
    served.requests.push(recorded);
    outgoing.once('finish', () => {
      recorded.answeredAt = Date.now();
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
  await listenOnLoopback(server, options.port);

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
