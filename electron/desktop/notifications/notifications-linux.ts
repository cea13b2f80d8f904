/**
 * The desktop's own notifications over D-Bus (org.freedesktop.Notifications, specification 1.2): buttons, replacing in place,
 * and whether do-not-disturb is on (KDE). The connection opens with the first call and stays open. The service may be restarted,
 * replaced or missing at any time.
 */
import type { MessageBus } from '@particle/dbus-next';
import { reminderMessages } from '../../../shared/i18n/reminder-messages.ts';
import type { NotificationContent, NotificationEvents, Notifications } from '../../../shared/reminders/notification.ts';
import { APP_ID } from '../system/app-id.ts';

const NAME = 'org.freedesktop.Notifications';
const PATH = '/org/freedesktop/Notifications';
const PROPERTIES = 'org.freedesktop.DBus.Properties';
const BUS = 'org.freedesktop.DBus';
/** As long as D-Bus itself waits, because at login the service may have to start first (ms). */
const TIMEOUT_MS = 25_000;
/** Desktops hardly show more. */
const MOST_BUTTONS = 3;
const NORMAL = 1;
/** The close reason "expired"; the others are the person and ourselves. */
const EXPIRED = 1;

type DBus = typeof import('@particle/dbus-next');
interface Connection {
  dbus: DBus;
  bus: MessageBus;
}
interface Shown {
  noticeId: string;
  events: NotificationEvents;
}

interface Server {
  capabilities: ReadonlySet<string>;
  /** It shows a body's lines as one. */
  joinsLines: boolean;
  /** A click on a notification only closes it: the default action has to be a button. */
  hasNoClick: boolean;
}

export interface LinuxNotificationsOptions {
  busAddress: string;
  /** The app's icon, a file that other programs can read. */
  icon: string;
  onReady: () => void;
}

