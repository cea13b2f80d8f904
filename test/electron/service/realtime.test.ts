/** One socket of the service, against a real one (docs/service.md#realtime). */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import {
  openSocket,
  type RealtimeEvent,
  type SocketEnd,
  type SocketOptions,
} from '../../../electron/service/realtime.ts';
import { type SocketServer, socketServer } from './sockets.ts';

function listen({ baseUrl }: SocketServer, options: Partial<SocketOptions> = {}) {
  const heard: { opened: number; events: RealtimeEvent[]; ends: SocketEnd[] } = { opened: 0, events: [], ends: [] };
  const socket = openSocket({
    baseUrl,
    path: '/ws/p1',
    credential: 'secret',
    userAgent: 'Punchcard/1',
    onOpen: () => {
      heard.opened += 1;
    },
    onEvent: (event) => heard.events.push(event),
    onEnd: (end) => heard.ends.push(end),
    ...options,
  });
  onTestFinished(() => socket.close());
  return { socket, heard };
}

test('goes with the credential and without an Origin, and hears what happens', async () => {
  const server = await socketServer();
  const { heard } = listen(server);
  await vi.waitFor(() => expect(heard.opened).toBe(1));
  expect(server.asked).toMatchObject([
    { path: '/ws/p1', headers: { authorization: 'Bearer secret', 'user-agent': 'Punchcard/1' } },
  ]);
  expect(server.asked[0]?.headers.origin).toBeUndefined();
  server.send('/ws/p1', { type: 'TASK_UPDATED', projectId: 'p1', taskId: 't1', more: { than: 'we know' } });
  server.send('/ws/p1', { type: 'TASK_RELATION_UPDATED', projectId: 'p1', taskId: '' });
  server.open.get('/ws/p1')?.send('no JSON');
  server.send('/ws/p1', ['no event']);
  server.send('/ws/p1', { type: 'TASK_CREATED', projectId: 'p1', taskId: null });
  await vi.waitFor(() => expect(heard.events).toHaveLength(3));
  expect(heard.events).toEqual([
    { type: 'TASK_UPDATED', projectId: 'p1', taskId: 't1' },
    { type: 'TASK_RELATION_UPDATED', projectId: 'p1', taskId: '' },
    { type: 'TASK_CREATED', projectId: 'p1', taskId: null },
  ]);
});

test('says that it lives, in exactly the words the service knows', async () => {
  const server = await socketServer();
  listen(server, { pingMs: 20 });
  await vi.waitFor(() => expect(server.heard.length).toBeGreaterThan(2));
  expect(new Set(server.heard)).toEqual(new Set(['{"type":"ping"}']));
});

test('a line that went dead is lost', async () => {
  const server = await socketServer();
  const { heard } = listen(server, { pingMs: 30 });
  await vi.waitFor(() => expect(server.heard.length).toBeGreaterThan(0));
  expect(heard.ends).toEqual([]);
  // Nothing is read any more, and so nothing answered.
  server.open.get('/ws/p1')?.pause();
  await vi.waitFor(() => expect(heard.ends).toEqual([{ why: 'lost' }]));
});

test.each([401, 403, 404, 200, 503])('told how it was rejected: %i', async (status) => {
  const server = await socketServer();
  server.refuse = () => status;
  const { heard } = listen(server);
  await vi.waitFor(() => expect(heard.ends).toEqual([{ why: 'rejected', status }]));
  expect(heard.opened).toBe(0);
});

test('a redirect is a rejection: the credential goes nowhere else', async () => {
  const server = await socketServer();
  server.refuse = () => 302;
  const { heard } = listen(server);
  await vi.waitFor(() => expect(heard.ends).toEqual([{ why: 'rejected', status: 302 }]));
  expect(server.asked).toHaveLength(1);
});

test('a server that goes away, or is not there, is lost, once', async () => {
  const server = await socketServer();
  const { heard } = listen(server);
  await vi.waitFor(() => expect(heard.opened).toBe(1));
  await server.close();
  await vi.waitFor(() => expect(heard.ends).toEqual([{ why: 'lost' }]));
  const none = listen(server);
  await vi.waitFor(() => expect(none.heard.ends).toEqual([{ why: 'lost' }]));
});

test('closed, it says nothing more, not even that it ended', async () => {
  const server = await socketServer();
  const { socket, heard } = listen(server);
  socket.close();
  const other = listen(server);
  await vi.waitFor(() => expect(other.heard.opened).toBe(1));
  other.socket.close();
  await vi.waitFor(() => expect(server.open.size).toBe(0));
  expect([heard, other.heard]).toEqual([
    { opened: 0, events: [], ends: [] },
    { opened: 1, events: [], ends: [] },
  ]);
});

test('a server whose certificate only the system trusts is heard; one that nobody trusts is not', async () => {
  const identity = ownIdentity();
  const server = await socketServer(0, identity);
  const trusting = listen(server, { systemCertificates: () => [identity.cert] });
  await vi.waitFor(() => expect(trusting.heard.opened).toBe(1));
  server.send('/ws/p1', { type: 'TASK_UPDATED', projectId: 'p1', taskId: 't1' });
  await vi.waitFor(() => expect(trusting.heard.events).toHaveLength(1));
  expect(trusting.heard.ends).toEqual([]);
  trusting.socket.close();

  const { heard } = listen(server, { systemCertificates: () => [] });
  await vi.waitFor(() => expect(heard.ends).toEqual([{ why: 'lost' }]));
  expect(heard.opened).toBe(0);
  // Neither the one with the system's list nor the one without told the credential to a stranger.
  expect(server.asked).toHaveLength(1);
});

test('no variable of the environment makes it trust a stranger', async () => {
  const server = await socketServer(0, ownIdentity());
  vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
  onTestFinished(() => void vi.unstubAllEnvs());
  const { heard } = listen(server, { systemCertificates: () => [] });
  await vi.waitFor(() => expect(heard.ends).toEqual([{ why: 'lost' }]));
  expect(server.asked).toEqual([]);
});

test('an event that repeats the credential is heard without it', async () => {
  const server = await socketServer();
  const credential = 'a-token-of-20-letters';
  const { heard } = listen(server, { credential });
  await vi.waitFor(() => expect(heard.opened).toBe(1));
  server.send('/ws/p1', { type: `TASK_${credential}`, projectId: 'p1', taskId: credential });
  await vi.waitFor(() => expect(heard.events).toEqual([{ type: 'TASK_***', projectId: 'p1', taskId: '***' }]));
});

/** A key and a certificate that signs itself, made just now. */
function ownIdentity(): { key: string; cert: string } {
  const folder = mkdtempSync(join(tmpdir(), 'punchcard-tls-'));
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const subject = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1'];
  const made = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '1'];
  execFileSync('openssl', ['req', '-x509', ...made, '-keyout', key, '-out', cert, ...subject], { stdio: 'ignore' });
  const identity = { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') };
  rmSync(folder, { recursive: true });
  return identity;
}
