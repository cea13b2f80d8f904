/** The socket between a command line and the app, real on both ends. */
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createConnection, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  forgetSocketPath,
  MAX_LINE,
  newSocketPath,
  type Reply,
  Request,
  socketPath,
} from '../../../electron/cli/protocol.ts';
import { sendToApp } from '../../../electron/cli/socket-client.ts';
import {
  type CommandServer,
  type CommandServerOptions,
  MAX_CONNECTIONS,
  serveCommands,
} from '../../../electron/cli/socket-server.ts';

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
  server = serveCommands({ dataFolder: folder, answer, onError: (error) => failures.push(error), ...limits });
  await server.ready;
}

const echo = async (request: Request): Promise<Reply> => ({ ok: true, said: request.do, data: { request } });

const isWindows = process.platform === 'win32';

/** Where the app listens that runs in the folder. */
const pathOf = (dataFolder: string): string => socketPath(dataFolder) ?? '';

/** What comes back for a line, as it is. */
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

test('asks and is answered, many at once', async () => {
  await serve(echo);
  const texts = Array.from({ length: 20 }, (_, index) => `Text ${index} – ü\n"#`);
  const replies = await Promise.all(texts.map((text) => sendToApp(folder, { do: 'add', text, startTimer: false })));
  expect(replies).toEqual(
    texts.map((text) => ({ ok: true, said: 'add', data: { request: { do: 'add', text, startTimer: false } } })),
  );
});

test('the longest text that the command line takes goes through, and back', async () => {
  await serve(echo);
  for (const letter of ['ü', '\u0007', '"']) {
    const reply = await sendToApp(folder, { do: 'add', text: letter.repeat(100_000), startTimer: true });
    expect(reply).toMatchObject({ ok: true });
  }
});

// A pipe of Windows has no mode: see the pipe's name, below.
test.skipIf(isWindows)('nobody but the owner can open it', async () => {
  await serve(echo);
  expect(statSync(pathOf(folder)).mode & 0o777).toBe(0o600);
});

// Sockets obey their permissions on Linux; not every system says so.
test.skipIf(process.platform !== 'linux')('another user is refused by the system', async () => {
  // Not in this session's own folder: nothing but the socket's own permissions is to be in the way.
  rmSync(folder, { recursive: true });
  folder = mkdtempSync('/tmp/punchcard-cli-');
  await serve(echo);
  chmodSync(folder, 0o755);
  const path = pathOf(folder);
  const isRoot = process.getuid?.() === 0;
  // Only root can become another user. Anyone else gives themselves the permissions that the others have.
  const tried = (mode: number) => {
    chmodSync(path, isRoot ? mode : (mode & 0o007) << 6);
    // Becomes the other user by itself: the runtime may lie where only root may start it.
    const code = `${isRoot ? 'process.setuid(65_534);' : ''}
      require('node:net').connect(process.argv[1]).on('connect', () => { console.log('in'); process.exit(); })
      .on('error', ({ code }) => { console.log(code); });`;
    return spawnSync(process.execPath, ['-e', code, path], {
      env: { ELECTRON_RUN_AS_NODE: '1' },
      encoding: 'utf8',
      timeout: 10_000,
    }).stdout.trim();
  };
  expect(tried(statSync(path).mode & 0o777)).toBe('EACCES');
  expect(tried(0o666)).toBe('in');
});

test.skipIf(isWindows)('something else in the socket’s place is set aside, and the app listens', async () => {
  const error = vi.spyOn(console, 'error').mockReturnValue();
  mkdirSync(join(folder, 'punchcard.sock'));
  writeFileSync(join(folder, 'punchcard.sock', 'kept'), 'kept');
  await serve(echo);
  expect(await sendToApp(folder, { do: 'stop' })).toMatchObject({ ok: true, said: 'stop' });
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

  test('has it elsewhere, for nobody but the owner, and takes it away again', async () => {
    await serve(echo);
    const path = pathOf(folder);
    expect(Buffer.byteLength(path)).toBeLessThan(104);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(statSync(join(path, '..')).mode & 0o777).toBe(0o700);
    expect(await sendToApp(folder, { do: 'stop' })).toMatchObject({ ok: true, said: 'stop' });
    server?.close();
    server = undefined;
    expect(existsSync(join(path, '..'))).toBe(false);
    expect(pathOf(folder)).toBe('');
    expect(await sendToApp(folder, { do: 'stop' })).toBeUndefined();
  });

  test('what a killed app left is taken away, and nothing else is ever believed', async () => {
    const left = newSocketPath(folder);
    writeFileSync(left, '');
    await serve(echo);
    expect(existsSync(left)).toBe(false);
    expect(await sendToApp(folder, { do: 'stop' })).toMatchObject({ ok: true });
    for (const name of ['/home', 'punchcard-abcdef/socket', '/tmp/punchcard-../socket', '']) {
      writeFileSync(join(folder, 'punchcard.pipe'), name);
      expect(socketPath(folder), name).toBeUndefined();
    }
  });
});

test('no app: undefined, and a socket that one left behind counts as none', async () => {
  expect(await sendToApp(folder, { do: 'stop' })).toBeUndefined();
  const left = newSocketPath(folder);
  // Of a pipe it is the name alone that is left.
  if (!isWindows) writeFileSync(left, '');
  expect(await sendToApp(folder, { do: 'stop' })).toBeUndefined();
  await serve(echo);
  expect(await sendToApp(folder, { do: 'stop' })).toMatchObject({ ok: true, said: 'stop' });
  expect(failures).toEqual([]);
});

