/** A hostile server on a local port, with faulty connections. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Delivery, HostileServer } from './server.ts';

export interface OnPort {
  /** `http://127.0.0.1:PORT` */
  url: string;
  /** While true the server cannot be reached. */
  isDown: boolean;
  /** Called at the next write, before or after its answer. */
  onWrite: { before?: () => void; after?: () => void } | null;
  stop(): Promise<void>;
}

export async function putOnPort(hostile: HostileServer): Promise<OnPort> {
  const server = createServer((incoming, outgoing) => {
    void answer(incoming, outgoing).catch(() => incoming.socket.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const port: OnPort = {
    url,
    isDown: false,
    onWrite: null,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };

  async function answer(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    if (port.isDown) {
      incoming.socket.destroy();
      return;
    }
    const { method = 'GET', headers } = incoming;
    const body = await text(incoming);
    const request = new Request(url + (incoming.url ?? ''), {
      method,
      headers: Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]),
      ...(body === '' ? {} : { body }),
    });
    const isWrite = method !== 'GET' && request.url.includes('/time-entry');
    const heard = isWrite ? port.onWrite : null;
    if (heard !== null) port.onWrite = null;
    heard?.before?.();
    const delivery = await hostile.receive(request);
    await deliver(delivery, incoming, outgoing);
    heard?.after?.();
  }
  return port;
}

async function deliver(delivery: Delivery, { socket }: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  switch (delivery.is) {
    case 'reset':
      socket.destroy();
      return;
    case 'silence':
      return;
    case 'garbage':
      socket.end('\u0000\u0001 no HTTP at all\r\n\r\n');
      return;
  }
  const { status, headers } = delivery.response;
  const body = Buffer.from(await delivery.response.arrayBuffer());
  const named = Object.fromEntries(headers);
  if (delivery.is === 'answer') {
    outgoing.writeHead(status, named).end(body);
    return;
  }
  const half = body.subarray(0, body.length / 2);
  // Node does not allow a wrong length.
  const head = (length: number): string =>
    `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\nConnection: close\r\n\r\n`;
  switch (delivery.is) {
    case 'cut':
      socket.write(head(body.length));
      socket.write(half);
      socket.destroySoon();
      return;
    case 'long':
      socket.write(head(body.length + 1000));
      socket.end(body);
      return;
    case 'short':
      socket.write(head(half.length));
      socket.end(body);
      return;
    default: {
      // A byte per second, and never the last one.
      socket.write(head(body.length + 1));
      for (const byte of body) {
        if (socket.destroyed) return;
        socket.write(Buffer.from([byte]));
        await new Promise((resolve) => setTimeout(resolve, 1_000));
      }
    }
  }
}
