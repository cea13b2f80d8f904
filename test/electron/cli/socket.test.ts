/** The socket between a command line and the app, real on both ends. */
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createConnection, createServer, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import {
  forgetSocketPath,
  MAX_REQUEST,
  newSocketPath,
  type Reply,
  type Request,
  readRequest,
  socketPath,
} from '../../../electron/cli/protocol.ts';
import { sendToApp } from '../../../electron/cli/socket-client.ts';
import {
  type CommandServer,
  type CommandServerOptions,
  MAX_CONNECTIONS,
  serveCommands,
} from '../../../electron/cli/socket-server.ts';
import { DEFAULT_TIMEOUT_MS } from '../../../electron/service/http.ts';
import { cases } from '../../properties.ts';
import { eventually, PATIENCE_MS } from '../../until.ts';

let folder: string;
let server: CommandServer | undefined;
const failures: Error[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'punchcard-cli-'));
  failures.length = 0;
});
afterEach(() => {
  server?.close();
  server = undefined;
  rmSync(folder, { recursive: true, force: true });
});

async function serve(
  answer: (request: Request) => Promise<Reply>,
  limits: Pick<CommandServerOptions, 'askWithinMs' | 'endWithinMs'> = {},
): Promise<void> {
  const onError = (error: Error) => failures.push(error);
  const patience = { askWithinMs: PATIENCE_MS, endWithinMs: PATIENCE_MS };
  server = serveCommands({
    dataFolder: folder,
    answer,
    follow: () => () => undefined,
    onError,
    ...patience,
    ...limits,
  });
  await server.ready;
}

const send = (request: Request) => sendToApp(folder, request, PATIENCE_MS);

const echo = async (request: Request): Promise<Reply> => ({ ok: true, said: request.do, data: { request } });

const isWindows = process.platform === 'win32';

/** The address of the app that runs in the folder. */
const pathOf = (dataFolder: string): string => socketPath(dataFolder) ?? '';

/** The raw answer to a line. */
function raw(line: string): Promise<string> {
  return new Promise((resolve) => {
    let text = '';
    const socket = createConnection(pathOf(folder), () => socket.write(line));
    socket.setEncoding('utf8');
    socket.on('data', (chunk: string) => {
      text += chunk;
    });
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(text));
  });
}

test('answers many requests at once', async () => {
  await serve(echo);
  const texts = Array.from({ length: 20 }, (_, index) => `Text ${index} – ü\n"#`);
  const replies = await Promise.all(texts.map((text) => send({ do: 'add', text })));
  expect(replies).toEqual(texts.map((text) => ({ ok: true, said: 'add', data: { request: { do: 'add', text } } })));
});

test('the longest allowed text is transferred in both directions', async () => {
  await serve(echo);
  for (const letter of ['ü', '\u0007', '"']) {
    const reply = await send({ do: 'add', text: letter.repeat(100_000), start: true });
    expect(reply).toMatchObject({ ok: true });
  }
});

// A Windows pipe has no mode; its name is tested below.
test.skipIf(isWindows)('only the owner can open it', async () => {
  await serve(echo);
  expect(statSync(pathOf(folder)).mode & 0o777).toBe(0o600);
});

// Linux enforces the permissions of sockets; not every system does.
test.skipIf(process.platform !== 'linux')('another user is refused by the system', async () => {
  // Outside this session's folder, so that only the permissions of the socket matter.
  rmSync(folder, { recursive: true });
  folder = mkdtempSync('/tmp/punchcard-cli-');
  await serve(echo);
  chmodSync(folder, 0o755);
  const path = pathOf(folder);
  const isRoot = process.getuid?.() === 0;
  // Only root can become another user. Other users remove their own permissions instead.
  const tried = (mode: number) => {
    chmodSync(path, isRoot ? mode : (mode & 0o007) << 6);
    // The process changes its user itself, because the runtime may be executable by root only.
    const code = `${isRoot ? 'process.setuid(65_534);' : ''}
      require('node:net').connect(process.argv[1]).on('connect', () => { console.log('in'); process.exit(); })
      .on('error', ({ code }) => { console.log(code); });`;
    return spawnSync(process.execPath, ['-e', code, path], {
      env: { ELECTRON_RUN_AS_NODE: '1' },
      encoding: 'utf8',
      timeout: PATIENCE_MS,
    }).stdout.trim();
  };
  expect(tried(statSync(path).mode & 0o777)).toBe('EACCES');
  expect(tried(0o666)).toBe('in');
});

