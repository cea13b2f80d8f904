/**
 * Whether this desktop shows tray icons, and ours. Always on macOS and Windows; on Linux it is asked over D-Bus. Electron registers its
 * icon only with a tray host that exists when the icon is created, so the app follows the host.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { type BusConnection, connectToBus, isOwnerChange, sessionBusAddress } from '../system/session-bus.ts';

const WATCHER = 'org.kde.StatusNotifierWatcher';
const WATCHER_PATH = '/StatusNotifierWatcher';
const SCREEN_SAVER = 'org.gnome.ScreenSaver';
const SCREEN_SAVER_PATH = '/org/gnome/ScreenSaver';
/** Of KDE and others, at several paths. */
const OTHER_SCREEN_SAVER = 'org.freedesktop.ScreenSaver';
const SCREEN_SAVERS = [SCREEN_SAVER, OTHER_SCREEN_SAVER] as const;
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

/** Never rejects; no answer counts as false. */
export async function hasTrayHost(): Promise<boolean> {
  if (process.platform !== 'linux') return true;
  const busAddress = sessionBusAddress();
  if (busAddress === undefined) return false;
  const connection = await connectToBus(busAddress, { timeoutMs: TIMEOUT_MS }).catch(() => null);
  if (connection === null) return false;
  const isThere = await isHostThere(connection).catch(() => false);
  connection.close();
  return isThere;
}

/**
 * Calls back with the state of the tray host: at once, and whenever a host appears, is replaced or disappears. A host that disappears
 * counts as present for a few seconds, because panels restart, and while GNOME's screen is locked, which has no extensions then, not even
 * the one that shows tray icons. Resolves after the first call, with a function that stops it. `onLock`: the screen was locked or
 * unlocked, which Electron tells on macOS and Windows only. A lock ends at the latest with the screen saver that told of it, or the bus.
 */
export async function watchTrayHost(
  onState: (state: TrayHostState) => void,
  onLock: (isLocked: boolean) => void,
): Promise<() => void> {
  const stopNothing = (): void => undefined;
  if (process.platform !== 'linux') {
    onState({ isThere: true, isIconMissing: false });
    return stopNothing;
  }
  /** One desktop may have both screen savers. */
  const locking = new Set<string>();
  function setLocked(screenSaver: string, isLocked: boolean): void {
    const was = locking.size > 0;
    if (isLocked) locking.add(screenSaver);
    else locking.delete(screenSaver);
    if (locking.size > 0 !== was) onLock(!was);
  }
  const onLost = (): void => {
    for (const name of SCREEN_SAVERS) setLocked(name, false);
  };
  const busAddress = sessionBusAddress();
  const connection =
    busAddress === undefined
      ? null
      : await connectToBus(busAddress, { onLost, timeoutMs: TIMEOUT_MS }).catch(() => null);
  if (connection === null) {
    onState(NO_HOST);
    return stopNothing;
  }
  const read = () => readState(connection);
  const readLock = () => isScreenLocked(connection).catch(() => false);
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
    let state = await read();
    if (isOld()) return;
    const waitMs = wasThere && !state.isThere ? GONE_MS : state.isIconMissing ? SETTLE_MS : 0;
    if (waitMs > 0) {
      // Both resolve themselves while a panel restarts or the icon is being registered.
      await delay(waitMs, undefined, { ref: false });
      if (isOld()) return;
      state = await read();
      if (isOld()) return;
    }
    const isLocked = wasThere && !state.isThere && (await readLock());
    // The end of the lock checks again.
    if (isOld() || isLocked) return;
    wasThere = state.isThere;
    onState(state);
  }

  connection.onSignal((signal) => {
    const isHost = signal.interface === WATCHER && /^StatusNotifierHost(Unr|R)egistered$/.test(signal.member);
    const screenSaver = SCREEN_SAVERS.find((name) => signal.interface === name || isOwnerChange(signal, name));
    const isLock = screenSaver !== undefined && /^(ActiveChanged|NameOwnerChanged)$/.test(signal.member);
    // One that ends or restarts no longer tells of the unlock.
    if (isLock) setLocked(screenSaver, signal.body[0] === true);
    if (isHost || isLock || isOwnerChange(signal, WATCHER)) void check(SETTLE_MS);
  });
  const follow = (name: string, path?: string) => connection.follow(name, path).catch(() => undefined);
  await Promise.all([
    follow(WATCHER, WATCHER_PATH),
    follow(SCREEN_SAVER, SCREEN_SAVER_PATH),
    follow(OTHER_SCREEN_SAVER),
  ]);
  await check(0);
  return () => {
    isStopped = true;
    connection.close();
  };
}

/** A property of the watcher; undefined if it is missing. */
async function property({ call }: BusConnection, name: string): Promise<unknown> {
  const get = { interface: PROPERTIES, member: 'Get', signature: 'ss', body: [WATCHER, name] };
  const [value] = await call({ destination: WATCHER, path: WATCHER_PATH, ...get });
  return (value as { value?: unknown } | undefined)?.value;
}

async function isHostThere(connection: BusConnection): Promise<boolean> {
  // Reading a property of a name without an owner could start a service.
  if ((await connection.askBus('NameHasOwner', WATCHER)) !== true) return false;
  return (await property(connection, 'IsStatusNotifierHostRegistered')) !== false;
}

async function isScreenLocked({ askBus, call }: BusConnection): Promise<boolean> {
  // A call could start a service.
  if ((await askBus('NameHasOwner', SCREEN_SAVER)) !== true) return false;
  const isActive = { interface: SCREEN_SAVER, member: 'GetActive' };
  return (await call({ destination: SCREEN_SAVER, path: SCREEN_SAVER_PATH, ...isActive }))[0] === true;
}

async function readState(connection: BusConnection): Promise<TrayHostState> {
  try {
    if (!(await isHostThere(connection))) return NO_HOST;
    return { isThere: true, isIconMissing: !(await knowsOurIcon(connection)) };
  } catch {
    return NO_HOST;
  }
}

async function knowsOurIcon(connection: BusConnection): Promise<boolean> {
  const items = await property(connection, 'RegisteredStatusNotifierItems').catch(() => undefined);
  // A watcher without this property cannot be checked.
  if (!Array.isArray(items)) return true;
  const processOf = (name: string) => connection.askBus('GetConnectionUnixProcessID', name).catch(() => undefined);
  // The process id as the bus sees it: in a sandbox or container it differs from our own.
  const own = await processOf(connection.ownName());
  if (own === undefined) return true;
  // The bus name with or without a path, depending on the watcher.
  const owners = items.map((item) => processOf(String(item).split(/[@/]/)[0] ?? ''));
  return (await Promise.all(owners)).includes(own);
}
