/** A socket of the service, with a real server (docs/service.md#realtime). */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import {
  openSocket,
  type RealtimeEvent,
  type SocketEnd,
  type SocketOptions,
} from '../../../electron/service/realtime.ts';
import { eventually } from '../../until.ts';
import { type SocketServer, socketServer } from './sockets.ts';

function listen({ baseUrl }: SocketServer, options: Partial<SocketOptions> = {}) {
  const log: { opened: number; events: RealtimeEvent[]; ends: SocketEnd[] } = { opened: 0, events: [], ends: [] };
  const socket = openSocket({
    baseUrl,
    path: '/ws/p1',
    credential: 'secret',
    userAgent: 'Punchcard/1',
    onOpen: () => {
      log.opened += 1;
    },
    onEvent: (event) => log.events.push(event),
    onEnd: (end) => log.ends.push(end),
    ...options,
  });
  onTestFinished(() => socket.close());
  return { socket, log };
}

test('sends the credential and no Origin, and receives events', async () => {
  const server = await socketServer();
  const { log } = listen(server);
  await eventually(() => expect(log.opened).toBe(1));
  expect(server.upgrades).toMatchObject([
    { path: '/ws/p1', headers: { authorization: 'Bearer secret', 'user-agent': 'Punchcard/1' } },
  ]);
  expect(server.upgrades[0]?.headers.origin).toBeUndefined();
  server.send('/ws/p1', { type: 'TASK_UPDATED', projectId: 'p1', taskId: 't1', more: { than: 'we know' } });
  server.send('/ws/p1', { type: 'TASK_RELATION_UPDATED', projectId: 'p1', taskId: '' });
  server.open.get('/ws/p1')?.send('no JSON');
  server.send('/ws/p1', ['no event']);
  server.send('/ws/p1', { type: 'TASK_CREATED', projectId: 'p1', taskId: null });
  await eventually(() => expect(log.events).toHaveLength(3));
  expect(log.events).toEqual([
    { type: 'TASK_UPDATED', projectId: 'p1', taskId: 't1' },
    { type: 'TASK_RELATION_UPDATED', projectId: 'p1', taskId: '' },
    { type: 'TASK_CREATED', projectId: 'p1', taskId: null },
  ]);
});

describe('while it is open', () => {
  // Passes only where a test lets it.
  const PING_MS = 3_600_000;
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }));
  afterEach(() => void vi.useRealTimers());

  async function opened() {
    const server = await socketServer();
    const { log } = listen(server, { pingMs: PING_MS });
    await eventually(() => expect(log.opened).toBe(1));
    /** Resolves after the answer to the ping: it arrives before a later event. */
    async function ping(): Promise<void> {
      const [pings, events] = [server.received.length, log.events.length];
      vi.advanceTimersByTime(PING_MS);
      await eventually(() => expect(server.received).toHaveLength(pings + 1));
      server.send('/ws/p1', { type: 'TASK_UPDATED', projectId: 'p1', taskId: 't1' });
      await eventually(() => expect(log.events).toHaveLength(events + 1));
    }
    return { server, log, ping };
  }

  test('sends the keep-alive message of the service', async () => {
    const { server, log, ping } = await opened();
    for (let count = 0; count < 3; count += 1) await ping();
    expect(new Set(server.received)).toEqual(new Set(['{"type":"ping"}']));
    expect(log.ends).toEqual([]);
  });

  test('a dead connection is lost', async () => {
    const { server, log, ping } = await opened();
    await ping();
    expect(log.ends).toEqual([]);
    // The server no longer reads, so it sends no pong.
    server.open.get('/ws/p1')?.pause();
    vi.advanceTimersByTime(2 * PING_MS);
    expect(log.ends).toEqual([{ why: 'lost' }]);
  });
});

test.each([401, 403, 404, 200, 503])('a rejection reports the status %i', async (status) => {
  const server = await socketServer();
  server.reject = () => status;
  const { log } = listen(server);
  await eventually(() => expect(log.ends).toEqual([{ why: 'rejected', status }]));
  expect(log.opened).toBe(0);
});

test('a redirect is a rejection: it is not followed', async () => {
  const server = await socketServer();
  server.reject = () => 302;
  const { log } = listen(server);
  await eventually(() => expect(log.ends).toEqual([{ why: 'rejected', status: 302 }]));
  expect(server.upgrades).toHaveLength(1);
});

test('a server that stops or does not exist is reported as lost, once', async () => {
  const server = await socketServer();
  const { log } = listen(server);
  await eventually(() => expect(log.opened).toBe(1));
  await server.close();
  await eventually(() => expect(log.ends).toEqual([{ why: 'lost' }]));
  const none = listen(server);
  await eventually(() => expect(none.log.ends).toEqual([{ why: 'lost' }]));
});

test('no callback runs after close', async () => {
  const server = await socketServer();
  const { socket, log } = listen(server);
  socket.close();
  const other = listen(server);
  await eventually(() => expect(other.log.opened).toBe(1));
  other.socket.close();
  await eventually(() => expect(server.open.size).toBe(0));
  expect([log, other.log]).toEqual([
    { opened: 0, events: [], ends: [] },
    { opened: 1, events: [], ends: [] },
  ]);
});

test('a server whose certificate the system trusts is accepted; an untrusted one is not', async () => {
  const identity = ownIdentity();
  const server = await socketServer(undefined, identity);
  const trusting = listen(server, { systemCertificates: () => [identity.cert] });
  await eventually(() => expect(trusting.log.opened).toBe(1));
  server.send('/ws/p1', { type: 'TASK_UPDATED', projectId: 'p1', taskId: 't1' });
  await eventually(() => expect(trusting.log.events).toHaveLength(1));
  expect(trusting.log.ends).toEqual([]);
  trusting.socket.close();

  const { log } = listen(server, { systemCertificates: () => [] });
  await eventually(() => expect(log.ends).toEqual([{ why: 'lost' }]));
  expect(log.opened).toBe(0);
  // The untrusted server received no request, so no credential.
  expect(server.upgrades).toHaveLength(1);
});

test('NODE_TLS_REJECT_UNAUTHORIZED does not disable the certificate check', async () => {
  const server = await socketServer(undefined, ownIdentity());
  vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
  onTestFinished(() => void vi.unstubAllEnvs());
  const { log } = listen(server, { systemCertificates: () => [] });
  await eventually(() => expect(log.ends).toEqual([{ why: 'lost' }]));
  expect(server.upgrades).toEqual([]);
});

test('credentials are removed from events', async () => {
  const server = await socketServer();
  const credential = 'a-token-of-20-letters';
  const { log } = listen(server, { credential });
  await eventually(() => expect(log.opened).toBe(1));
  server.send('/ws/p1', { type: `TASK_${credential}`, projectId: 'p1', taskId: credential });
  await eventually(() => expect(log.events).toEqual([{ type: 'TASK_***', projectId: 'p1', taskId: '***' }]));
});

/** Creates a key and a self-signed certificate. */
function ownIdentity(): { key: string; cert: string } {
  const folder = mkdtempSync(join(tmpdir(), 'punchcard-tls-'));
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const subject = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1'];
  const keyOptions = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '1'];
  execFileSync('openssl', ['req', '-x509', ...keyOptions, '-keyout', key, '-out', cert, ...subject], {
    stdio: 'ignore',
  });
  const identity = { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') };
  rmSync(folder, { recursive: true });
  return identity;
}