test.skipIf(isWindows)('another file in the socket’s place is moved aside, and the app listens', async () => {
  const error = vi.spyOn(console, 'error').mockReturnValue();
  mkdirSync(join(folder, 'punchcard.sock'));
  writeFileSync(join(folder, 'punchcard.sock', 'kept'), 'kept');
  await serve(echo);
  expect(await send({ do: 'stop' })).toMatchObject({ ok: true, said: 'stop' });
  const aside = readdirSync(folder).filter((name) => name.startsWith('punchcard.sock.damaged-'));
  expect(readdirSync(join(folder, aside[0] ?? ''))).toEqual(['kept']);
  expect(failures).toEqual([]);
  error.mockRestore();
});

describe.skipIf(isWindows)('a data folder whose path is too long for a socket', () => {
  const top = () => join(tmpdir(), `punchcard-long-${process.pid}`);
  beforeEach(() => {
    folder = join(top(), 'ä'.repeat(60));
    mkdirSync(folder, { recursive: true });
  });
  afterEach(() => rmSync(top(), { recursive: true, force: true }));

  test('has it in another folder, for the owner only, and removes it when it quits', async () => {
    await serve(echo);
    const path = pathOf(folder);
    expect(Buffer.byteLength(path)).toBeLessThan(104);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(statSync(join(path, '..')).mode & 0o777).toBe(0o700);
    expect(await send({ do: 'stop' })).toMatchObject({ ok: true, said: 'stop' });
    server?.close();
    server = undefined;
    expect(existsSync(join(path, '..'))).toBe(false);
    expect(pathOf(folder)).toBe('');
    expect(await send({ do: 'stop' })).toBeUndefined();
  });

  test('the remains of a killed app are removed, and no other file is trusted', async () => {
    const left = newSocketPath(folder);
    writeFileSync(left, '');
    await serve(echo);
    expect(existsSync(left)).toBe(false);
    expect(await send({ do: 'stop' })).toMatchObject({ ok: true });
    for (const name of ['/home', 'punchcard-abcdef/socket', '/tmp/punchcard-../socket', '']) {
      writeFileSync(join(folder, 'punchcard.pipe'), name);
      expect(socketPath(folder), name).toBeUndefined();
    }
  });
});

test('without an app the answer is undefined, also with a stale socket', async () => {
  expect(await send({ do: 'stop' })).toBeUndefined();
  const left = newSocketPath(folder);
  // Of a pipe only the name remains.
  if (!isWindows) writeFileSync(left, '');
  expect(await send({ do: 'stop' })).toBeUndefined();
  await serve(echo);
  expect(await send({ do: 'stop' })).toMatchObject({ ok: true, said: 'stop' });
  expect(failures).toEqual([]);
});

test('a command of a hook says so', async () => {
  await serve(echo);
  expect(await send({ do: 'stop', fromHook: true })).toMatchObject({
    data: { request: { do: 'stop', fromHook: true } },
  });
  expect(readRequest('{"do":"stop","fromHook":"yes"}')).toBeUndefined();
});

describe('a client that stays too long', () => {
  test('is cut off, although a byte comes now and then', async () => {
    await serve(echo, { askWithinMs: 300 });
    const socket = createConnection(pathOf(folder));
    socket.on('error', () => undefined);
    const drip = setInterval(() => socket.write('{'), 50);
    onTestFinished(() => clearInterval(drip));
    await eventually(() => expect(socket.closed).toBe(true));
  });

  test('is cut off if the answer never comes', async () => {
    await serve(() => new Promise(() => undefined), { endWithinMs: 200 });
    expect(await send({ do: 'status' })).toEqual({
      ok: false,
      why: 'failed',
      said: 'Punchcard is running but did not answer.',
    });
  });

  test('is waited for if its task may have to be searched at a slow server, in three requests', async () => {
    const limits = vi.spyOn(Socket.prototype, 'setTimeout');
    const cutOff = vi.spyOn(globalThis, 'setTimeout');
    onTestFinished(() => void vi.restoreAllMocks());
    server = serveCommands({
      dataFolder: folder,
      answer: echo,
      follow: () => () => undefined,
      onError: () => undefined,
    });
    await server.ready;
    await sendToApp(folder, { do: 'log', task: 'FAR-1', for: '1h' });
    const waited = limits.mock.calls[0]?.[0] ?? 0;
    expect(waited).toBeGreaterThan(3 * DEFAULT_TIMEOUT_MS);
    expect(Math.max(...cutOff.mock.calls.map(([, ms]) => ms ?? 0))).toBeGreaterThan(waited);
  });

  test('does not block the answers to others', async () => {
    await serve(echo);
    const idle = Array.from({ length: MAX_CONNECTIONS }, () => createConnection(pathOf(folder)));
    for (const socket of idle) socket.on('error', () => undefined);
    await Promise.all(idle.map((socket) => new Promise((resolve) => socket.on('connect', resolve))));
    expect(await send({ do: 'status' })).toEqual({
      ok: false,
      why: 'failed',
      said: 'Too many commands at once. Try again in a moment.',
    });
    for (const socket of idle) socket.destroy();
    await expect.poll(() => send({ do: 'status' })).toMatchObject({ ok: true });
  });
});

