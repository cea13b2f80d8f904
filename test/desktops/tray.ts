/** The app's tray icon on D-Bus, as a panel sees it. */
import dbus from '@particle/dbus-next';
import { hasOwner, property, type Session } from './session.ts';

const WATCHER = 'org.kde.StatusNotifierWatcher';
const MENU = 'com.canonical.dbusmenu';

export interface TrayItem {
  destination: string;
  path: string;
}

/** The icon that a process registered; undefined where there is none. */
export async function trayItemOf(session: Session, pid: number): Promise<TrayItem | undefined> {
  if (!(await hasOwner(session, WATCHER))) return undefined;
  const items = await property(session, WATCHER, '/StatusNotifierWatcher', WATCHER, 'RegisteredStatusNotifierItems');
  if (!Array.isArray(items)) return undefined;
  for (const item of items.map(String)) {
    // ":1.23/StatusNotifierItem", ":1.23@/path", "org.kde.StatusNotifierItem-12-1"
    const [, destination = '', path = ''] = /^([^/@]+)@?(\/.*)?$/.exec(item) ?? [];
    const bus = 'org.freedesktop.DBus';
    const owner = await session
      .call(bus, '/org/freedesktop/DBus', `${bus}.GetConnectionUnixProcessID`, 's', destination)
      .catch(() => []);
    if (owner[0] === pid) return { destination, path: path || '/StatusNotifierItem' };
  }
  return undefined;
}

type Entry = [id: number, properties: Record<string, { value: unknown }>, children: { value: Entry }[]];

/** Chooses an entry of its menu by the beginning of its label, the way a panel tells it. */
export async function chooseInTray(session: Session, { destination, path }: TrayItem, label: string): Promise<void> {
  const menu = String(await property(session, destination, path, 'org.kde.StatusNotifierItem', 'Menu'));
  const call = (member: string, signature: string, ...body: unknown[]) =>
    session.call(destination, menu, `${MENU}.${member}`, signature, ...body);
  await call('AboutToShow', 'i', 0);
  const [, layout] = (await call('GetLayout', 'iias', 0, -1, [])) as [number, Entry];
  const entries = layout[2].map(({ value }) => value);
  const found = entries.find(([, { label: text }]) => String(text?.value ?? '').startsWith(label));
  if (found === undefined) throw new Error(`The tray's menu has no “${label}”`);
  await call('Event', 'isvu', found[0], 'clicked', new dbus.Variant('s', ''), 0);
}