export function createLinuxNotifications({ busAddress, icon, onReady }: LinuxNotificationsOptions): Notifications {
  let connecting: Promise<Connection> | null = null;
  let current: MessageBus | null = null;
  /** Asked once of each service. */
  let server: Promise<Server> | null = null;
  /** By the number that the service gave it. */
  const shown = new Map<number, Shown>();
  let isStopped = false;

  function drop(bus: MessageBus): void {
    if (bus !== current) return;
    current = null;
    connecting = null;
    forgetService();
    bus.disconnect();
  }

  async function connect(): Promise<Connection> {
    const dbus = await import('@particle/dbus-next');
    const bus = dbus.sessionBus({ busAddress });
    current = bus;
    // Without a listener, a lost bus would crash the app.
    const failed = new Promise<never>((_, reject) => {
      bus.on('error', (error) => {
        drop(bus);
        reject(error);
      });
    });
    failed.catch(() => undefined);
    // In a later turn: a click may arrive in one packet with the number of its notification, which is stored first.
    bus.on('message', (message) => setImmediate(onSignal, message));
    const connection = { dbus, bus };
    const rule = (text: string) => call(connection, BUS, '/org/freedesktop/DBus', `${BUS}.AddMatch`, 's', text);
    const rules = Promise.all([
      rule(`type='signal',sender='${NAME}',path='${PATH}'`),
      rule(`type='signal',sender='${BUS}',interface='${BUS}',member='NameOwnerChanged',arg0='${NAME}'`),
    ]);
    // Without a bus, calls get no answer.
    await Promise.race([rules, failed]);
    return connection;
  }

  function connected(): Promise<Connection> {
    connecting ??= connect().catch((error: unknown) => {
      connecting = null;
      // The bus answered with an error: the next attempt opens a new connection.
      if (current !== null) drop(current);
      throw error;
    });
    return within(connecting);
  }

  async function call(
    { dbus, bus }: Connection,
    destination: string,
    path: string,
    method: string,
    signature = '',
    ...body: unknown[]
  ): Promise<unknown[]> {
    const [, face = '', member = ''] = /^(.*)\.(\w+)$/.exec(method) ?? [];
    const message = new dbus.Message({ destination, path, interface: face, member, signature, body });
    try {
      const reply = await within(bus.call(message));
      return reply?.body ?? [];
    } catch (error) {
      // A D-Bus error is an answer. Anything else means that the bus is gone; a new connection may find it again.
      if (!(error instanceof dbus.DBusError)) drop(bus);
      throw error;
    }
  }

  const ask = async (method: string, signature = '', ...body: unknown[]): Promise<unknown[]> =>
    call(await connected(), NAME, PATH, method, signature, ...body);

  function forgetService(): void {
    server = null;
    // The next service starts its own ids and does not know these.
    for (const { events } of shown.values()) events.onClosed?.();
    shown.clear();
  }

  function onSignal({ type, interface: face, member, body }: DBusSignal): void {
    if (type !== SIGNAL || isStopped) return;
    if (face === BUS && member === 'NameOwnerChanged' && body[0] === NAME) {
      forgetService();
      if (body[2] !== '') onReady();
    } else if (face === NAME && member === 'ActionInvoked') {
      shown.get(Number(body[0]))?.events.onAction(String(body[1]));
    } else if (face === NAME && member === 'NotificationClosed') {
      // It expired; on some desktops it is now in a list, where its buttons still work.
      if (body[1] === EXPIRED) return;
      const closed = shown.get(Number(body[0]));
      shown.delete(Number(body[0]));
      closed?.events.onClosed?.();
    } else if (face === PROPERTIES && member === 'PropertiesChanged' && body[0] === NAME) {
      onReady();
    }
  }

  function readServer(): Promise<Server> {
    if (server !== null) return server;
    const information = ask(`${NAME}.GetServerInformation`).catch((): unknown[] => []);
    server = Promise.all([ask(`${NAME}.GetCapabilities`), information])
      .then(([[capabilities], [name]]) => ({
        capabilities: new Set(Array.isArray(capabilities) ? capabilities.map(String) : []),
        joinsLines: name === 'gnome-shell',
        hasNoClick: name === 'Xfce Notify Daemon',
      }))
      .catch((error: unknown) => {
        server = null;
        throw error;
      });
    return server;
  }

  const numberOf = (noticeId: string): number | undefined =>
    [...shown].find(([, one]) => one.noticeId === noticeId)?.[0];

  async function show(
    { id, replaces, title, body, actions, isTransient = false }: NotificationContent,
    events: NotificationEvents,
  ): Promise<boolean> {
    try {
      const { dbus } = await connected();
      const { capabilities, joinsLines, hasNoClick } = await readServer();
      const openLabel = hasNoClick ? reminderMessages.open : '';
      const buttons = capabilities.has('actions') ? actions.slice(0, MOST_BUTTONS - (hasNoClick ? 1 : 0)) : [];
      const text = joinsLines ? inOneLine(body) : body;
      const replaced = numberOf(id) ?? (replaces === undefined ? undefined : numberOf(replaces)) ?? 0;
      const [number] = await ask(
        `${NAME}.Notify`,
        'susssasa{sv}i',
        'Punchcard',
        replaced,
        // Some desktops do not find the icon by the desktop entry, and none does if no entry is installed.
        icon,
        title,
        capabilities.has('body-markup') ? escapeMarkup(text) : text,
        // A click on the notification is the action "default", also on desktops without buttons.
        ['default', openLabel, ...buttons.flatMap((button) => [button.id, button.label])],
        {
          'desktop-entry': new dbus.Variant('s', APP_ID),
          urgency: new dbus.Variant('y', NORMAL),
          ...(isTransient && {
            transient: new dbus.Variant('b', true),
            'suppress-sound': new dbus.Variant('b', true),
          }),
        },
        -1,
      );
      shown.delete(replaced);
      shown.set(Number(number), { noticeId: id, events });
      return true;
    } catch {
      return false;
    }
  }

  return {
    show,
    close(noticeId) {
      const number = numberOf(noticeId);
      if (number === undefined) return;
      shown.delete(number);
      // Already closed or no service: both are fine.
      ask(`${NAME}.CloseNotification`, 'u', number).catch(() => undefined);
    },
    async isInhibited() {
      try {
        const [value] = await ask(`${PROPERTIES}.Get`, 'ss', NAME, 'Inhibited');
        return (value as { value?: unknown } | undefined)?.value === true;
      } catch {
        return false;
      }
    },
    async hasButtons() {
      try {
        return (await readServer()).capabilities.has('actions');
      } catch {
        return false;
      }
    },
    stop() {
      isStopped = true;
      connecting?.then(({ bus }) => bus.disconnect()).catch(() => undefined);
    },
  };
}

/** Joins lines, with a semicolon after a line that does not end a sentence. */
function inOneLine(text: string): string {
  return text.replace(/[.!?]?\n/g, (end) => (end === '\n' ? '; ' : `${end[0]} `));
}

/** Characters to escape in a body if the desktop parses markup. */
function escapeMarkup(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** The library's `MessageType.SIGNAL`. */
const SIGNAL = 4;
interface DBusSignal {
  type: number;
  interface?: string;
  member?: string;
  body: unknown[];
}

async function within<T>(work: Promise<T>): Promise<T> {
  let limit: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    limit = setTimeout(() => reject(new Error('No answer over D-Bus')), TIMEOUT_MS);
    limit.unref?.();
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(limit);
  }
}
