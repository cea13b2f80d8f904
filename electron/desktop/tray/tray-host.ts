/**
 * Whether this desktop shows tray icons, and ours. Always on macOS and Windows; on Linux it is asked over D-Bus. Electron registers its
 * icon only with a tray host that exists when the icon is created, so the app follows the host.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { Message, MessageBus } from '@particle/dbus-next';
import { sessionBusAddress } from '../system/session-bus.ts';

const WATCHER = 'org.kde.StatusNotifierWatcher';
const WATCHER_PATH = '/StatusNotifierWatcher';
const BUS = 'org.freedesktop.DBus';
const BUS_PATH = '/org/freedesktop/DBus';
const PROPERTIES = 'org.freedesktop.DBus.Properties';
const TIMEOUT_MS = 2_000;
/** A new host needs a moment, and so does Electron to register an existing icon with it (ms). */
const SETTLE_MS = 500;
/** A restarting panel is back within this time (ms). */
const GONE_MS = 5_000;

export interface TrayHostState {
  isThere: boolean;
  /** The host does not know our icon: it has to be created again. */
  isIconMissing: boolean;
}

const NO_HOST: TrayHostState = { isThere: false, isIconMissing: false };

type DBus = typeof import('@particle/dbus-next');
type Call = (
  destination: string,
  path: string,
  method: string,
  signature: string,
  ...body: string[]
) => Promise<unknown>;

interface Connection {
  dbus: DBus;
  bus: MessageBus;
  call: Call;
  /** The bus name of this connection; known after the first answer. */
  ownName: () => string;
}

/** Never rejects; no answer counts as false. */
export async function hasTrayHost(): Promise<boolean> {
  if (process.platform !== 'linux') return true;
  const busAddress = sessionBusAddress();
  if (busAddress === undefined) return false;
  const connection = await connect(busAddress).catch(() => null);
  if (connection === null) return false;
  const isThere = await isHostThere(connection.call).catch(() => false);
  connection.bus.disconnect();
  return isThere;
}

/**
 * Calls back with the state of the tray host: at once, and whenever a host appears, is replaced or disappears. A host that disappears
 * counts as present for a few seconds, because panels restart. Resolves after the first call, with a function that stops it.
 */
export async function watchTrayHost(onState: (state: TrayHostState) => void): Promise<() => void> {
  const stopNothing = (): void => undefined;
  if (process.platform !== 'linux') {
    onState({ isThere: true, isIconMissing: false });
    return stopNothing;
  }
  const busAddress = sessionBusAddress();
  const connection = busAddress === undefined ? null : await connect(busAddress).catch(() => null);
  if (connection === null) {
    onState(NO_HOST);
    return stopNothing;
  }
  const { dbus, bus, call, ownName } = connection;
  let isStopped = false;
  let wasThere = false;
  /** Counts events, so that a check that was overtaken by a newer event is ignored. */
  let turn = 0;

  async function check(settleMs: number): Promise<void> {
    turn += 1;
    const mine = turn;
    const isOld = () => isStopped || mine !== turn;
    await delay(settleMs, undefined, { ref: false });
    if (isOld()) return;
    let state = await readState({ call, ownName });
    if (isOld()) return;
    const waitMs = wasThere && !state.isThere ? GONE_MS : state.isIconMissing ? SETTLE_MS : 0;
    if (waitMs > 0) {
      // Both resolve themselves while a panel restarts or the icon is being registered.
      await delay(waitMs, undefined, { ref: false });
      if (isOld()) return;
      state = await readState({ call, ownName });
      if (isOld()) return;
    }
    wasThere = state.isThere;
    onState(state);
  }

  bus.on('message', ({ type, interface: face, member, body }: Message) => {
    if (type !== dbus.MessageType.SIGNAL) return;
    const isOwner = face === BUS && member === 'NameOwnerChanged' && body[0] === WATCHER;
    const isHost = face === WATCHER && /^StatusNotifierHost(Unr|R)egistered$/.test(member ?? '');
    if (isOwner || isHost) void check(SETTLE_MS);
  });
  const follow = (rule: string) => call(BUS, BUS_PATH, `${BUS}.AddMatch`, 's', rule).catch(() => undefined);
  await Promise.all([
    follow(`type='signal',sender='${BUS}',interface='${BUS}',member='NameOwnerChanged',arg0='${WATCHER}'`),
    follow(`type='signal',interface='${WATCHER}',path='${WATCHER_PATH}',member='StatusNotifierHostRegistered'`),
    follow(`type='signal',interface='${WATCHER}',path='${WATCHER_PATH}',member='StatusNotifierHostUnregistered'`),
  ]);
  await check(0);
  return () => {
    isStopped = true;
    bus.disconnect();
  };
}

/** Throws for an address that the library cannot parse; a dead bus shows at the first call. */
async function connect(busAddress: string): Promise<Connection> {
  const dbus = await import('@particle/dbus-next');
  const bus = dbus.sessionBus({ busAddress });
  // Without a listener, a lost bus would crash the app.
  const failed = new Promise<never>((_, reject) => bus.on('error', reject));
  failed.catch(() => undefined);
  let ownName = '';
  return {
    dbus,
    bus,
    ownName: () => ownName,
    async call(destination, path, method, signature, ...body) {
      const [, face = '', member = ''] = /^(.*)\.(\w+)$/.exec(method) ?? [];
      const message = new dbus.Message({ destination, path, interface: face, member, signature, body });
      const tooLate = delay(TIMEOUT_MS, undefined, { ref: false }).then(() => {
        throw new Error('No answer over D-Bus');
      });
      const reply = await Promise.race([bus.call(message), failed, tooLate]);
      ownName = reply?.destination ?? ownName;
      return reply?.body[0];
    },
  };
}

/** A property of the watcher; undefined if it is missing. */
async function property(call: Call, name: string): Promise<unknown> {
  const value = await call(WATCHER, WATCHER_PATH, `${PROPERTIES}.Get`, 'ss', WATCHER, name);
  return (value as { value?: unknown } | undefined)?.value;
}

async function isHostThere(call: Call): Promise<boolean> {
  // Reading a property of a name without an owner could start a service.
  if ((await call(BUS, BUS_PATH, `${BUS}.NameHasOwner`, 's', WATCHER)) !== true) return false;
  return (await property(call, 'IsStatusNotifierHostRegistered')) !== false;
}

async function readState({ call, ownName }: Pick<Connection, 'call' | 'ownName'>): Promise<TrayHostState> {
  try {
    if (!(await isHostThere(call))) return NO_HOST;
    return { isThere: true, isIconMissing: !(await knowsOurIcon(call, ownName())) };
  } catch {
    return NO_HOST;
  }
}

/** `ownName`: the bus name of a connection of this process. */
async function knowsOurIcon(call: Call, ownName: string): Promise<boolean> {
  const items = await property(call, 'RegisteredStatusNotifierItems').catch(() => undefined);
  // A watcher without this property cannot be checked.
  if (!Array.isArray(items)) return true;
  const processOf = (name: string) =>
    call(BUS, BUS_PATH, `${BUS}.GetConnectionUnixProcessID`, 's', name).catch(() => undefined);
  // The process id as the bus sees it: in a sandbox or container it differs from our own.
  const own = await processOf(ownName);
  if (own === undefined) return true;
  // The bus name with or without a path, depending on the watcher.
  const owners = items.map((item) => processOf(String(item).split(/[@/]/)[0] ?? ''));
  return (await Promise.all(owners)).includes(own);
}
