/** The requests to a real X server. */
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { describe, expect, test, vi } from 'vitest';
import { queryPointer, skipTaskbar } from '../../../../electron/desktop/windows/x11-client.ts';

describe.runIf(process.platform === 'linux')('a real X server', () => {
  test.each([
    [123, 45],
    [0, 0],
    [2000, 1500],
  ])('returns the pointer’s position: %i, %i', async (x, y) => {
    execFileSync('xdotool', ['mousemove', String(x), String(y)]);
    expect(await queryPointer()).toEqual({ x, y });
  });

  test('accepts the message for the window manager', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const root = Buffer.alloc(4);
    root.writeUInt32LE(1);
    await skipTaskbar(root);
    expect(warn).not.toHaveBeenCalled();
    warn.mockRestore();
  });
});

test('a missing display is no error', async () => {
  vi.stubEnv('DISPLAY', ':65000');
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  expect(await queryPointer()).toBeUndefined();
  expect(warn).toHaveBeenCalled();
  vi.stubEnv('DISPLAY', '');
  expect(await queryPointer()).toBeUndefined();
  warn.mockRestore();
  vi.unstubAllEnvs();
});

describe.runIf(process.platform === 'linux')('a window manager that does not know the window yet', () => {
  const words = (...values: number[]) => Buffer.from(Uint32Array.from(values).buffer);
  const reply = (length: number, value = 0) => words(1, length, value, 0, 0, 0, 0, 0);
  const setup = words(1, 10 << 16, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
  const [INTERN_ATOM, GET_PROPERTY, SEND_EVENT] = [16, 20, 25];

  /** Answers like an X server whose window has the states that `statesAfter` gives for so many messages; none: there is no window. */
  async function startServer(display: number, statesAfter: (messages: number) => Buffer | null) {
    const requests: number[] = [];
    function answerTo(request: number): Buffer {
      requests.push(request);
      if (request === INTERN_ATOM) return reply(0, requests.length);
      if (request !== GET_PROPERTY) return Buffer.alloc(0);
      const states = statesAfter(requests.filter((one) => one === SEND_EVENT).length);
      return states === null ? words(0, 0, 0, 0, 0, 0, 0, 0) : Buffer.concat([reply(states.length / 4), states]);
    }
    const server = createServer((socket) => {
      let bytes = Buffer.alloc(0);
      let hasGreeted = false;
      const nextLength = () => (hasGreeted ? 4 * (bytes.length < 4 ? 1 : bytes.readUInt16LE(2)) : 12);
      socket.on('data', (more) => {
        bytes = Buffer.concat([bytes, Buffer.from(more)]);
        for (let length = nextLength(); bytes.length >= length; length = nextLength()) {
          socket.write(hasGreeted ? answerTo(bytes[0] ?? 0) : setup);
          hasGreeted = true;
          bytes = bytes.subarray(length);
        }
      });
    });
    server.listen(`/tmp/.X11-unix/X${display}`);
    await once(server, 'listening');
    return { requests, server };
  }

  test.each([
    ['gets the message until the window has the flag', 3, (messages: number) => words(9, ...(messages < 3 ? [] : [2]))],
    ['gets no second one for a window that is gone', 1, () => null],
  ])('%s', async (_, messages, statesAfter) => {
    const display = 60_000 + (process.pid % 5_000);
    vi.stubEnv('DISPLAY', `:${display}`).stubEnv('XAUTHORITY', '/nowhere');
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const { requests, server } = await startServer(display, statesAfter);
    await skipTaskbar(words(7));
    const atoms = [INTERN_ATOM, INTERN_ATOM, INTERN_ATOM];
    const sent = Array.from({ length: messages }, () => [SEND_EVENT, GET_PROPERTY]).flat();
    expect(requests).toEqual([...atoms, ...sent]);
    expect(warn).not.toHaveBeenCalled();
    server.close();
    warn.mockRestore();
    vi.unstubAllEnvs();
  });
});
