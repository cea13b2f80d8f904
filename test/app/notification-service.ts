/**
 * The desktop's half of notifications, on the session's real D-Bus: takes what the app wants shown, presses its buttons, closes
 * it. With or without buttons and markup, with or without a do-not-disturb that can be read; it can end and come back.
 */
import dbus, { type MessageBus } from '@particle/dbus-next';
import { until } from './steps.ts';

const { Interface } = dbus.interface;

const NAME = 'org.freedesktop.Notifications';
const PATH = '/org/freedesktop/Notifications';

export interface Notified {
  number: number;
  /** The number of the one whose place it took; 0: of none. */
  replaces: number;
  icon: string;
  title: string;
  body: string;
  /** What a person can press, by the action's key; `default` is the notification itself. */
  actions: Record<string, string>;
  hints: Record<string, unknown>;
}

class Service extends Interface {
  readonly all: Notified[] = [];
  readonly closed: number[] = [];
  capabilities: string[];
  Inhibited: boolean;
  private readonly serverName: string;
  private last = 0;

  constructor(capabilities: string[], isInhibited: boolean, serverName: string) {
    super(NAME);
    this.serverName = serverName;
    this.capabilities = capabilities;
    this.Inhibited = isInhibited;
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
  /** All that was ever shown, in order. */
  all(): Notified[];
  /** Waits for one whose title or body holds that text, not before the `from`-th. */
  shown(text: string, from?: number, ms?: number): Promise<Notified>;
  press(one: Notified, action: string): void;
  /** Closed by the person. */
  dismiss(one: Notified): void;
  /** Numbers that the app took back. */
  closed(): number[];
  setInhibited(on: boolean): void;
  stop(): Promise<void>;
}

interface Options {
  capabilities?: string[];
  isInhibited?: boolean;
  /** As the service names itself. */
  name?: string;
}

/** Becomes the notification service of the session; there can be one at a time. */
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
    async shown(text, from = 0, ms = 30_000) {
      const holds = ({ title, body }: Notified) => `${title}\n${body}`.includes(text);
      const found = await until(
        () => service.all.slice(from),
        (all) => all.some(holds),
        ms,
      );
      const one = found.findLast(holds);
      if (!one) throw new Error('It is gone again');
      return one;
    },
    press: ({ number }, action) => void service.ActionInvoked(number, action),
    dismiss: ({ number }) => void service.NotificationClosed(number, 2),
    closed: () => service.closed,
    setInhibited(on) {
      service.Inhibited = on;
      Interface.emitPropertiesChanged(service, { Inhibited: on }, []);
    },
    async stop() {
      await bus.releaseName(NAME);
      bus.disconnect();
    },
  };
}
