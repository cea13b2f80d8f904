/**
 * Two things that Electron does not do correctly under X11, over a short connection of its own. Neither ever throws: both are optional
 * improvements.
 */
import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { homedir, hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

const TIMEOUT_MS = 2_000;
/** SubstructureRedirect and SubstructureNotify: the recipients of the message. */
const TO_WINDOW_MANAGER = 0x180000;
const INTERN_ATOM = 16;
const GET_PROPERTY = 20;
const SEND_EVENT = 25;
const QUERY_POINTER = 38;
/** ClientMessage, of values of 32 bits. */
const CLIENT_MESSAGE = 33 | (32 << 8);
/** The type of a property. */
const ATOM = 4;
const ADD = 1;
/** Source indication: a normal application. */
const FROM_APPLICATION = 1;
/** A message is sent at most this often, each time after a longer pause (ms). */
const MOST_MESSAGES = 20;
const PAUSE_MS = 50;
const NAMES = ['_NET_WM_STATE', '_NET_WM_STATE_SKIP_TASKBAR', '_NET_WM_STATE_SKIP_PAGER'];

/**
 * Removes a window from taskbar and pager. Electron sets the flag before the window is shown, and Chromium then overwrites it; KDE lists
 * even toolbars without it. Once shown, it is changed by a message to the root window (EWMH, _NET_WM_STATE), repeated until the window
 * has it. `handle`: Electron's `getNativeWindowHandle()`, the window's X id.
 */
export async function skipTaskbar(handle: Buffer): Promise<void> {
  await withServer(async ({ socket, read, root }) => {
    for (const name of NAMES) socket.write(internAtom(name));
    const atoms: number[] = [];
    for (const _ of NAMES) atoms.push((await read(32)).readUInt32LE(8));
    const [state = 0, ...flags] = atoms;
    const window = handle.readUInt32LE(0);
    // On a busy machine a message may come before the window manager knows the window, and is lost.
    for (let sent = 1; sent <= MOST_MESSAGES; sent += 1) {
      socket.write(
        request(SEND_EVENT, root, TO_WINDOW_MANAGER, CLIENT_MESSAGE, window, state, ADD, ...flags, FROM_APPLICATION, 0),
      );
      await delay(sent * PAUSE_MS);
      // A list of atoms, up to 32 of them.
      socket.write(request(GET_PROPERTY, window, state, ATOM, 0, 32));
      const head = await read(32);
      const isGone = head[0] !== 1;
      if (isGone || includesAtom(await read(4 * head.readUInt32LE(4)), flags[0])) return;
    }
  });
}

/**
 * The pointer's position in the server's pixels. Electron's own answer may be old (electron#42519). undefined if unknown.
 */
export async function queryPointer(): Promise<{ x: number; y: number } | undefined> {
  return withServer(async ({ socket, read, root }) => {
    socket.write(request(QUERY_POINTER, root));
    const reply = await read(32);
    return { x: reply.readInt16LE(16), y: reply.readInt16LE(18) };
  });
}

interface Server {
  socket: Socket;
  /** Reads the next bytes from the server. */
  read: (length: number) => Promise<Buffer>;
  /** The root window. */
  root: number;
}

async function withServer<T>(work: (server: Server) => Promise<T>): Promise<T | undefined> {
  const { env } = process;
  const [, display] = /^:(\d+)(?:\.\d+)?$/.exec(env.DISPLAY ?? '') ?? [];
  if (display === undefined) return undefined;
  const socket = connect(`/tmp/.X11-unix/X${display}`);
  socket.setTimeout(TIMEOUT_MS, () => socket.destroy());
  // Every error ends the reading below.
  socket.on('error', () => socket.destroy());
  try {
    const read = reader(socket);
    socket.write(greeting(readCookie(env, display)));
    return await work({ socket, read, root: rootIn(await readSetup(read)) });
  } catch (error) {
    console.warn('The X server does not answer:', error);
    return undefined;
  } finally {
    socket.destroySoon();
  }
}

/** Reads exactly as many bytes as requested; rejects if the connection ends first. */
function reader(socket: Socket): (length: number) => Promise<Buffer> {
  let waiting: { length: number; resolve: (bytes: Buffer) => void; reject: (error: Error) => void } | undefined;
  let bytes = Buffer.alloc(0);
  const serve = () => {
    if (waiting === undefined || bytes.length < waiting.length) return;
    const { length, resolve } = waiting;
    waiting = undefined;
    const taken = bytes.subarray(0, length);
    bytes = bytes.subarray(length);
    resolve(taken);
  };
  socket.on('data', (more) => {
    bytes = Buffer.concat([bytes, Buffer.from(more)]);
    serve();
  });
  socket.on('close', () => waiting?.reject(new Error('the X server closed the connection')));
  return (length) =>
    new Promise((resolve, reject) => {
      waiting = { length, resolve, reject };
      serve();
    });
}

async function readSetup(read: (length: number) => Promise<Buffer>): Promise<Buffer> {
  const head = await read(8);
  const rest = await read(head.readUInt16LE(6) * 4);
  if (head[0] !== 1) throw new Error('the X server refused the connection');
  return rest;
}

/** The first screen's root window, after the vendor's name and the pixmap formats. */
const rootIn = (setup: Buffer): number =>
  setup.readUInt32LE(32 + padded(setup.readUInt16LE(16)) + 8 * (setup[21] ?? 0));

const padded = (length: number): number => Math.ceil(length / 4) * 4;

function greeting(cookie: Buffer | null): Buffer {
  const name = Buffer.from(cookie === null ? '' : COOKIE);
  const data = cookie ?? Buffer.alloc(0);
  const request = Buffer.alloc(12 + padded(name.length) + padded(data.length));
  request.write('l');
  request.writeUInt16LE(11, 2);
  request.writeUInt16LE(name.length, 6);
  request.writeUInt16LE(data.length, 8);
  name.copy(request, 12);
  data.copy(request, 12 + padded(name.length));
  return request;
}

/** A request of whole words. */
function request(opcode: number, ...words: number[]): Buffer {
  const bytes = Buffer.alloc(4 + 4 * words.length);
  bytes.writeUInt8(opcode, 0);
  bytes.writeUInt16LE(bytes.length / 4, 2);
  for (const [at, word] of words.entries()) bytes.writeUInt32LE(word, 4 + 4 * at);
  return bytes;
}

function internAtom(name: string): Buffer {
  const request = Buffer.alloc(8 + padded(name.length));
  request.writeUInt8(INTERN_ATOM, 0);
  request.writeUInt16LE(request.length / 4, 2);
  request.writeUInt16LE(name.length, 4);
  request.write(name, 8, 'latin1');
  return request;
}

const includesAtom = (list: Buffer, atom = 0): boolean =>
  Array.from({ length: list.length / 4 }, (_, index) => list.readUInt32LE(4 * index)).includes(atom);

const COOKIE = 'MIT-MAGIC-COOKIE-1';
/** Families of an entry: this computer by name, or any. */
const LOCAL = 256;
const WILD = 65_535;

/** Parses the XAUTHORITY file: entries of family, address, display, name and data, each with its length (big-endian). */
function readCookie(env: NodeJS.ProcessEnv, display: string): Buffer | null {
  let file: Buffer;
  try {
    file = readFileSync(env.XAUTHORITY || join(homedir(), '.Xauthority'));
  } catch {
    return null;
  }
  for (let at = 0; at + 2 <= file.length; ) {
    const family = file.readUInt16BE(at);
    at += 2;
    const fields: Buffer[] = [];
    while (fields.length < 4) {
      if (at + 2 > file.length) return null;
      const end = at + 2 + file.readUInt16BE(at);
      fields.push(file.subarray(at + 2, end));
      at = end;
    }
    const [address, number, name, data] = fields.map((field) => field.toString('latin1'));
    const isHere = family === WILD || (family === LOCAL && address === hostname());
    if (isHere && (number === '' || number === display) && name === COOKIE) return Buffer.from(data ?? '', 'latin1');
  }
  return null;
}
