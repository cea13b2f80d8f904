/**
 * Presses keys on the display itself with the XTEST extension of the X server, the only way to press a global shortcut, which windows
 * do not receive. Linux only; on the display of build/desktop-session.mjs.
 */
import { connect, type Socket } from 'node:net';

export interface Keyboard {
  /** Presses keys in order and releases them in reverse, by X keysym. */
  press(...keysyms: number[]): Promise<void>;
  /** Presses a key at this interval until `isEnough`. */
  repeat(keysym: number, pauseMs: number, isEnough: () => boolean): Promise<void>;
  /** Presses the last key that often while the others are held, as key repeat does. Waits for `between` after each press. */
  hold(times: number, between: () => Promise<unknown>, ...keysyms: number[]): Promise<void>;
  close(): void;
}

export const KEY = { control: 0xffe3, alt: 0xffe9, shift: 0xffe1, space: 0x20, escape: 0xff1b, x: 0x78 } as const;

const [QUERY_EXTENSION, GET_KEYBOARD_MAPPING, FAKE_INPUT] = [98, 101, 2];
const [KEY_PRESS, KEY_RELEASE] = [2, 3];

export async function openKeyboard(display = process.env.DISPLAY ?? ':0'): Promise<Keyboard> {
  const number = /:(\d+)/.exec(display)?.[1] ?? '0';
  const socket = connect(`/tmp/.X11-unix/X${number}`);
  const read = reader(socket);
  await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('error', reject));

  // Little-endian, protocol 11.0, no authorisation.
  socket.write(Buffer.from([0x6c, 0, 11, 0, 0, 0, 0, 0, 0, 0, 0, 0]));
  const head = await read(8);
  if (head[0] !== 1) throw new Error('The display refuses the connection');
  const setup = await read(head.readUInt16LE(6) * 4);
  const [first, last] = [setup[26] ?? 8, setup[27] ?? 255];

  async function reply(request: Buffer): Promise<Buffer> {
    socket.write(request);
    const answer = await read(32);
    if (answer[0] !== 1) throw new Error('The display answers with an error');
    return Buffer.concat([answer, await read(answer.readUInt32LE(4) * 4)]);
  }

  const name = Buffer.from('XTEST');
  const query = Buffer.alloc(16);
  query.writeUInt8(QUERY_EXTENSION, 0);
  query.writeUInt16LE(4, 2);
  query.writeUInt16LE(name.length, 4);
  name.copy(query, 8);
  const extension = await reply(query);
  if (extension[8] !== 1) throw new Error('The display has no XTEST');
  const opcode = extension[9] ?? 0;

  const ask = Buffer.alloc(8);
  ask.writeUInt8(GET_KEYBOARD_MAPPING, 0);
  ask.writeUInt16LE(2, 2);
  ask.writeUInt8(first, 4);
  ask.writeUInt8(last - first + 1, 5);
  const mapping = await reply(ask);
  const perCode = mapping[1] ?? 1;
  const codeOf = (keysym: number): number => {
    for (let code = first; code <= last; code += 1) {
      if (mapping.readUInt32LE(32 + (code - first) * perCode * 4) === keysym) return code;
    }
    throw new Error(`No key gives ${keysym.toString(16)}`);
  };

  function fake(type: number, code: number): void {
    const request = Buffer.alloc(36);
    request.writeUInt8(opcode, 0);
    request.writeUInt8(FAKE_INPUT, 1);
    request.writeUInt16LE(9, 2);
    request.writeUInt8(type, 4);
    request.writeUInt8(code, 5);
    socket.write(request);
  }
  const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

  return {
    async press(...keysyms) {
      const codes = keysyms.map(codeOf);
      for (const code of codes) fake(KEY_PRESS, code);
      for (const code of codes.toReversed()) fake(KEY_RELEASE, code);
    },
    async hold(times, between, ...keysyms) {
      const codes = keysyms.map(codeOf);
      const [key = 0, ...modifiers] = codes.toReversed();
      for (const code of modifiers.toReversed()) fake(KEY_PRESS, code);
      for (let time = 0; time < times; time += 1) {
        fake(KEY_PRESS, key);
        fake(KEY_RELEASE, key);
        await between();
      }
      for (const code of modifiers) fake(KEY_RELEASE, code);
    },
    async repeat(keysym, pauseMs, isEnough) {
      const code = codeOf(keysym);
      while (!isEnough()) {
        fake(KEY_PRESS, code);
        fake(KEY_RELEASE, code);
        await pause(pauseMs);
      }
    },
    close: () => socket.destroy(),
  };
}

/** Reads exactly this number of bytes. */
function reader(socket: Socket): (length: number) => Promise<Buffer> {
  let held = Buffer.alloc(0);
  let wanted: { length: number; give: (bytes: Buffer) => void } | null = null;
  const serve = () => {
    if (wanted === null || held.length < wanted.length) return;
    const { length, give } = wanted;
    wanted = null;
    const bytes = held.subarray(0, length);
    held = held.subarray(length);
    give(bytes);
  };
  socket.on('data', (chunk) => {
    held = Buffer.concat([held, typeof chunk === 'string' ? Buffer.from(chunk) : chunk]);
    serve();
  });
  return (length) =>
    new Promise((resolve) => {
      wanted = { length, give: resolve };
      serve();
    });
}
