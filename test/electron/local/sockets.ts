/** The realtime sockets of a served local workspace (docs/service.md#realtime): /api/ws/user and /api/ws/{projectId}. */
import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import type { LocalWorkspace } from '../../../electron/local/local-workspace.ts';
import { User } from '../../../electron/service/records.ts';

export interface Sockets {
  open(): string[];
  messages: string[];
  drop(): void;
  close(): void;
}

/** The person and the subscription of a socket. */
type Watch = { kind: 'user'; userId: string } | { kind: 'project'; projectId: string };

/** `isOffered` false: an upgrade is answered like an unknown path. */
export function serveSockets(server: Server, workspace: LocalWorkspace, isOffered: boolean): Sockets {
  const accepting = new WebSocketServer({ noServer: true });
  const sockets = new Map<WebSocket, { path: string; watch: Watch }>();
  const messages: string[] = [];

  server.on('upgrade', (request: IncomingMessage, stream: Duplex, head: Buffer) => {
    stream.on('error', () => stream.destroy());
    void admit(workspace, request, isOffered).then((admitted) => {
      if (typeof admitted === 'number') {
        stream.end(`HTTP/1.1 ${admitted} Refused\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
        return;
      }
      accepting.handleUpgrade(request, stream, head, (socket) => {
        sockets.set(socket, admitted);
        socket.on('close', () => sockets.delete(socket));
        socket.on('error', () => socket.terminate());
        // There is no pong.
        socket.on('message', (data) => messages.push(String(data)));
      });
    });
  });

  const stop = workspace.onEvent((event) => {
    for (const [socket, { watch }] of sockets) {
      if (event.type === 'NOTIFICATION_CREATED') {
        const isTheirs = watch.kind === 'user' && watch.userId === event.userId;
        if (isTheirs) socket.send(JSON.stringify({ type: event.type }));
      } else if (watch.kind === 'project' && watch.projectId === event.projectId) {
        socket.send(JSON.stringify(event));
      }
    }
  });

  const drop = () => {
    for (const socket of sockets.keys()) socket.terminate();
  };
  return {
    open: () => [...sockets.values()].map(({ path }) => path),
    messages,
    drop,
    close() {
      stop();
      drop();
    },
  };
}

/** The subscription, or the status of the rejection. Reading a project allows subscribing to it. */
async function admit(
  workspace: LocalWorkspace,
  request: IncomingMessage,
  isOffered: boolean,
): Promise<{ path: string; watch: Watch } | number> {
  const { pathname: path } = new URL(request.url ?? '/', 'http://localhost');
  const name = /^\/api\/ws\/([^/]+)$/.exec(path)?.[1];
  if (!isOffered || name === undefined) return 404;
  const ask = (what: string) =>
    workspace.fetch(
      new Request(`http://localhost/api${what}`, {
        headers: { Authorization: request.headers.authorization ?? '' },
      }),
    );
  const me = await ask('/user/me');
  if (!me.ok) return 401;
  if (name === 'user') return { path, watch: { kind: 'user', userId: User.parse(await me.json()).id } };
  const project = await ask(`/project/${name}`);
  return project.ok ? { path, watch: { kind: 'project', projectId: name } } : 403;
}
