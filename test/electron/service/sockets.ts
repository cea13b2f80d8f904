/** A socket server on loopback (docs/service.md#realtime) that records requests and messages. */
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import { type WebSocket, WebSocketServer } from 'ws';
import { listenOnLoopback } from '../../loopback.ts';

export interface SocketServer {
  /** The API root. */
  baseUrl: string;
  /** All upgrade requests, in order. */
  upgrades: { path: string; headers: IncomingHttpHeaders }[];
  /** Received messages. */
  received: string[];
  /** Returns an HTTP status to reject an upgrade with. */
  reject: ((path: string) => number | undefined) | undefined;
  /** Open sockets by path. */
  open: Map<string, WebSocket>;
  /** Sends an event to the socket of that path. */
  send(path: string, event: unknown): void;
  close(): Promise<void>;
}

/** `identity`: key and certificate in PEM; without them the server uses plain http. */
export async function socketServer(port?: number, identity?: { key: string; cert: string }): Promise<SocketServer> {
  const http = identity ? createTlsServer(identity) : createServer();
  http.on('request', (_request, response) => response.writeHead(404).end());
  const sockets = new WebSocketServer({ noServer: true });
  const connections = new Set<Socket>();
  http.on('connection', (connection) => connections.add(connection));
  http.on('upgrade', (request, connection, head) => {
    const path = (request.url ?? '').replace(/^\/api/, '');
    server.upgrades.push({ path, headers: request.headers });
    const status = server.reject?.(path);
    if (status !== undefined) {
      connection.end(`HTTP/1.1 ${status} No\r\nContent-Type: text/html\r\nContent-Length: 6\r\n\r\n<html>`);
      return;
    }
    sockets.handleUpgrade(request, connection, head, (socket) => {
      server.open.set(path, socket);
      socket.on('message', (data) => server.received.push(String(data)));
      socket.on('close', () => server.open.delete(path));
    });
  });
  await listenOnLoopback(http, port);
  const server: SocketServer = {
    baseUrl: `${identity ? 'https' : 'http'}://127.0.0.1:${(http.address() as AddressInfo).port}/api`,
    upgrades: [],
    received: [],
    reject: undefined,
    open: new Map(),
    send: (path, event) => server.open.get(path)?.send(JSON.stringify(event)),
    close: async () => {
      if (!http.listening) return;
      for (const connection of connections) connection.destroy();
      await new Promise((resolve) => http.close(resolve));
    },
  };
  onTestFinished(server.close);
  return server;
}
