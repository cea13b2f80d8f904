/**
 * The desktop's own notifications over D-Bus (org.freedesktop.Notifications, specification 1.2): buttons, replacing in place,
 * and whether do-not-disturb is on (KDE). The connection opens with the first call and stays open. The service may be restarted,
 * replaced or missing at any time.
 */
import type { Message } from '@particle/dbus-next';
import { remindersMessages } from '../../../shared/i18n/generated/reminders.ts';
import type { NotificationContent, NotificationEvents, Notifications } from '../../../shared/reminders/notification.ts';
import { APP_ID } from '../system/app-id.ts';
import { type BusConnection, connectToBus, isOwnerChange } from '../system/session-bus.ts';

const NAME = 'org.freedesktop.Notifications';
const PATH = '/org/freedesktop/Notifications';
const PROPERTIES = 'org.freedesktop.DBus.Properties';
/** Desktops hardly show more. */
const MOST_BUTTONS = 3;
const NORMAL = 1;
/** The close reason "expired"; the others are the person and ourselves. */
const EXPIRED = 1;

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
  let connecting: Promise<BusConnection> | null = null;
  let current: BusConnection | null = null;
  /** Asked once of each service. */
  let server: Promise<Server> | null = null;
  /** By the number that the service gave it. */
  const shown = new Map<number, Shown>();
  let isStopped = false;

  /** The next call opens a new connection. */
  function drop(connection: BusConnection): void {
    if (connection !== current) return;
    current = null;
    connecting = null;
    forgetService();
    connection.close();
  }

  async function connect(): Promise<BusConnection> {
    const connection = await connectToBus(busAddress, { onLost: () => drop(connection) });
    current = connection;
    // In a later turn: a click may arrive in one packet with the number of its notification, which is stored first.
    connection.onSignal((signal) => setImmediate(onSignal, signal));
    await connection.follow(NAME, PATH);
    return connection;
  }

  function connected(): Promise<BusConnection> {
    connecting ??= connect().catch((error: unknown) => {
      connecting = null;
      if (current !== null) drop(current);
      throw error;
    });
    return connecting;
  }

  async function ask(member: string, signature = '', body: unknown[] = [], from = NAME): Promise<unknown[]> {
    const connection = await connected();
    try {
      return await connection.call({ destination: NAME, path: PATH, interface: from, member, signature, body });
    } catch (error) {
      // A D-Bus error is an answer. Anything else means that the bus is gone; a new connection may find it again.
      if (!connection.isAnswer(error)) drop(connection);
      throw error;
    }
  }

  function forgetService(): void {
    server = null;
    // The next service starts its own ids and does not know these.
    for (const { events } of shown.values()) events.onClosed?.();
    shown.clear();
  }

  function onSignal(signal: Message): void {
    const { interface: face, member, body } = signal;
    if (isStopped) return;
    if (isOwnerChange(signal, NAME)) {
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
    const information = ask('GetServerInformation').catch((): unknown[] => []);
    server = Promise.all([ask('GetCapabilities'), information])
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
      const { variant } = await connected();
      const { capabilities, joinsLines, hasNoClick } = await readServer();
      const openLabel = hasNoClick ? remindersMessages.open : '';
      const buttons = capabilities.has('actions') ? actions.slice(0, MOST_BUTTONS - (hasNoClick ? 1 : 0)) : [];
      const text = joinsLines ? inOneLine(body) : body;
      const replaced = numberOf(id) ?? (replaces === undefined ? undefined : numberOf(replaces)) ?? 0;
      const [number] = await ask('Notify', 'susssasa{sv}i', [
        'Punchcard',
        replaced,
        // Some desktops do not find the icon by the desktop entry, and none does if no entry is installed.
        icon,
        title,
        capabilities.has('body-markup') ? escapeMarkup(text) : text,
        // A click on the notification is the action "default", also on desktops without buttons.
        ['default', openLabel, ...buttons.flatMap((button) => [button.id, button.label])],
        {
          'desktop-entry': variant('s', APP_ID),
          urgency: variant('y', NORMAL),
          ...(isTransient && {
            transient: variant('b', true),
            'suppress-sound': variant('b', true),
          }),
        },
        -1,
      ]);
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
      ask('CloseNotification', 'u', [number]).catch(() => undefined);
    },
    async isInhibited() {
      try {
        const [value] = await ask('Get', 'ss', [NAME, 'Inhibited'], PROPERTIES);
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
      connecting?.then((connection) => connection.close()).catch(() => undefined);
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
