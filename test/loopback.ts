/** Servers on loopback that keep their port while they are away. */
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { Server as HttpServer } from 'node:http';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { PATIENCE_MS } from './until.ts';

/**
 * The operating system chooses none of these ports by itself. Each process has a block of them, whose first port it keeps: a server that
 * was away finds its own port free again, however many suites run beside this one.
 */
const FIRST_PORT = 20_000;
const BLOCKS = 60;
const BLOCK_PORTS = 200;

let block: Promise<number> | undefined;
let used = 0;

async function claimBlock(): Promise<number> {
  for (let at = randomInt(BLOCKS); ; at = (at + 1) % BLOCKS) {
    const first = FIRST_PORT + at * BLOCK_PORTS;
    const keeper = createServer();
    if (await listens(keeper, first)) {
      keeper.unref();
      return first;
    }
  }
}

/** One after another: `fetch` would send a request for a port chosen again through its connection to the server before, which has ended. */
async function nextPort(): Promise<number> {
  block ??= claimBlock();
  const first = await block;
  used = (used % (BLOCK_PORTS - 1)) + 1;
  return first + used;
}

/** false: the port is taken. */
async function listens(server: Server, port: number): Promise<boolean> {
  server.listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') return false;
    throw error;
  }
}

/** Listens on this port, or on a free one. */
export async function listenOnLoopback(server: Server, port?: number): Promise<void> {
  // Node ends an idle connection after five seconds, on a busy machine at the moment of the next request.
  if (server instanceof HttpServer) server.keepAliveTimeout = PATIENCE_MS;
  if (port === undefined) {
    while (!(await listens(server, await nextPort())));
  } else if (!(await listens(server, port))) throw new Error(`Port ${port} is taken`);
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