describe('a flood is refused, logged once, and leaves the socket usable', () => {
  function warnings() {
    const warn = vi.spyOn(console, 'warn').mockReturnValue();
    onTestFinished(() => warn.mockRestore());
    return () => warn.mock.calls.flat();
  }

  test('of a thousand connections', async () => {
    const logged = warnings();
    await serve(echo);
    let closed = 0;
    const sockets = Array.from({ length: 1_000 }, () => {
      const socket = createConnection(pathOf(folder));
      socket.on('error', () => undefined);
      socket.on('close', () => {
        closed += 1;
      });
      return socket;
    });
    await expect.poll(() => closed).toBeGreaterThanOrEqual(1_000 - 2 * MAX_CONNECTIONS);
    await expect.poll(logged).toHaveLength(1);
    for (const socket of sockets) socket.destroy();
    await expect.poll(() => send({ do: 'status' })).toMatchObject({ ok: true });
    expect(logged()).toEqual(['Refused on the command socket: too many connections']);
  });

  // Elsewhere the system does not say that the app listens.
  test.runIf(process.platform === 'linux')(
    'of more connections than may wait: a command is told to try again',
    async () => {
      await serve(echo);
      const sockets = Array.from({ length: 2 * MAX_CONNECTIONS }, () => createConnection(pathOf(folder)));
      const refused = new Set<unknown>();
      for (const socket of sockets) socket.on('error', ({ code }: NodeJS.ErrnoException) => refused.add(code));
      expect(await send({ do: 'status' })).toMatchObject({ why: 'failed', said: expect.stringMatching(/^Too many/) });
      expect([...refused]).toEqual(['EAGAIN']);
      for (const socket of sockets) socket.destroy();
      await expect.poll(() => send({ do: 'status' })).toMatchObject({ ok: true });
    },
  );

  test('of lines of 100 MB', async () => {
    const logged = warnings();
    await serve(echo);
    const part = 'x'.repeat(1024 * 1024);
    await Promise.all(
      Array.from({ length: 5 }, async () => {
        const socket = createConnection(pathOf(folder));
        socket.on('error', () => undefined);
        let sent = 0;
        const write = () => {
          while (sent < 100 && !socket.destroyed) {
            sent += 1;
            if (!socket.write(part)) return;
          }
        };
        socket.on('drain', write);
        write();
        await new Promise((resolve) => socket.on('close', resolve));
        // It was cut off long before the end.
        expect(socket.bytesWritten).toBeLessThan(20 * MAX_REQUEST);
      }),
    );
    expect(await send({ do: 'status' })).toMatchObject({ ok: true });
    expect(logged()).toEqual(['Refused on the command socket: a line that is too long']);
  });
});

describe('the Windows pipe', () => {
  test('has an unpredictable name that only the owner can read', () => {
    const names = [newSocketPath(folder, 'win32'), newSocketPath(folder, 'win32')];
    for (const name of names) expect(name).toMatch(/^\\\\\.\\pipe\\punchcard-[0-9a-f]{32}$/);
    expect(new Set(names).size).toBe(2);
    const [file] = readdirSync(folder);
    if (!isWindows) expect(statSync(join(folder, file ?? '')).mode & 0o777).toBe(0o600);
  });

  test('is found by the command line until the app quits', () => {
    expect(socketPath(folder, 'win32')).toBeUndefined();
    const name = newSocketPath(folder, 'win32');
    expect(socketPath(folder, 'win32')).toBe(name);
    forgetSocketPath(folder, 'win32');
    expect(socketPath(folder, 'win32')).toBeUndefined();
  });

  test('is opened only under the name stored by the app', () => {
    newSocketPath(folder, 'win32');
    for (const name of ['..\\pipe\\other', 'punchcard-', '']) {
      writeFileSync(join(folder, 'punchcard.pipe'), name);
      expect(socketPath(folder, 'win32')).toBeUndefined();
    }
  });
});

describe('an invalid request', () => {
  test.each([
    ['no JSON', 'hello\n'],
    ['no command', '{}\n'],
    ['an unknown command', '{"do":"quit"}\n'],
    ['an extra field', '{"do":"stop","force":true}\n'],
    ['a text of the wrong type', '{"do":"add","text":7}\n'],
  ])('%s is rejected with a message', async (_what, line) => {
    await serve(echo);
    expect(JSON.parse(await raw(line))).toMatchObject({ ok: false, why: 'failed' });
  });

  test('a line without end is cut off, and the next one is served', async () => {
    await serve(echo);
    expect(await raw('x'.repeat(MAX_REQUEST + 2))).toBe('');
    expect(await send({ do: 'stop' })).toMatchObject({ ok: true });
  });

  test.each(['{"do":"status"}\n', '{"do":"status","follow":true}\n', 'nonsense\n'])(
    'what follows the line %j without end is cut off',
    async (line) => {
      await serve(() => new Promise(() => undefined));
      const [socket, most] = [createConnection(pathOf(folder)), 10 * MAX_REQUEST];
      socket.on('error', () => undefined);
      const part = 'x'.repeat(0x10000);
      const write = () => {
        while (!socket.destroyed && socket.bytesWritten < most && socket.write(part));
      };
      socket.on('drain', write);
      socket.resume().write(line, write);
      await expect.poll(() => socket.closed).toBe(true);
      expect(socket.bytesWritten).toBeLessThan(most);
    },
  );
});

