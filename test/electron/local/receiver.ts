/** A receiver of webhook deliveries on loopback, which records them and answers as configured. */
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { expect, onTestFinished } from 'vitest';
import { eventually } from '../../until.ts';

interface Received {
  method: string;
  headers: IncomingHttpHeaders;
  /** The raw body. */
  raw: Buffer;
  json: Record<string, unknown> & { event: string; data: Record<string, unknown>; task: Record<string, unknown> };
}

export interface Receiver {
  port: number;
  url: string;
  received: Received[];
  /** The status of the next answers, with a Location for redirects; null: no answer. */
  status: number | null;
  /** Waits until this many deliveries arrived. */
  wait(count: number): Promise<Received[]>;
}

export async function startReceiver(): Promise<Receiver> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const raw = Buffer.concat(chunks);
      receiver.received.push({
        method: request.method ?? '',
        headers: request.headers,
        raw,
        json: raw.length === 0 ? {} : JSON.parse(raw.toString()),
      });
      if (receiver.status === null) return;
      response.writeHead(receiver.status, receiver.status === 302 ? { Location: '/elsewhere' } : {}).end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
  const receiver: Receiver = {
    port,
    url: `http://127.0.0.1:${port}/hook?key=abcd`,
    received: [],
    status: 204,
    async wait(count) {
      await eventually(() => expect(receiver.received.length).toBeGreaterThanOrEqual(count));
      return receiver.received;
    },
  };
  return receiver;
}
