/** Is there anything on this desktop that shows tray icons? macOS and Windows always have it; Linux is asked over D-Bus. */
import { setTimeout as delay } from 'node:timers/promises';
import { sessionBusAddress } from './session-bus.ts';

const WATCHER = 'org.kde.StatusNotifierWatcher';
const TIMEOUT_MS = 2_000;

/** Never rejects; no answer counts as no. */
export async function hasTrayHost(): Promise<boolean> {
  if (process.platform !== 'linux') return true;
  const address = sessionBusAddress();
  if (address === undefined) return false;
  return Promise.race([ask(address).catch(() => false), delay(TIMEOUT_MS, false, { ref: false })]);
}

async function ask(busAddress: string): Promise<boolean> {
  const { Message, sessionBus } = await import('@particle/dbus-next');
  const bus = sessionBus({ busAddress });
  try {
    // Without a listener, a bus that goes away would end the app.
    bus.on('error', () => undefined);
    const owned = await bus.call(
      new Message({
        destination: 'org.freedesktop.DBus',
        path: '/org/freedesktop/DBus',
        interface: 'org.freedesktop.DBus',
        member: 'NameHasOwner',
        signature: 's',
        body: [WATCHER],
      }),
    );
    if (owned?.body[0] !== true) return false;
    const registered = await bus.call(
      new Message({
        destination: WATCHER,
        path: '/StatusNotifierWatcher',
        interface: 'org.freedesktop.DBus.Properties',
        member: 'Get',
        signature: 'ss',
        body: [WATCHER, 'IsStatusNotifierHostRegistered'],
      }),
    );
    return registered?.body[0]?.value !== false;
  } finally {
    bus.disconnect();
  }
}