describe('garbage', () => {
  /** Written in pieces, as a socket may deliver it. */
  function inPieces(pieces: readonly Uint8Array[], isEnded: boolean): Promise<string> {
    return new Promise((resolve) => {
      let text = '';
      const socket = createConnection(pathOf(folder));
      socket.setEncoding('utf8');
      socket.on('data', (chunk: string) => {
        text += chunk;
      });
      socket.on('error', () => undefined);
      socket.on('close', () => resolve(text));
      for (const piece of pieces) socket.write(piece);
      if (isEnded) socket.end();
    });
  }
  const bytes = fc.uint8Array({ maxLength: 2_000 });
  const line = (text: string) => new TextEncoder().encode(`${text}\n`);
  const almost = fc
    .record(
      {
        do: fc.oneof(
          fc.constantFrom('add', 'ask', 'start', 'stop', 'status', 'open', 'look', '__proto__'),
          fc.string(),
        ),
        text: fc.anything(),
        task: fc.anything(),
        start: fc.anything(),
      },
      { requiredKeys: [] },
    )
    .map((value) => [line(JSON.stringify(value) ?? '')]);

  test('is never taken for a request, however it comes; and the app goes on answering', async () => {
    const taken: unknown[] = [];
    await serve(async (request) => {
      taken.push(request);
      return echo(request);
    });
    const random = fc.array(bytes, { maxLength: 6 }).map((pieces) => [...pieces, line('')]);
    await fc.assert(
      fc.asyncProperty(fc.oneof(random, almost), async (pieces) => {
        taken.length = 0;
        const said = await inPieces(pieces, false);
        // Only what the schema accepts is executed.
        const text = new TextDecoder().decode(Uint8Array.from(pieces.flatMap((piece) => [...piece])));
        expect(taken).toEqual(requestsIn(text));
        if (taken.length === 0) expect(JSON.parse(said)).toMatchObject({ ok: false });
      }),
    );
    expect(await send({ do: 'stop' })).toMatchObject({ ok: true, said: 'stop' });
  });

  test('a client that disconnects in the middle leaves nothing behind', async () => {
    const taken: unknown[] = [];
    await serve(async (request) => {
      taken.push(request);
      return echo(request);
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          bytes.map((some) => some.filter((byte) => byte !== 0x0a)),
          { maxLength: 4 },
        ),
        async (pieces) => {
          expect(await inPieces(pieces, true)).toBe('');
        },
      ),
      { numRuns: cases(50) },
    );
    expect(taken).toEqual([]);
    expect(await send({ do: 'status' })).toMatchObject({ ok: true });
  });

  /** The request on the first line, if it is valid. */
  function requestsIn(text: string): unknown[] {
    return [readRequest(text.slice(0, text.indexOf('\n')))].filter((request) => request !== undefined);
  }
});

describe('an app that answers badly', () => {
  test.each([
    ['nothing', ''],
    ['garbage', 'garbage\n'],
    ['a reply of the wrong shape', '{"ok":true}\n'],
  ])('%s: fails with a message', async (_what, line) => {
    const bad = createServer((socket) => socket.end(line)).listen(newSocketPath(folder));
    await new Promise((resolve) => bad.once('listening', resolve));
    expect(await send({ do: 'stop' })).toMatchObject({ ok: false, why: 'failed' });
    bad.close();
  });

  test('an app that never answers times out', async () => {
    const mute = createServer((socket) => socket.on('error', () => undefined)).listen(newSocketPath(folder));
    await new Promise((resolve) => mute.once('listening', resolve));
    expect(await sendToApp(folder, { do: 'stop' }, 100)).toMatchObject({ ok: false, why: 'failed' });
    mute.close();
  });
});

test('an assistant cannot follow the status past the question: it gets one answer', async () => {
  const asked: Request[] = [];
  await serve(async (request) => {
    asked.push(request);
    return { ok: false, why: 'not-allowed', said: 'Not allowed.' };
  });
  const reply = await send({ do: 'status', follow: true, by: 'Zed' });
  expect(reply).toMatchObject({ why: 'not-allowed' });
  expect(asked).toEqual([{ do: 'status', follow: true, by: 'Zed' }]);
});
