/**
 * The panel's side of the tray on the session's real D-Bus: registers StatusNotifierItems like a desktop, reads icon, tooltip and
 * menu (com.canonical.dbusmenu), and clicks icon and menu items.
 */
import dbus, { type MessageBus } from '@particle/dbus-next';
import { until } from '../until.ts';

const { Interface } = dbus.interface;

const WATCHER = 'org.kde.StatusNotifierWatcher';
const ITEM = 'org.kde.StatusNotifierItem';
const ITEM_PATH = '/StatusNotifierItem';
const MENU = 'com.canonical.dbusmenu';

class Watcher extends Interface {
  readonly items: string[] = [];
  /** When the last item registered (Unix ms). */
  lastAt = 0;
  /** An app has read the list with an item in it. */
  wasListed = false;
  isReady = true;
  get IsStatusNotifierHostRegistered(): boolean {
    return this.isReady;
  }
  get ProtocolVersion(): number {
    return 0;
  }
  get RegisteredStatusNotifierItems(): string[] {
    this.wasListed ||= this.items.length > 0;
    return this.items;
  }
  RegisterStatusNotifierItem(service: string): void {
    this.items.push(service);
    this.lastAt = Date.now();
  }
  RegisterStatusNotifierHost(_service: string): void {}
  StatusNotifierHostRegistered(): void {}
}

Watcher.configureMembers({
  properties: {
    IsStatusNotifierHostRegistered: { signature: 'b', access: 'read' },
    ProtocolVersion: { signature: 'i', access: 'read' },
    RegisteredStatusNotifierItems: { signature: 'as', access: 'read' },
  },
  methods: {
    RegisterStatusNotifierItem: { inSignature: 's' },
    RegisterStatusNotifierHost: { inSignature: 's' },
  },
  signals: { StatusNotifierHostRegistered: { signature: '' } },
});

interface MenuEntry {
  id: number;
  label: string;
  isEnabled: boolean;
  children: MenuEntry[];
}

export interface TrayItem {
  tooltip(): Promise<string>;
  /** The ARGB pixels of the largest icon. */
  icon(): Promise<{ width: number; height: number; pixels: Buffer }>;
  menu(): Promise<MenuEntry[]>;
  /** Waits for a menu item and chooses it, also in submenus, by the beginning of its label. */
  choose(label: string): Promise<void>;
  /** A primary click on the icon. */
  click(): Promise<void>;
}

export interface TrayHost {
  /** Waits for the icon of a running app: the last one, or that of a process. */
  item(pid?: number): Promise<TrayItem>;
  /** Resolves when the next icon appears, with its time (Unix ms). */
  next(): Promise<number>;
  /** The number of icons registered so far. */
  count(): number;
  /** Whether an app has read the list of icons since there is one. */
  wasListed(): boolean;
  /** Adds an item as if it had registered itself. */
  register(service: string): void;
  /** A panel starts. */
  becomeReady(): void;
  stop(): Promise<void>;
}

/** Starts the tray of the session at `DBUS_SESSION_BUS_ADDRESS`; there can be only one. `isReady`: it has a panel. */
export async function startTrayHost(isReady = true): Promise<TrayHost> {
  const bus = dbus.sessionBus({ busAddress: process.env.DBUS_SESSION_BUS_ADDRESS ?? '' });
  bus.on('error', () => undefined);
  const watcher = new Watcher(WATCHER);
  watcher.isReady = isReady;
  bus.export('/StatusNotifierWatcher', watcher);
  await bus.requestName(WATCHER, 0);
  return {
    async item(pid) {
      const find = async () => {
        for (const name of watcher.items.toReversed()) {
          const owner = await processOf(bus, name);
          // An icon may go while it is opened, because the app makes another one.
          if (owner !== undefined && owner === (pid ?? owner)) return open(bus, name).catch(() => undefined);
        }
        return undefined;
      };
      const found = await until(find, (item) => item !== undefined);
      if (found === undefined) throw new Error('No icon');
      return found;
    },
    async next() {
      const { length } = watcher.items;
      await until(
        () => watcher.items.length,
        (count) => count > length,
      );
      return watcher.lastAt;
    },
    count: () => watcher.items.length,
    wasListed: () => watcher.wasListed,
    register: (service) => watcher.RegisterStatusNotifierItem(service),
    becomeReady() {
      watcher.isReady = true;
      watcher.StatusNotifierHostRegistered();
    },
    async stop() {
      await bus.releaseName(WATCHER);
      bus.disconnect();
    },
  };
}

