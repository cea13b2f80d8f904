/** The session's D-Bus (Linux): its address, calls and signals. */
import { existsSync } from 'node:fs';
import type { DBusError, Message, MessageLike } from '@particle/dbus-next';

const BUS = 'org.freedesktop.DBus';
/** As long as D-Bus itself waits, because at login a service may have to start first (ms). */
const TIMEOUT_MS = 25_000;

/** undefined if there is none. */
export function sessionBusAddress(env: NodeJS.ProcessEnv = process.env): string | undefined {
  const { DBUS_SESSION_BUS_ADDRESS, XDG_RUNTIME_DIR } = env;
  if (DBUS_SESSION_BUS_ADDRESS) return DBUS_SESSION_BUS_ADDRESS;
  const usual = `${XDG_RUNTIME_DIR}/bus`;
  return XDG_RUNTIME_DIR && existsSync(usual) ? `unix:path=${usual}` : undefined;
}

export interface BusOptions {
  /** The connection broke. */
  onLost?: () => void;
  /** The longest wait for an answer. */
  timeoutMs?: number;
}

export type BusConnection = Awaited<ReturnType<typeof connectToBus>>;

/** Throws for an address that the library cannot parse; a dead bus shows at the first call. */
export async function connectToBus(busAddress: string, { onLost, timeoutMs = TIMEOUT_MS }: BusOptions = {}) {
  const dbus = await import('@particle/dbus-next');
  const bus = dbus.sessionBus({ busAddress });
  // Attached at once: without a listener, a lost bus would crash the app.
  const lost = new Promise<never>((_, reject) => {
    bus.on('error', (error) => {
      onLost?.();
      reject(error);
    });
  });
  lost.catch(() => undefined);
  let ownName = '';

  /** The values of the answer. Throws a DBusError if the answer is one, otherwise if the bus is lost or does not answer in time. */
  async function call(method: MessageLike, limitMs = timeoutMs): Promise<unknown[]> {
    const { promise: late, reject } = Promise.withResolvers<never>();
    const limit = setTimeout(() => reject(new Error('No answer over D-Bus')), limitMs);
    limit.unref?.();
    try {
      const reply = await Promise.race([bus.call(new dbus.Message(method)), lost, late]);
      ownName = reply?.destination ?? ownName;
      return reply?.body ?? [];
    } finally {
      clearTimeout(limit);
    }
  }

  /** The value that a method of the bus itself returns. */
  async function askBus(member: string, argument: string): Promise<unknown> {
    const method = { interface: BUS, member, signature: 's', body: [argument] };
    const [value] = await call({ destination: BUS, path: '/org/freedesktop/DBus', ...method });
    return value;
  }
  const follow = (rule: string): Promise<unknown> => askBus('AddMatch', `type='signal',${rule}`);

  return {
    call,
    askBus,
    /** Signals that match this rule reach the listeners. */
    follow,
    /** As `follow`, for a service that starts, ends or is replaced. */
    followOwner: (name: string) =>
      follow(`sender='${BUS}',interface='${BUS}',member='NameOwnerChanged',arg0='${name}'`),
    onSignal(listener: (signal: Message) => void): void {
      bus.on('message', (message: Message) => {
        if (message.type === dbus.MessageType.SIGNAL) listener(message);
      });
    },
    /** The name of this connection; known after the first answer. */
    ownName: () => ownName,
    variant: (signature: string, value: unknown) => new dbus.Variant(signature, value),
    isAnswer: (error: unknown): error is DBusError => error instanceof dbus.DBusError,
    close: (): void => bus.disconnect(),
  };
}

/** True if a signal says that this service has a new owner, or none. */
export const isOwnerChange = ({ interface: face, member, body }: Message, name: string): boolean =>
  face === BUS && member === 'NameOwnerChanged' && body[0] === name;
