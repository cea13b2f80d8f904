/** The local workspace on a real port: what clients can do there, and what is refused. */
import { once } from 'node:events';
import { createServer, request as httpRequest } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { networkInterfaces } from 'node:os';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { z } from 'zod';
import type { ConfirmDevice } from '../../../electron/local/device-page.ts';
import { listen } from '../../../electron/local/listener.ts';
import { createLocalPort } from '../../../electron/local/port.ts';
import { CalendarFeed, DeviceCode, DeviceToken, Project, TaskImageUpload } from '../../../electron/service/records.ts';
import { freePort, listenOnLoopback } from '../../loopback.ts';
import { PATIENCE_MS } from '../../until.ts';
import { startReceiver } from './receiver.ts';
import { DAY_MS, testWorkspace } from './workspace.ts';

/** Bytes; the listener read 64 MiB before. */
const MOST_SENT = 32 * 1024 * 1024;

async function listening(confirm: ConfirmDevice = async () => true, limits: Parameters<typeof listen>[3] = {}) {
  const local = await testWorkspace();
  const port = await freePort();
  // A client of a busy machine may send its next request at the moment in which the listener ends an idle connection.
  const listener = await listen(port, local.workspace, confirm, { keepAliveTimeout: PATIENCE_MS, ...limits });
  onTestFinished(() => listener.close());
  const send = (path: string, { body, ...init }: { method?: string; token?: string; body?: unknown } = {}) =>
    fetch(`${listener.address}${path}`, {
      method: init.method ?? (body === undefined ? 'GET' : 'POST'),
      headers: {
        ...(init.token !== undefined && { Authorization: `Bearer ${init.token}` }),
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  const isAnswering = async () => (await send('/api/user/me', { token: local.token })).status === 200;
  return { ...local, port, listener, send, isAnswering };
}

/** The status of a request with headers that `fetch` would not send. */
async function statusWith(port: number, path: string, headers: Record<string, string>): Promise<number | undefined> {
  const sent = httpRequest({ port, host: '127.0.0.1', path, headers });
  sent.end();
  const [response] = await once(sent, 'response');
  response.resume();
  return response.statusCode;
}

describe('a client', () => {
  test('signs in by the device page, after the person said yes in the app', async () => {
    const asked: string[] = [];
    const { send, listener } = await listening(async ({ userCode }) => asked.push(userCode) === 1);
    async function decide() {
      const code = DeviceCode.parse(
        await (await send('/api/auth/device/code', { body: { client_id: 'service-cli' } })).json(),
      );
      expect(code.verification_uri).toBe(`${listener.address}/device`);
      const page = await (await fetch(code.verification_uri_complete)).text();
      const csrf = /name="csrf" value="([^"]*)"/.exec(page)?.[1] ?? '';
      const form = new URLSearchParams({ user_code: code.user_code, csrf, decision: 'approve' });
      const headers = { Origin: listener.address };
      const text = await (await fetch(`${listener.address}/device`, { method: 'POST', body: form, headers })).text();
      expect(asked.at(-1)).toBe(code.user_code);
      const grant = { grant_type: 'urn:ietf:params:oauth:grant-type:device_code', client_id: 'service-cli' };
      const answer = await send('/api/auth/device/token', { body: { ...grant, device_code: code.device_code } });
      return { text, answer: await answer.json() };
    }
    const approved = await decide();
    expect(approved.text).toContain('Approved.');
    const { access_token: token } = z.object({ access_token: z.string() }).parse(approved.answer);
    expect((await send('/api/user/me', { token })).status).toBe(200);
    const refused = await decide();
    expect(refused.text).toContain('Refused.');
    expect(refused.answer).toMatchObject({ error: 'access_denied' });
  });

  test('works with an API key within its scopes, and not without one', async () => {
    const { send, workspace, workspaceId, projectId } = await listening();
    const token = workspace.createApiKey('Script', ['project:read']);
    expect((await send(`/api/project?workspaceId=${workspaceId}`, { token })).status).toBe(200);
    const denied = await send(`/api/calendar-feed/project/${projectId}`, { token });
    expect([denied.status, await denied.json()]).toEqual([403, expect.objectContaining({ code: 'API_KEY_SCOPE' })]);
    expect((await send(`/api/project?workspaceId=${workspaceId}`)).status).toBe(401);
    expect((await send('/api/user/me', { token: 'wrong' })).status).toBe(401);
  });

  test('uploads a picture and subscribes to a calendar', async () => {
    const { send, listener, token, projectId, addTask } = await listening();
    const { id } = await addTask({ title: 'Pay rent', dueDate: '2026-12-01T00:00:00.000Z' });
    const bytes = Buffer.from('a picture');
    const file = { filename: 'a.png', contentType: 'image/png', size: bytes.length, surface: 'description' };
    const requested = await send(`/api/task/image-upload/${id}`, { method: 'PUT', token, body: file });
    const { key, uploadUrl, headers } = TaskImageUpload.parse(await requested.json());
    expect(uploadUrl).toContain(listener.address);
    expect((await fetch(uploadUrl, { method: 'PUT', headers, body: bytes })).status).toBe(200);
    const stored = await send(`/api/task/image-upload/${id}/finalize`, { token, body: { ...file, key } });
    const { url } = z.object({ url: z.string() }).parse(await stored.json());
    expect(url).toContain(listener.address);
    const read = await fetch(url, { headers: { Authorization: `Bearer ${token}` } });
    expect(Buffer.from(await read.arrayBuffer())).toEqual(bytes);

    const made = await send(`/api/calendar-feed/project/${projectId}`, { token, body: {} });
    const feed = CalendarFeed.parse(await made.json());
    const calendar = await fetch(`${listener.address}/api/calendar-feed/${feed.token}/calendar.ics`);
    expect(await calendar.text()).toContain('Pay rent');
  });
});

describe('a program whose access the person ends', () => {
  const feedPath = (projectId: string) => `/api/calendar-feed/project/${projectId}`;
  const webhookPath = (projectId: string) => `/api/generic-webhook-integration/project/${projectId}`;

  async function letIn() {
    const local = await listening();
    const { send, token } = local;
    const client_id = 'service-cli';
    const code = DeviceCode.parse(await (await send('/api/auth/device/code', { body: { client_id } })).json());
    await send('/api/auth/device/approve', { token, body: { userCode: code.user_code } });
    const grant = { grant_type: 'urn:ietf:params:oauth:grant-type:device_code', client_id };
    const granted = await send('/api/auth/device/token', { body: { ...grant, device_code: code.device_code } });
    return { ...local, program: DeviceToken.parse(await granted.json()).access_token };
  }

  test('leaves no key, no calendar and no webhook behind, not even what its key made; those of the person stay', async () => {
    const { send, workspace, clock, token, program, projectId, workspaceId } = await letIn();
    const receiver = await startReceiver();
    const body = { name: 'Another', slug: 'AN', icon: '', workspaceId };
    const other = Project.parse(await (await send('/api/project', { token, body })).json()).id;
    const makeFeed = async (by: string) =>
      CalendarFeed.parse(await (await send(feedPath(projectId), { token: by, body: {} })).json());
    const hook = (by: string, project: string, set: { method: string; body: object }) =>
      send(webhookPath(project), { token: by, ...set });
    const webhookUrl = `${receiver.url}/first`;
    const made = await send('/api/auth/api-key/create', { token: program, body: { name: 'Its key' } });
    const { key } = z.object({ key: z.string() }).parse(await made.json());
    const [its, own] = [await makeFeed(key), await makeFeed(token)];
    await hook(token, projectId, { method: 'POST', body: { webhookUrl } });
    // Now its own, by its address.
    await hook(program, projectId, { method: 'PATCH', body: { webhookUrl: receiver.url } });
    await hook(token, projectId, { method: 'PATCH', body: { events: { taskCreated: true } } });
    await hook(token, other, { method: 'POST', body: { webhookUrl, events: { taskCreated: true } } });
    await hook(program, other, { method: 'PATCH', body: { events: { taskDeleted: true } } });

    // Its session ends before.
    clock.ms += 7 * DAY_MS;
    expect(workspace.programs()).toBe(1);
    const read = async ({ token: secret }: CalendarFeed) =>
      (await send(`/api/calendar-feed/${secret}/calendar.ics`)).status;
    const { token: again } = workspace.openSession();
    expect([await read(its), await read(own), (await send('/api/user/me', { token: key })).status]).toEqual([
      200, 200, 200,
    ]);
    workspace.endPrograms();
    expect(workspace.programs()).toBe(0);
    expect([await read(its), await read(own), (await send('/api/user/me', { token: key })).status]).toEqual([
      404, 200, 401,
    ]);
    const task = { title: 'A task', description: '', priority: 'low', status: 'to-do' };
    await send(`/api/task/${projectId}`, { token: again, body: task });
    await send(`/api/task/${other}`, { token: again, body: task });
    const delivered = await receiver.wait(1);
    expect(delivered.map(({ json }) => json)).toMatchObject([{ project: { id: other } }]);
    expect(await (await send(webhookPath(projectId), { token: again })).json()).toBeNull();
  });

  test('makes nothing with a request whose body arrives only then', async () => {
    const { port, workspace, token, send, program, projectId } = await letIn();
    const requests = [
      ['/api/auth/api-key/create', { name: 'Its key' }],
      [feedPath(projectId), {}],
      [webhookPath(projectId), { webhookUrl: 'http://127.0.0.1:9/' }],
      [`/api/task/${projectId}`, { title: 'Its task', description: '', priority: 'low', status: 'to-do' }],
    ] as const;
    const begun = await Promise.all(
      requests.map(async ([path, body]) => {
        const headers = {
          'Content-Type': 'application/json',
          Authorization: `Bearer ${program}`,
          Expect: '100-continue',
        };
        const sent = httpRequest({ port, host: '127.0.0.1', path, method: 'POST', headers });
        sent.flushHeaders();
        // By then its login was checked.
        await once(sent, 'continue');
        return { sent, body };
      }),
    );
    workspace.endPrograms();
    const statuses = begun.map(async ({ sent, body }) => {
      sent.end(JSON.stringify(body));
      const [response] = await once(sent, 'response');
      response.resume();
      return response.statusCode;
    });
    expect(await Promise.all(statuses)).toEqual([401, 401, 401, 401]);
    expect(workspace.programs()).toBe(0);
    expect(await (await send(feedPath(projectId), { token })).json()).toEqual([]);
  });
});

describe('is refused, and the app goes on answering', () => {
  test('a name that a web page made point to this computer', async () => {
    const { port, isAnswering } = await listening();
    for (const host of [`evil.example:${port}`, '127.0.0.1:1', `127.0.0.1.evil.example:${port}`])
      expect(await statusWith(port, '/api/config', { Host: host })).toBe(421);
    expect(await statusWith(port, '/api/config', { Host: `LOCALHOST:${port}` })).toBe(200);
    expect(await statusWith(port, 'http://evil.example/api/config', { Host: `localhost:${port}` })).toBe(400);
    expect(await isAnswering()).toBe(true);
  });

  test('a request of a web page elsewhere', async () => {
    const { port, isAnswering } = await listening();
    const own = `127.0.0.1:${port}`;
    for (const Origin of ['https://evil.example', 'null', 'http://127.0.0.1:1', `https://${own}`])
      expect(await statusWith(port, '/api/config', { Host: own, Origin })).toBe(403);
    for (const site of ['cross-site', 'same-site'])
      expect(await statusWith(port, '/api/config', { Host: own, 'Sec-Fetch-Site': site })).toBe(403);
    const link = { Host: own, 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'navigate' };
    expect(await statusWith(port, '/device', link)).toBe(200);
    expect(await statusWith(port, '/api/config', { Host: own, Origin: `http://${own}` })).toBe(200);
    expect(await isAnswering()).toBe(true);
  });

  test('a body and headers that are too large', async () => {
    const { send, token, port, isAnswering } = await listening();
    const long = await send('/api/auth/device/code', { body: { client_id: 'x'.repeat(2_000_000) } });
    expect(long.status).toBe(413);
    expect(await statusWith(port, '/api/config', { Host: `127.0.0.1:${port}`, 'X-Long': 'x'.repeat(20_000) })).toBe(
      431,
    );
    expect((await send('/api/user/me', { token })).status).toBe(200);
    expect(await isAnswering()).toBe(true);
  });

  test.each([
    ['without a login', 'POST /api/task/p', '401'],
    ['of more than a route takes', 'POST /api/auth/device/code', '413'],
    ['to an unknown address', 'PUT /upload/unknown', '403'],
    ['that no route expects', 'GET /api/config', '200'],
    ['of a web page elsewhere', 'POST /device HTTP/1.1\r\nOrigin: https://evil.example\r\nX-Rest:', '403'],
  ])('a body without end %s, soon after its answer', async (_what, start, status) => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue();
    onTestFinished(() => warn.mockRestore());
    const { port, isAnswering } = await listening();
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => undefined);
    let answer = '';
    socket.on('data', (part) => {
      answer += String(part);
    });
    const part = `10000\r\n${'x'.repeat(0x10000)}\r\n`;
    const write = () => {
      while (!socket.destroyed && socket.write(part)) if (socket.bytesWritten > MOST_SENT) return;
    };
    socket.on('drain', write);
    socket.write(`${start} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nTransfer-Encoding: chunked\r\n\r\n`, write);
    await expect.poll(() => socket.closed).toBe(true);
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    // What the limits allow, and the buffers of the system hold.
    expect(socket.bytesWritten).toBeLessThan(MOST_SENT);
    expect(await isAnswering()).toBe(true);
    expect(warn.mock.calls.length).toBeLessThanOrEqual(1);
  });

  test('a body that is too large, whose client reads only once it has sent it, and goes on with the connection', async () => {
    const { port } = await listening();
    const socket = connect(port, '127.0.0.1');
    onTestFinished(() => void socket.destroy());
    const write = (text: string) => new Promise((resolve) => socket.write(text, resolve));
    const host = `Host: 127.0.0.1:${port}`;
    const head = [host, 'Content-Type: application/json', 'Content-Length: 2000000'].join('\r\n');
    await write(`POST /api/auth/device/code HTTP/1.1\r\n${head}\r\n\r\n`);
    await write('x'.repeat(2_000_000));
    let text = '';
    socket.on('data', (part) => {
      text += String(part);
    });
    const answers = () => text.match(/HTTP\/1\.1 \d+/g);
    await expect.poll(answers).toEqual(['HTTP/1.1 413']);
    await write(`GET /api/config HTTP/1.1\r\n${host}\r\n\r\n`);
    await expect.poll(answers).toEqual(['HTTP/1.1 413', 'HTTP/1.1 200']);
  });

  test('headers that come too slowly', async () => {
    const { port, isAnswering } = await listening(undefined, { headersTimeout: 50, connectionsCheckingInterval: 20 });
    const socket = connect(port, '127.0.0.1');
    socket.write(`GET /api/config HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nX-Slow: `);
    const [answer] = await once(socket, 'data');
    expect(String(answer)).toMatch(/^HTTP\/1\.1 408 /);
    await once(socket, 'close');
    // A busy computer may be too slow for these headers as well.
    await expect.poll(() => isAnswering().catch(() => false)).toBe(true);
  });

  test('more than a hundred of a thousand connections at once, which is logged once', async () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue();
    onTestFinished(() => warn.mockRestore());
    // The accepted ones would be closed when their headers are late.
    const { port, isAnswering } = await listening(undefined, {
      headersTimeout: PATIENCE_MS,
      requestTimeout: PATIENCE_MS,
    });
    let dropped = 0;
    const sockets: Socket[] = Array.from({ length: 1_000 }, () => {
      const socket = connect(port, '127.0.0.1');
      socket.on('error', () => undefined);
      socket.on('close', () => {
        dropped += 1;
      });
      return socket;
    });
    await expect.poll(() => dropped).toBe(900);
    for (const socket of sockets) socket.destroy();
    await expect.poll(() => isAnswering().catch(() => false)).toBe(true);
    expect(warn.mock.calls).toEqual([['Refused on the port of the local workspace: too many connections']]);
  });

  test('the other loopback address, and any other address of this computer', async () => {
    const { port, isAnswering } = await listening();
    const others = Object.values(networkInterfaces()).flatMap((all) => all?.map(({ address }) => address) ?? []);
    for (const host of new Set(['::1', ...others.filter((one) => one !== '127.0.0.1' && !one.startsWith('fe80'))])) {
      const socket = connect(port, host);
      const outcome = await Promise.race([
        once(socket, 'connect').then(() => 'connected'),
        once(socket, 'error').then(([error]) => String(error.code)),
      ]).catch((error: NodeJS.ErrnoException) => String(error.code));
      // Without IPv6 there is no such address.
      expect(['ECONNREFUSED', 'EADDRNOTAVAIL', 'EAFNOSUPPORT'], host).toContain(outcome);
      socket.destroy();
    }
    expect(await isAnswering()).toBe(true);
  });

  test('a socket for events, as an unknown path: clients then poll', async () => {
    const { port, token, isAnswering } = await listening();
    const upgrade = { Connection: 'Upgrade', Upgrade: 'websocket', 'Sec-WebSocket-Version': '13' };
    const headers = { Host: `127.0.0.1:${port}`, Authorization: `Bearer ${token}`, ...upgrade };
    for (const path of ['/api/ws/user', '/api/ws/p'])
      expect(await statusWith(port, path, { ...headers, 'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==' })).toBe(404);
    expect(await isAnswering()).toBe(true);
  });
});

