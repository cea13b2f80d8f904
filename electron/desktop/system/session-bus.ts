/** The session's D-Bus (Linux): its address, calls and signals. */
import { existsSync } from 'node:fs';
import type { DBusError, Message, MessageLike } from '@particle/dbus-next';

const BUS = 'org.freedesktop.DBus';
/** As long as D-Bus itself waits, because at login a service may have to start first (ms). */
const TIMEOUT_MS = 25_000;

/** undefined if there is none. */
export function sessionBusAddress(env: NodeJS.ProcessEnv = process.env): string | undefined {
  const { DBUS_SESSION_BUS_ADDRESS, XDG_RUNTIME_DIR } = env;
  // Chromium sets this where the variable was missing, so that nothing starts a bus.
  if (DBUS_SESSION_BUS_ADDRESS && DBUS_SESSION_BUS_ADDRESS !== 'disabled:') return DBUS_SESSION_BUS_ADDRESS;
  const usual = `${XDG_RUNTIME_DIR}/bus`;
  return XDG_RUNTIME_DIR && existsSync(usual) ? `unix:path=${usual}` : undefined;
}

export interface BusOptions {
  /** The connection broke. */
  onLost?: () => void;
  /** The longest wait for an answer. */
  timeoutMs?: number;
}

/** A method that Punchcard offers. */
export interface ServedMethod {
  /** The D-Bus signature of each argument. Calls with other arguments are refused. */
  takes: readonly string[];
  /** The signature of the result; absent if there is none. */
  gives?: string;
  /** Its arguments are as `takes` says. What it throws is logged; the caller only learns that it failed. */
  run: (...args: never[]) => unknown;
}

interface ServedObject {
  face: string;
  methods: ReadonlyMap<string, ServedMethod>;
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

  const callBus = (member: string, signature: string, body: unknown[]): Promise<unknown[]> =>
    call({ destination: BUS, path: '/org/freedesktop/DBus', interface: BUS, member, signature, body });
  /** The value that a method of the bus itself returns. */
  const askBus = async (member: string, argument: string): Promise<unknown> =>
    (await callBus(member, 's', [argument]))[0];
  /** By path. */
  const objects = new Map<string, ServedObject>();

  /** True if the call was for one of our objects. */
  function answer(call: Message): boolean {
    const { path = '', interface: face, member = '', signature, flags, body } = call;
    const reply = (types: string, values: unknown[]): boolean => {
      if ((Number(flags) & dbus.MessageFlag.NO_REPLY_EXPECTED) === 0)
        bus.send(dbus.Message.newMethodReturn(call, types, values));
      return true;
    };
    if (face === 'org.freedesktop.DBus.Introspectable' && member === 'Introspect')
      return reply('s', [introspection(path, objects)]);
    const object = objects.get(path);
    const method = face === undefined || face === object?.face ? object?.methods.get(member) : undefined;
    // The library refuses the call.
    if (method === undefined || signature !== method.takes.join('')) return false;
    try {
      const result = method.run(...((body ?? []) as never[]));
      return method.gives === undefined ? reply('', []) : reply(method.gives, [result]);
    } catch (error) {
      console.error(`${object?.face}.${member} failed:`, error);
      bus.send(dbus.Message.newError(call as never, `${BUS}.Error.Failed`, 'Punchcard could not answer.'));
      return true;
    }
  }
  bus.addMethodHandler(answer);

  const addMatch = (rule: string): Promise<unknown> => askBus('AddMatch', `type='signal',${rule}`);
  const followOwner = (name: string) =>
    addMatch(`sender='${BUS}',interface='${BUS}',member='NameOwnerChanged',arg0='${name}'`);
  /** Of each followed service, the connection that has its name; empty if none has. */
  const owners = new Map<string, string>();
  bus.on('message', ({ sender, member, body }: Message) => {
    if (sender === BUS && member === 'NameOwnerChanged') owners.set(String(body[0]), String(body[2]));
  });

  return {
    call,
    /** Rejects when the connection breaks. */
    lost,
    askBus,
    /** Everything that runs on the bus under a name. */
    async names(): Promise<string[]> {
      const [names] = await callBus('ListNames', '', []);
      return names as string[];
    },
    /** The signals of a service, and its start, end and replacement, reach the listeners. `path`: only those of this object. */
    async follow(name: string, path?: string): Promise<void> {
      const at = path === undefined ? '' : `,path='${path}'`;
      await Promise.all([addMatch(`sender='${name}'${at}`), followOwner(name)]);
      const owner = await askBus('GetNameOwner', name).catch((error: unknown) => {
        if (error instanceof dbus.DBusError) return '';
        throw error;
      });
      // A change that arrived meanwhile is newer.
      if (!owners.has(name)) owners.set(name, String(owner));
    },
    /** Only its start, end and replacement. */
    followOwner,
    /** Any program on the bus can send us, and us alone, what looks like the signal of a service: that reaches no listener. */
    onSignal(listener: (signal: Message) => void): void {
      bus.on('message', (message: Message) => {
        const { type, sender = '' } = message;
        const isFollowed = sender === BUS || [...owners.values()].includes(sender);
        if (type === dbus.MessageType.SIGNAL && isFollowed) listener(message);
      });
    },
    /** Offers methods at a path, by their names. */
    serve(path: string, face: string, methods: Record<string, ServedMethod>): void {
      objects.set(path, { face, methods: new Map(Object.entries(methods)) });
    },
    /** False if another program owns the name. */
    async own(name: string): Promise<boolean> {
      const body = [name, dbus.NameFlag.DO_NOT_QUEUE];
      const [result] = await callBus('RequestName', 'su', body);
      return result === dbus.RequestNameReply.PRIMARY_OWNER;
    },
    emit(path: string, face: string, member: string, signature: string, body: unknown[]): void {
      bus.send(dbus.Message.newSignal(path, face, member, signature, body));
    },
    /** The name of this connection; known after the first answer. */
    ownName: () => ownName,
    variant: (signature: string, value: unknown) => new dbus.Variant(signature, value),
    isAnswer: (error: unknown): error is DBusError => error instanceof dbus.DBusError,
    close: (): void => bus.disconnect(),
  };
}

/** True if a signal of the bus itself says that this service has a new owner, or none. */
export const isOwnerChange = ({ sender, member, body }: Message, name: string): boolean =>
  sender === BUS && member === 'NameOwnerChanged' && body[0] === name;

/** The description of a path (D-Bus Specification, Introspection Data Format): its object, or the next steps to objects below it. */
function introspection(path: string, objects: ReadonlyMap<string, ServedObject>): string {
  const folder = path === '/' ? '/' : `${path}/`;
  const below = [...objects.keys()].filter((one) => one.startsWith(folder));
  const steps = new Set(below.map((one) => one.slice(folder.length).split('/')[0]));
  const nodes = [...steps].map((step) => `<node name="${step}"/>`);
  const { face, methods } = objects.get(path) ?? {};
  const arg = (type: string, direction: string) => `<arg type="${type}" direction="${direction}"/>`;
  const described = [...(methods ?? [])].map(([name, { takes, gives }]) => {
    const args = [...takes.map((type) => arg(type, 'in')), ...(gives === undefined ? [] : [arg(gives, 'out')])];
    return `<method name="${name}">${args.join('')}</method>`;
  });
  const own = face === undefined ? [] : [`<interface name="${face}">${described.join('')}</interface>`];
  return `<node>${[...own, ...nodes].join('')}</node>`;
}
