/**
 * A notification service on the session's real D-Bus: receives notifications, presses their buttons and closes them. With or without
 * buttons, markup and a readable do-not-disturb; it can stop and start again.
 */
import dbus, { type MessageBus } from '@particle/dbus-next';
import { until } from '../until.ts';

const { Interface } = dbus.interface;

const NAME = 'org.freedesktop.Notifications';
const PATH = '/org/freedesktop/Notifications';

export interface ShownNotification {
  number: number;
  /** The number of the replaced notification; 0 for none. */
  replaces: number;
  icon: string;
  title: string;
  body: string;
  /** Labels by action key; `default` is the notification itself. */
  actions: Record<string, string>;
  hints: Record<string, unknown>;
}

class Service extends Interface {
  readonly all: ShownNotification[] = [];
  readonly closed: number[] = [];
  readonly capabilities: string[];
  isInhibited: boolean;
  /** How often do-not-disturb was read. */
  inhibitedReads = 0;
  private readonly serverName: string;
  private last = 0;

  constructor(capabilities: string[], isInhibited: boolean, serverName: string) {
    super(NAME);
    this.serverName = serverName;
    this.capabilities = capabilities;
    this.isInhibited = isInhibited;
  }
  get Inhibited(): boolean {
    this.inhibitedReads += 1;
    return this.isInhibited;
  }
  GetCapabilities(): string[] {
    return this.capabilities;
  }
  GetServerInformation(): string[] {
    return [this.serverName, 'Punchcard', '1', '1.2'];
  }
  Notify(
    _app: string,
    replaces: number,
    icon: string,
    title: string,
    body: string,
    actions: string[],
    hints: Record<string, { value: unknown }>,
    _timeout: number,
  ): number {
    if (replaces === 0) this.last += 1;
    const number = replaces === 0 ? this.last : replaces;
    this.all.push({
      number,
      replaces,
      icon,
      title,
      body,
      actions: Object.fromEntries(actions.flatMap((key, i) => (i % 2 === 0 ? [[key, actions[i + 1] ?? '']] : []))),
      hints: Object.fromEntries(Object.entries(hints).map(([key, { value }]) => [key, value])),
    });
    return number;
  }
  CloseNotification(number: number): void {
    this.closed.push(number);
    this.NotificationClosed(number, 3);
  }
  NotificationClosed(number: number, reason: number): [number, number] {
    return [number, reason];
  }
  ActionInvoked(number: number, key: string): [number, string] {
    return [number, key];
  }
}

Service.configureMembers({
  properties: { Inhibited: { signature: 'b', access: 'read' } },
  methods: {
    GetCapabilities: { outSignature: 'as' },
    GetServerInformation: { outSignature: 'ssss' },
    Notify: { inSignature: 'susssasa{sv}i', outSignature: 'u' },
    CloseNotification: { inSignature: 'u' },
  },
  signals: { NotificationClosed: { signature: 'uu' }, ActionInvoked: { signature: 'us' } },
});

export interface NotificationService {
  /** All notifications so far, in order. */
  all(): ShownNotification[];
  /** Waits for a notification from index `from` with this text in title or body. */
  shown(text: string, from?: number): Promise<ShownNotification>;
  press(one: ShownNotification, action: string): void;
  /** Closes it as a person does. */
  dismiss(one: ShownNotification): void;
  /** Closes it because its time is over. */
  expire(one: ShownNotification): void;
  /** Numbers of the notifications that the app closed. */
  closed(): number[];
  setInhibited(on: boolean): void;
  /** How often the app read whether do-not-disturb is on. */
  inhibitedReads(): number;
  stop(): Promise<void>;
}

interface Options {
  capabilities?: string[];
  isInhibited?: boolean;
  /** The name that the service reports. */
  name?: string;
}

/** Starts the notification service of the session; there can be only one at a time. */
export async function startNotificationService({
  capabilities = ['actions', 'body', 'body-markup'],
  isInhibited = false,
  name = 'Test',
}: Options = {}): Promise<NotificationService> {
  const bus: MessageBus = dbus.sessionBus({ busAddress: process.env.DBUS_SESSION_BUS_ADDRESS ?? '' });
  bus.on('error', () => undefined);
  const service = new Service(capabilities, isInhibited, name);
  bus.export(PATH, service);
  await bus.requestName(NAME, 0);
  return {
    all: () => service.all,
    async shown(text, from = 0) {
      const holds = ({ title, body }: ShownNotification) => `${title}\n${body}`.includes(text);
      const found = await until(
        () => service.all.slice(from),
        (all) => all.some(holds),
      );
      const one = found.findLast(holds);
      if (!one) throw new Error('It is gone again');
      return one;
    },
    press: ({ number }, action) => void service.ActionInvoked(number, action),
    dismiss: ({ number }) => void service.NotificationClosed(number, 2),
    expire: ({ number }) => void service.NotificationClosed(number, 1),
    closed: () => service.closed,
    setInhibited(on) {
      service.isInhibited = on;
      Interface.emitPropertiesChanged(service, { Inhibited: on }, []);
    },
    inhibitedReads: () => service.inhibitedReads,
    async stop() {
      await bus.releaseName(NAME);
      bus.disconnect();
    },
  };
}