test('a webhook set up over the port delivers what changes over the port', async () => {
  const { send, token, projectId } = await listening();
  const receiver = await startReceiver();
  const path = `/api/generic-webhook-integration/project/${projectId}`;
  const set = await send(path, { token, body: { webhookUrl: receiver.url, events: { taskCreated: true } } });
  expect(set.status).toBe(200);
  const body = { title: 'By a script', description: '', priority: 'low', status: 'to-do' };
  expect((await send(`/api/task/${projectId}`, { token, body })).status).toBe(200);
  const [delivered] = await receiver.wait(1);
  expect(delivered?.json).toMatchObject({ event: 'task.created', task: { title: 'By a script' } });
});

describe('the port', () => {
  async function withPort(first: { on: boolean; port: number }) {
    const { workspace, send } = {
      ...(await testWorkspace()),
      send: (port: number) => fetch(`http://127.0.0.1:${port}/api/config`),
    };
    const state = { setting: first, hasAccount: true };
    const port = createLocalPort({
      setting: () => state.setting,
      hasAccount: () => state.hasAccount,
      open: async () => workspace,
      confirm: async () => false,
      onChange: () => undefined,
    });
    onTestFinished(() => port.close());
    port.update();
    return { port, state, send };
  }

  test('is closed when it is switched off, when it is changed, and without the account', async () => {
    const [one, other] = [await freePort(), await freePort()];
    const { port, state, send } = await withPort({ on: true, port: one });
    await expect.poll(port.view).toEqual({ address: `http://127.0.0.1:${one}`, error: null });
    expect((await send(one)).status).toBe(200);

    state.setting = { on: true, port: other };
    port.update();
    await expect.poll(port.address).toBe(`http://127.0.0.1:${other}`);
    await expect(send(one)).rejects.toThrow();

    state.hasAccount = false;
    port.update();
    expect(port.view()).toEqual({ address: null, error: null });
    await expect.poll(() => send(other).catch(() => null)).toBeNull();

    state.hasAccount = true;
    port.update();
    await expect.poll(port.address).toBe(`http://127.0.0.1:${other}`);
    state.setting = { on: false, port: other };
    port.update();
    await expect.poll(() => send(other).catch(() => null)).toBeNull();
  });

  test('in use by another program is explained, and tried again; another one works', async () => {
    const server = createServer();
    await listenOnLoopback(server);
    onTestFinished(() => void server.close());
    const { port: taken } = server.address() as AddressInfo;
    const { port, state } = await withPort({ on: true, port: taken });
    const error = `Another program uses port ${taken}. Choose another one.`;
    await expect.poll(port.view).toEqual({ address: null, error });
    server.close();
    await once(server, 'close');
    port.update();
    await expect.poll(port.address).toBe(`http://127.0.0.1:${taken}`);
    state.setting = { on: true, port: await freePort() };
    port.update();
    await expect.poll(port.view).toEqual({ address: `http://127.0.0.1:${state.setting.port}`, error: null });
  });
});
