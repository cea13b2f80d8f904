/** An HTTP server on loopback whose answers a test controls completely. */
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { listenOnLoopback } from '../../loopback.ts';

export interface RawRequest {
  method: string;
  /** Path and query. */
  path: string;
  headers: IncomingHttpHeaders;
  /** The body as text. */
  text: string;
}

export interface RawServer {
  /** `http://127.0.0.1:PORT/api` */
  baseUrl: string;
  /** All requests in order of arrival. */
  requests: RawRequest[];
  /** Answers the next requests. */
  answer: (request: RawRequest, response: ServerResponse) => void | Promise<void>;
}

/** Closes when the test ends. */
export async function rawServer(answer: RawServer['answer']): Promise<RawServer> {
  const server = createServer(async (incoming, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const request: RawRequest = {
      method: incoming.method ?? '',
      path: incoming.url ?? '',
      headers: incoming.headers,
      text: Buffer.concat(chunks).toString('utf8'),
    };
    served.requests.push(request);
    await served.answer(request, response);
  });
  await listenOnLoopback(server);
  onTestFinished(
    () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  );
  const served: RawServer = {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`,
    requests: [],
    answer,
  };
  return served;
}

/** Sends a string as it is, everything else as JSON. */
export function answering(
  status: number,
  body: unknown,
  headers: Record<string, string> = { 'Content-Type': typeof body === 'string' ? 'text/plain' : 'application/json' },
): RawServer['answer'] {
  return (_request, response) => {
    response.writeHead(status, headers).end(typeof body === 'string' ? body : JSON.stringify(body));
  };
}
