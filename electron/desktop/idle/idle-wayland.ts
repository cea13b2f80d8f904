/**
 * Idle time from a Wayland compositor: `ext_idle_notifier_v1` (KWin, wlroots), or the older `org_kde_kwin_idle`. The compositor
 * reports when a seat was idle for a given time and when input resumes. The app's own Wayland connection belongs to
 * Chromium (and is missing under XWayland), so this opens a second one.
 */
import { createConnection } from 'node:net';
import { join } from 'node:path';
import type { IdleEvents, IdleWatch } from './idle.ts';
import { createMessageReader, encodeMessage, readArguments, type WaylandMessage } from './wayland-wire.ts';

/** How long the compositor may take to list its interfaces. */
const TIMEOUT_MS = 5_000;

const DISPLAY = 1;
const REGISTRY = 2;
const LISTED = 3;
const FIRST_FREE_ID = 4;

const EXT = 'ext_idle_notifier_v1';
const KDE = 'org_kde_kwin_idle';
const SEAT = 'wl_seat';

/** Opcodes of requests. */
const DISPLAY_SYNC = 0;
const DISPLAY_GET_REGISTRY = 1;
const REGISTRY_BIND = 0;
const EXT_GET_IDLE_NOTIFICATION = 1;
/** Since version 2; ignores idle inhibitors: watching a video is not work. */
const EXT_GET_INPUT_IDLE_NOTIFICATION = 2;
const KDE_GET_IDLE_TIMEOUT = 0;
/** `destroy` of ext_idle_notification_v1, `release` of org_kde_kwin_idle_timeout. */
const NOTIFICATION_DESTROY = 0;

/** Opcodes of events. Those of the notifications are the same in both protocols. */
const DISPLAY_ERROR = 0;
const REGISTRY_GLOBAL = 0;
const REGISTRY_GLOBAL_REMOVE = 1;
const NOTIFICATION_IDLED = 0;

interface Seat {
  notification: number;
  isIdle: boolean;
}

/** The compositor's socket; undefined without XDG_RUNTIME_DIR. */
export function waylandSocket(env: NodeJS.ProcessEnv): string | undefined {
  // libwayland's default.
  const display = env.WAYLAND_DISPLAY || 'wayland-0';
  if (display.startsWith('/')) return display;
  return env.XDG_RUNTIME_DIR ? join(env.XDG_RUNTIME_DIR, display) : undefined;
}

/** null: no compositor, or one with neither protocol. Emits nothing after `stop` or `lost`. */
export function watchWaylandIdle(
  socketPath: string,
  afterMs: number,
  events: IdleEvents,
  timeoutMs = TIMEOUT_MS,
): Promise<IdleWatch | null> {
  return new Promise((resolve) => {
    const globals = new Map<number, { face: string; version: number }>();
    /** By the compositor's name of the global. */
    const seats = new Map<number, Seat>();
    let notifier: { id: number; face: typeof EXT | typeof KDE; version: number } | undefined;
    let nextId = FIRST_FREE_ID;
    let wasIdle = false;
    let isWatching = false;
    let isStopped = false;

    const read = createMessageReader();
    const socket = createConnection(socketPath);
    const send = (object: number, opcode: number, ...args: (number | string)[]) =>
      void socket.write(encodeMessage(object, opcode, ...args));
    const end = () => void socket.destroy();
    const deadline = setTimeout(end, timeoutMs);

    function bind(name: number, face: string, version: number): number {
      const id = nextId++;
      send(REGISTRY, REGISTRY_BIND, name, face, version, id);
      return id;
    }

    function watchSeat(name: number): void {
      if (!notifier) return;
      // Version 1 is enough: no request is sent to the seat itself.
      const seat = bind(name, SEAT, 1);
      const notification = nextId++;
      if (notifier.face === KDE) send(notifier.id, KDE_GET_IDLE_TIMEOUT, notification, seat, afterMs);
      else {
        const request = notifier.version >= 2 ? EXT_GET_INPUT_IDLE_NOTIFICATION : EXT_GET_IDLE_NOTIFICATION;
        send(notifier.id, request, notification, afterMs, seat);
      }
      seats.set(name, { notification, isIdle: false });
    }

    function listed(): void {
      const find = (face: string) => [...globals].find(([, global]) => global.face === face);
      const offered = find(EXT) ?? find(KDE);
      if (!offered || !find(SEAT)) {
        end();
        return;
      }
      const [name, global] = offered;
      const face = global.face === EXT ? EXT : KDE;
      const version = face === EXT ? Math.min(global.version, 2) : 1;
      notifier = { id: bind(name, face, version), face, version };
      for (const [seat, { face }] of globals) if (face === SEAT) watchSeat(seat);
      clearTimeout(deadline);
      socket.unref();
      isWatching = true;
      resolve({
        source: face,
        stop() {
          isStopped = true;
          end();
        },
      });
    }

    /** The person is idle if every seat is idle. */
    function judge(): void {
      const isIdle = seats.size > 0 && [...seats.values()].every((seat) => seat.isIdle);
      if (isIdle === wasIdle) return;
      wasIdle = isIdle;
      if (isIdle) events.idle(afterMs);
      else events.active();
    }

    function registryChanged({ opcode, body }: WaylandMessage): void {
      const args = readArguments(body);
      const name = args.uint();
      if (opcode === REGISTRY_GLOBAL) {
        const face = args.string();
        globals.set(name, { face, version: args.uint() });
        if (face === SEAT) watchSeat(name);
      } else if (opcode === REGISTRY_GLOBAL_REMOVE) {
        globals.delete(name);
        const seat = seats.get(name);
        if (!seat) return;
        send(seat.notification, NOTIFICATION_DESTROY);
        seats.delete(name);
      }
      judge();
    }

    function received(message: WaylandMessage): void {
      const { object, opcode } = message;
      if (object === DISPLAY) {
        // The other event, `delete_id`, frees ids for reuse; so few are needed that none is reused.
        if (opcode === DISPLAY_ERROR) end();
      } else if (object === REGISTRY) registryChanged(message);
      else if (object === LISTED) listed();
      else {
        for (const seat of seats.values()) {
          if (seat.notification === object) seat.isIdle = opcode === NOTIFICATION_IDLED;
        }
        judge();
      }
    }

    // A 'close' event follows.
    socket.on('error', () => undefined);
    socket.on('close', () => {
      clearTimeout(deadline);
      if (!isWatching) resolve(null);
      else if (!isStopped) events.lost();
    });
    socket.on('connect', () => {
      send(DISPLAY, DISPLAY_GET_REGISTRY, REGISTRY);
      send(DISPLAY, DISPLAY_SYNC, LISTED);
    });
    socket.on('data', (chunk) => {
      try {
        for (const message of read(chunk)) if (!socket.destroyed) received(message);
      } catch {
        // Not Wayland, or a malformed message.
        end();
      }
    });
  });
}