describe('whoever stays too long', () => {
  test('is cut off, although a byte comes now and then', async () => {
    await serve(echo, { askWithinMs: 300 });
    const socket = createConnection(pathOf(folder));
    socket.on('error', () => undefined);
    const drip = setInterval(() => socket.write('{'), 50);
    const began = performance.now();
    await new Promise((resolve) => socket.on('close', resolve));
    clearInterval(drip);
    expect(performance.now() - began).toBeLessThan(2_000);
  });

  test('is cut off where an answer never comes', async () => {
    await serve(() => new Promise(() => undefined), { endWithinMs: 200 });
    expect(await sendToApp(folder, { do: 'status' })).toEqual({
      ok: false,
      why: 'failed',
      said: 'Punchcard is running but did not answer.',
    });
  });

  test('does not keep the others from being answered', async () => {
    await serve(echo);
    const idle = Array.from({ length: MAX_CONNECTIONS }, () => createConnection(pathOf(folder)));
    for (const socket of idle) socket.on('error', () => undefined);
    await Promise.all(idle.map((socket) => new Promise((resolve) => socket.on('connect', resolve))));
    expect(await sendToApp(folder, { do: 'status' })).toEqual({
      ok: false,
      why: 'failed',
      said: 'Too many commands at once. Try again in a moment.',
    });
    for (const socket of idle) socket.destroy();
    await expect.poll(() => sendToApp(folder, { do: 'status' })).toMatchObject({ ok: true });
  });
});

describe('the pipe of Windows', () => {
  test('has a name that nobody can guess, and that the owner alone can read', () => {
    const names = [newSocketPath(folder, 'win32'), newSocketPath(folder, 'win32')];
    for (const name of names) expect(name).toMatch(/^\\\\\.\\pipe\\punchcard-[0-9a-f]{32}$/);
    expect(new Set(names).size).toBe(2);
    const [file] = readdirSync(folder);
    if (!isWindows) expect(statSync(join(folder, file ?? '')).mode & 0o777).toBe(0o600);
  });

  test('is found by a command line, until the app ends', () => {
    expect(socketPath(folder, 'win32')).toBeUndefined();
    const name = newSocketPath(folder, 'win32');
    expect(socketPath(folder, 'win32')).toBe(name);
    forgetSocketPath(folder, 'win32');
    expect(socketPath(folder, 'win32')).toBeUndefined();
  });

  test('is not looked for at a name that the app does not give', () => {
    newSocketPath(folder, 'win32');
    for (const name of ['..\\pipe\\other', 'punchcard-', '']) {
      writeFileSync(join(folder, 'punchcard.pipe'), name);
      expect(socketPath(folder, 'win32')).toBeUndefined();
    }
  });
});

describe('what is no request', () => {
  test.each([
    ['no JSON', 'hello\n'],
    ['no command', '{}\n'],
    ['a command nobody knows', '{"do":"quit"}\n'],
    ['more than there is', '{"do":"stop","force":true}\n'],
    ['a text that is none', '{"do":"add","text":7,"startTimer":false}\n'],
  ])('%s is refused in words', async (_what, line) => {
    await serve(echo);
    expect(JSON.parse(await raw(line))).toMatchObject({ ok: false, why: 'failed' });
  });

  test('a line without end is cut off, and the next one is served', async () => {
    await serve(echo);
    expect(await raw('x'.repeat(MAX_LINE + 2))).toBe('');
    expect(await sendToApp(folder, { do: 'stop' })).toMatchObject({ ok: true });
  });
});

describe('garbage', () => {
  /** Written piece by piece, as a socket may deliver it. */
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
        startTimer: fc.anything(),
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
        // Exactly what the schema lets through is asked, and only that.
        const text = new TextDecoder().decode(Uint8Array.from(pieces.flatMap((piece) => [...piece])));
        expect(taken).toEqual(requestsIn(text));
        if (taken.length === 0) expect(JSON.parse(said)).toMatchObject({ ok: false });
      }),
      { numRuns: 150 },
    );
    expect(await sendToApp(folder, { do: 'stop' })).toMatchObject({ ok: true, said: 'stop' });
  });

  test('a sender that hangs up in the middle leaves nothing behind', async () => {
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
      { numRuns: 50 },
    );
    expect(taken).toEqual([]);
    expect(await sendToApp(folder, { do: 'status' })).toMatchObject({ ok: true });
  });

  /** The one request that the first line is, or none. */
  function requestsIn(text: string): unknown[] {
    try {
      return [Request.parse(JSON.parse(text.slice(0, text.indexOf('\n'))))];
    } catch {
      return [];
    }
  }
});

describe('an app that answers badly', () => {
  test.each([
    ['nothing', ''],
    ['garbage', 'garbage\n'],
    ['a reply of another shape', '{"ok":true}\n'],
  ])('%s: a failure in words', async (_what, line) => {
    const bad = createServer((socket) => socket.end(line)).listen(newSocketPath(folder));
    await new Promise((resolve) => bad.once('listening', resolve));
    expect(await sendToApp(folder, { do: 'stop' })).toMatchObject({ ok: false, why: 'failed' });
    bad.close();
  });

  test('one that never answers is given up', async () => {
    const mute = createServer((socket) => socket.on('error', () => undefined)).listen(newSocketPath(folder));
    await new Promise((resolve) => mute.once('listening', resolve));
    expect(await sendToApp(folder, { do: 'stop' }, 100)).toMatchObject({ ok: false, why: 'failed' });
    mute.close();
  });
});