/** undefined if the connection has ended. */
async function processOf(bus: MessageBus, name: string): Promise<number | undefined> {
  const daemon = {
    destination: 'org.freedesktop.DBus',
    path: '/org/freedesktop/DBus',
    interface: 'org.freedesktop.DBus',
  };
  const member = 'GetConnectionUnixProcessID';
  const reply = await bus.call(new dbus.Message({ ...daemon, member, signature: 's', body: [name] })).catch(() => null);
  return reply?.body[0];
}

async function open(bus: MessageBus, destination: string): Promise<TrayItem> {
  // Plain calls, because Electron's objects cannot be introspected to build a proxy.
  async function call(path: string, method: string, signature = '', ...body: unknown[]): Promise<unknown[]> {
    const [, face = '', member = ''] = /^(.*)\.(\w+)$/.exec(method) ?? [];
    const reply = await bus.call(new dbus.Message({ destination, path, interface: face, member, signature, body }));
    return reply?.body ?? [];
  }
  const get = async (name: string): Promise<unknown> => {
    const [value] = await call(ITEM_PATH, 'org.freedesktop.DBus.Properties.Get', 'ss', ITEM, name);
    return value instanceof dbus.Variant ? value.value : undefined;
  };
  const menuPath = String(await get('Menu'));

  async function entries(): Promise<MenuEntry[]> {
    await call(menuPath, `${MENU}.AboutToShow`, 'i', 0);
    const [, layout] = (await call(menuPath, `${MENU}.GetLayout`, 'iias', 0, -1, [])) as [number, RawEntry];
    return layout[2].map(({ value }) => entry(value)).filter(({ label }) => label !== '');
  }

  return {
    async tooltip() {
      // (icon name, icon pixmaps, title, text)
      const [, , title, text] = (await get('ToolTip')) as [string, unknown, string, string];
      return [title, text].filter(Boolean).join('\n');
    },
    async icon() {
      const all = (await get('IconPixmap')) as [number, number, Buffer | number[]][];
      const [width, height, pixels] = all.reduce((a, b) => (b[0] > a[0] ? b : a));
      return { width, height, pixels: Buffer.from(pixels) };
    },
    menu: entries,
    async choose(label) {
      const found = await until(
        async () => flatten(await entries()).find((candidate) => candidate.label.startsWith(label)),
        (one) => one !== undefined,
      );
      await call(menuPath, `${MENU}.Event`, 'isvu', found?.id, 'clicked', new dbus.Variant('s', ''), 0);
    },
    click: async () => void (await call(ITEM_PATH, `${ITEM}.Activate`, 'ii', 0, 0)),
  };
}

type RawEntry = [number, Record<string, { value: unknown }>, { value: RawEntry }[]];

function entry([id, properties, children]: RawEntry): MenuEntry {
  return {
    id,
    // An underscore marks an access key; a doubled one is an underscore.
    label: String(properties.label?.value ?? '').replace(/_(.)/g, '$1'),
    isEnabled: properties.enabled?.value !== false,
    children: children.map(({ value }) => entry(value)).filter(({ label }) => label !== ''),
  };
}

const flatten = (all: MenuEntry[]): MenuEntry[] => all.flatMap((one) => [one, ...flatten(one.children)]);
