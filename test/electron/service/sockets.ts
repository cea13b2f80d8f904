/** A server of sockets on loopback (docs/service.md#realtime), and what it heard. */
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import { type WebSocket, WebSocketServer } from 'ws';

export interface SocketServer {
  /** The API root. */
  baseUrl: string;
  /** Every upgrade that was asked for, in order. */
  asked: { path: string; headers: IncomingHttpHeaders }[];
  /** Texts that arrived. */
  heard: string[];
  /** What to answer instead of a socket: an HTTP status, and HTML with it. */
  refuse: ((path: string) => number | undefined) | undefined;
  /** Those that are open, by path. */
  open: Map<string, WebSocket>;
  /** To whoever listens there. */
  send(path: string, event: unknown): void;
  close(): Promise<void>;
}

/** `identity`: the key and certificate to show, in PEM; without them it speaks plainly. */
export async function socketServer(port = 0, identity?: { key: string; cert: string }): Promise<SocketServer> {
  const http = identity ? createTlsServer(identity) : createServer();
  http.on('request', (_request, response) => response.writeHead(404).end());
  const sockets = new WebSocketServer({ noServer: true });
  const lines = new Set<Socket>();
  http.on('connection', (line) => lines.add(line));
  http.on('upgrade', (request, line, head) => {
    const path = (request.url ?? '').replace(/^\/api/, '');
    server.asked.push({ path, headers: request.headers });
    const status = server.refuse?.(path);
    if (status !== undefined) {
      line.end(`HTTP/1.1 ${status} No\r\nContent-Type: text/html\r\nContent-Length: 6\r\n\r\n<html>`);
      return;
    }
    sockets.handleUpgrade(request, line, head, (socket) => {
      server.open.set(path, socket);
      socket.on('message', (data) => server.heard.push(String(data)));
      socket.on('close', () => server.open.delete(path));
    });
  });
  http.listen(port, '127.0.0.1');
  await once(http, 'listening');
  const server: SocketServer = {
    baseUrl: `${identity ? 'https' : 'http'}://127.0.0.1:${(http.address() as AddressInfo).port}/api`,
    asked: [],
    heard: [],
    refuse: undefined,
    open: new Map(),
    send: (path, event) => server.open.get(path)?.send(JSON.stringify(event)),
    close: async () => {
      if (!http.listening) return;
      for (const line of lines) line.destroy();
      await new Promise((resolve) => http.close(resolve));
    },
  };
  onTestFinished(server.close);
  return server;
}
