/** Servers other than the service, on real sockets. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listenOnLoopback } from '../loopback.ts';

export interface OddServer {
  /** `http://127.0.0.1:PORT` or `https://…` */
  url: string;
  requests: { method: string; url: string; headers: IncomingMessage['headers'] }[];
  close(): void;
}

export async function oddServer(answer: RequestListener, tls = false): Promise<OddServer> {
  const requests: OddServer['requests'] = [];
  const listener: RequestListener = (request, response) => {
    requests.push({ method: request.method ?? '', url: request.url ?? '', headers: request.headers });
    answer(request, response);
  };
  const server = tls ? createTlsServer(selfSigned(), listener) : createServer(listener);
  await listenOnLoopback(server);
  const { port } = server.address() as AddressInfo;
  return {
    url: `${tls ? 'https' : 'http'}://127.0.0.1:${port}`,
    requests,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

function selfSigned(): { key: Buffer; cert: Buffer } {
  const folder = mkdtempSync(join(tmpdir(), 'punchcard-tls-'));
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const subject = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1'];
  execFileSync(
    'openssl',
    ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1', '-keyout', key, '-out', cert, ...subject],
    {
      stdio: 'ignore',
    },
  );
  const created = { key: readFileSync(key), cert: readFileSync(cert) };
  rmSync(folder, { recursive: true });
  return created;
}
