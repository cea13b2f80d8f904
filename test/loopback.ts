/** Servers on loopback that keep their port while they are away. */
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { Server as HttpServer } from 'node:http';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { PATIENCE_MS } from './until.ts';

/**
 * The operating system chooses none of these ports by itself. A server that was away finds its own free again, however many suites run
 * beside this one.
 */
const PORTS = [20_000, 32_000] as const;

let lastPort = randomInt(...PORTS);

/** One after another: `fetch` would send a request for a port chosen again through its connection to the server before, which has ended. */
function nextPort(): number {
  lastPort = lastPort + 1 < PORTS[1] ? lastPort + 1 : PORTS[0];
  return lastPort;
}

/** Listens on this port, or on a free one. */
export async function listenOnLoopback(server: Server, port?: number): Promise<void> {
  // Node ends an idle connection after five seconds, on a busy machine at the moment of the next request.
  if (server instanceof HttpServer) server.keepAliveTimeout = PATIENCE_MS;
  for (;;) {
    server.listen(port ?? nextPort(), '127.0.0.1');
    try {
      await once(server, 'listening');
      return;
    } catch (error) {
      const isTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
      if (!isTaken || port !== undefined) throw error;
    }
  }
}

/** A port that was free a moment ago. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await listenOnLoopback(server);
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
