/** A Wayland compositor without screen and input: it offers the given globals and reports idleness when a test says so. */
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import {
  createMessageReader,
  encodeMessage,
  readArguments,
  type WaylandMessage,
} from '../../../../electron/desktop/idle/wayland-wire.ts';

export interface Global {
  face: string;
  version: number;
}

interface Notification {
  socket: Socket;
  id: number;
  /** The seat's global. */
  seat: number;
}

export type FakeCompositor = Awaited<ReturnType<typeof startFakeCompositor>>;

/** Names of the globals count from 10. `mute`: it accepts connections and answers nothing. */
export async function startFakeCompositor(initial: Global[], { mute = false, path = socketPath() } = {}) {
  const globals = new Map(initial.map((global, index) => [10 + index, global]));
  /** Requests with their time limit: `get_idle_notification 15000`. */
  const requests: string[] = [];
  const registries = new Map<Socket, number>();
  let notifications: Notification[] = [];
  let isSplitting = false;

  function send(socket: Socket, bytes: Buffer): void {
    if (!isSplitting) socket.write(bytes);
    else for (const byte of bytes) socket.write(Buffer.from([byte]));
  }

  function connected(socket: Socket): void {
    socket.on('error', () => undefined);
    socket.on('close', () => {
      registries.delete(socket);
      notifications = notifications.filter((notification) => notification.socket !== socket);
    });
    registries.set(socket, 0);
    const read = createMessageReader();
    const seats = new Map<number, number>();
    /** By object id; the display has 1. */
    const handlers = new Map<number, (message: WaylandMessage) => void>();
    const notify = (request: string, id: number, timeoutMs: number, seat: number) => {
      requests.push(`${request} ${timeoutMs}`);
      notifications.push({ socket, id, seat: seats.get(seat) ?? 0 });
      handlers.set(id, () => {
        notifications = notifications.filter((notification) => notification.id !== id);
        requests.push('destroy');
        // wl_display.delete_id
        send(socket, encodeMessage(1, 1, id));
      });
    };
    const bound: Record<string, (id: number, name: number) => void> = {
      wl_seat(id, name) {
        seats.set(id, name);
        // Unsolicited: capabilities(pointer and keyboard).
        send(socket, encodeMessage(id, 0, 3));
        handlers.set(id, () => undefined);
      },
      ext_idle_notifier_v1(id) {
        handlers.set(id, ({ opcode, body }) => {
          const args = readArguments(body);
          const name = opcode === 2 ? 'get_input_idle_notification' : 'get_idle_notification';
          notify(name, args.uint(), args.uint(), args.uint());
        });
      },
      org_kde_kwin_idle(id) {
        handlers.set(id, ({ body }) => {
          const args = readArguments(body);
          const [notification, seat, timeoutMs] = [args.uint(), args.uint(), args.uint()];
          notify('get_idle_timeout', notification, timeoutMs, seat);
        });
      },
    };
    handlers.set(1, ({ opcode, body }) => {
      const id = readArguments(body).uint();
      if (opcode === 0) {
        // wl_display.sync: wl_callback.done, and the id is free again.
        send(socket, encodeMessage(id, 0, 7));
        send(socket, encodeMessage(1, 1, id));
        return;
      }
      registries.set(socket, id);
      for (const [name, { face, version }] of globals) send(socket, encodeMessage(id, 0, name, face, version));
      handlers.set(id, ({ body }) => {
        const args = readArguments(body);
        const [name, face, version, object] = [args.uint(), args.string(), args.uint(), args.uint()];
        requests.push(`bind ${face} ${version}`);
        bound[face]?.(object, name);
      });
    });
    socket.on('data', (chunk) => {
      if (mute) return;
      for (const message of read(chunk)) handlers.get(message.object)?.(message);
    });
  }

  const server = createServer(connected).listen(path);
  await once(server, 'listening');

  function die(): void {
    for (const socket of registries.keys()) socket.destroy();
    server.close();
  }
  onTestFinished(die);

  const notify = (opcode: number) => (seat: number) => {
    for (const { socket, id } of notifications.filter((one) => one.seat === seat))
      send(socket, encodeMessage(id, opcode));
  };

  return {
    path,
    requests,
    clients: () => registries.size,
    idle: notify(0),
    resume: notify(1),
    /** Sends every byte as its own packet, unless the system joins them. */
    split() {
      isSplitting = true;
    },
    /** Sends an event of an unknown object. */
    sendUnknown() {
      for (const socket of registries.keys()) send(socket, encodeMessage(0xff00_0001, 9, 'unknown', 1, 2));
    },
    sendError() {
      for (const socket of registries.keys()) send(socket, encodeMessage(1, 0, 4, 1, 'invalid method'));
    },
    sendRaw(bytes: Buffer) {
      for (const socket of registries.keys()) socket.write(bytes);
    },
    add(name: number, global: Global) {
      globals.set(name, global);
      for (const [socket, id] of registries) send(socket, encodeMessage(id, 0, name, global.face, global.version));
    },
    remove(name: number) {
      globals.delete(name);
      for (const [socket, id] of registries) send(socket, encodeMessage(id, 1, name));
    },
    /** Breaks all connections and stops listening. */
    die,
  };
}

export function socketPath(): string {
  const folder = mkdtempSync(join(tmpdir(), 'punchcard-wayland-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, 'wayland-0');
}
