/** The local workspace as a web server on loopback, for other programs on this computer. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { createLogOnce } from '../../shared/log-once.ts';
import { type ConfirmDevice, createDevicePage } from './device-page.ts';
import type { LocalWorkspace } from './local-workspace.ts';

/** Sizes in bytes, times in ms. The limits of bodies are those of the routes (validate.ts). */
const LIMITS = {
  maxHeaderSize: 16 * 1024,
  headersTimeout: 10_000,
  requestTimeout: 60_000,
  keepAliveTimeout: 5_000,
  connectionsCheckingInterval: 2_000,
};
const MAX_CONNECTIONS = 100;
/** As much of a body is read after its answer, so that a client that sends first and reads later gets it and keeps its connection. */
const MAX_AFTER_ANSWER = 2 * 1024 * 1024;
/** How long a client has for its answer before the rest of its body is cut off, which may discard an answer that is still on its way (ms). */
const LINGER_MS = 1_000;

export type Listener = Awaited<ReturnType<typeof listen>>;

/** Rejects with the system's error, such as EADDRINUSE, if the port cannot be had. */
export async function listen(
  port: number,
  workspace: Pick<LocalWorkspace, 'fetch' | 'device' | 'owner'>,
  confirm: ConfirmDevice,
  limits: Partial<typeof LIMITS> = {},
) {
  const devicePage = createDevicePage(workspace, confirm);
  const answer = getRequestListener(
    (request) => (new URL(request.url).pathname === '/device' ? devicePage.fetch(request) : workspace.fetch(request)),
    // By default it would replace the Request and Response of the whole process.
    { overrideGlobalObjects: false },
  );
  // URL leaves out port 80, as browsers do.
  const hosts = ['127.0.0.1', 'localhost'].map((name) => new URL(`http://${name}:${port}`).host);
  const server = createServer({ ...LIMITS, ...limits }, (incoming, outgoing) => {
    endAfterAnswer(incoming, outgoing, () => refused('a body that goes on after the answer'));
    const status = whyRefused(incoming, hosts);
    if (status === null) void answer(incoming, outgoing);
    else outgoing.writeHead(status).end();
  });
  server.maxConnections = MAX_CONNECTIONS;
  const refused = createLogOnce('Refused on the port of the local workspace');
  server.on('drop', () => refused('too many connections'));
  // Not on ::1 as well: a computer may have no IPv6, and one address is enough for links, feeds and the check of the host.
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  server.on('error', (error) => console.error(`The port of the local workspace: ${error.message}`));
  return {
    address: `http://${hosts[0]}`,
    /** Ends every connection and frees the port. */
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Ends the connection of a request whose body goes on after its answer: Node would read it as long as it comes. */
function endAfterAnswer(incoming: IncomingMessage, outgoing: ServerResponse, onEnd: () => void): void {
  outgoing.once('finish', () => {
    if (incoming.complete) return;
    const { socket } = incoming;
    let read = 0;
    const count = (part: Buffer): void => {
      read += part.length;
      if (read <= MAX_AFTER_ANSWER) return;
      socket.pause();
      socket.end();
      setTimeout(() => socket.destroy(), LINGER_MS).unref();
      onEnd();
    };
    socket.on('data', count);
    incoming.once('end', () => socket.off('data', count));
  });
}

/**
 * The status that refuses a request of a web page elsewhere; null for any other request. A foreign host is a name that a page made
 * point to this computer (DNS rebinding). A foreign page may only link here.
 */
function whyRefused({ url, headers }: IncomingMessage, hosts: readonly string[]): number | null {
  if (!url?.startsWith('/')) return 400;
  if (!hosts.includes(headers.host?.toLowerCase() ?? '')) return 421;
  if (headers.origin !== undefined && headers.origin !== `http://${headers.host?.toLowerCase()}`) return 403;
  const isOwnPage = ['same-origin', 'none', undefined].includes(headers['sec-fetch-site'] as string | undefined);
  return isOwnPage || headers['sec-fetch-mode'] === 'navigate' ? null : 403;
}
