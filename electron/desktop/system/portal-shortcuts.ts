/**
 * Global shortcuts on Wayland, through the desktop's portal (org.freedesktop.portal.GlobalShortcuts). Not through Electron's
 * globalShortcut, which reports success before the desktop answered (electron#52218), skips the registration that newer portals
 * require (electron#51875), and as an X11 program under XWayland grabs keys that never arrive.
 *
 * Binding may make the desktop ask the person or open its settings, so only keys that the person chose are bound.
 */
import { type BusConnection, connectToBus, sessionBusAddress } from './session-bus.ts';

interface BoundShortcuts<Name> {
  is: 'bound';
  /** The keys of each granted shortcut as the desktop describes them, which may differ from the request; empty if unknown. */
  triggers: ReadonlyMap<Name, string>;
}
/** `refused`: the person or the desktop refused. `unavailable`: this desktop has no such portal. */
export type BindResult<Name> = BoundShortcuts<Name> | { is: 'refused' } | { is: 'unavailable' };

export interface PortalShortcutsOptions<Name> {
  /** The name of our desktop entry, without `.desktop`. */
  appId: string;
  /** What a shortcut does, as the desktop's settings list it. */
  description: (name: Name) => string;
  onPress: (name: Name) => void;
  /** The desktop or its portal ended the session. */
  onLost: () => void;
}

const PORTAL = 'org.freedesktop.portal.Desktop';
const PATH = '/org/freedesktop/portal/desktop';
const INTERFACE = 'org.freedesktop.portal.GlobalShortcuts';

export function createPortalShortcuts<Name extends string>(options: PortalShortcutsOptions<Name>) {
  const { appId, description, onPress, onLost } = options;
  let bus: BusConnection | null = null;
  /** Counts attempts; answers to earlier ones are ignored. */
  let attempt = 0;

  async function bind(accelerators: Partial<Record<Name, string>>): Promise<BindResult<Name>> {
    release();
    attempt += 1;
    const names = Object.keys(accelerators) as Name[];
    const isWanted = (id: unknown): id is Name => names.includes(id as Name);
    const address = sessionBusAddress();
    if (address === undefined) return { is: 'unavailable' };
    const own = await connectToBus(address, { onLost: () => lost(own) });
    bus = own;
    const { variant } = own;
    try {
      const portal = connectPortal(own);
      await own.follow(`sender='${PORTAL}'`);
      // Newer portals need the app's id; older ones find it out themselves and lack this call.
      await portal
        .call('org.freedesktop.host.portal.Registry', 'Register', 'sa{sv}', [appId, {}])
        .catch(() => undefined);
      const created = await portal.request('CreateSession', 'a{sv}', (options) => [
        { ...options, session_handle_token: variant('s', 'punchcard') },
      ]);
      if (created === null) return ended(own, 'refused');
      const session = String(created.session_handle?.value ?? '');
      own.onSignal(({ interface: from, member, path, body }) => {
        if (from === INTERFACE && member === 'Activated' && body[0] === session && isWanted(body[1])) onPress(body[1]);
        if (member === 'Closed' && path === session) lost(own);
      });
      const wanted = names.map((name) => [
        name,
        {
          description: variant('s', description(name)),
          preferred_trigger: variant('s', triggerOf(accelerators[name] ?? '')),
        },
      ]);
      const bound = await portal.request('BindShortcuts', 'oa(sa{sv})sa{sv}', (options) => [
        session,
        wanted,
        '',
        options,
      ]);
      const list = bound?.shortcuts?.value;
      const granted = Array.isArray(list) ? list.filter(([id]) => isWanted(id)) : [];
      if (granted.length === 0) return ended(own, 'refused');
      const triggers = granted.map(([id, { trigger_description }]) => [id, String(trigger_description?.value ?? '')]);
      return { is: 'bound', triggers: new Map(triggers as [Name, string][]) };
    } catch (error) {
      console.warn('The desktop binds no shortcut:', error instanceof Error ? error.message : error);
      return ended(own, 'unavailable');
    }
  }

  function ended(own: BusConnection, is: 'refused' | 'unavailable'): BindResult<Name> {
    if (bus === own) release();
    return { is };
  }

  function lost(own: BusConnection): void {
    if (bus !== own) return;
    release();
    onLost();
  }

  /** The portal drops the shortcuts with the connection. */
  function release(): void {
    const own = bus;
    bus = null;
    own?.close();
  }

  return {
    /** Requests these keys (Electron's notation), because a session binds only once. A later call replaces an earlier one. */
    async bind(accelerators: Partial<Record<Name, string>>): Promise<BindResult<Name> | null> {
      const result = bind(accelerators);
      const mine = attempt;
      const given = await result;
      return mine === attempt ? given : null;
    },
    /** Whether this desktop has shortcuts for programs. Asks the person nothing. */
    async isOffered(): Promise<boolean> {
      const address = sessionBusAddress();
      if (address === undefined) return false;
      const own = await connectToBus(address);
      const properties = 'org.freedesktop.DBus.Properties';
      return connectPortal(own)
        .call(properties, 'Get', 'ss', [INTERFACE, 'version'])
        .then(
          () => true,
          () => false,
        )
        .finally(own.close);
    },
    release(): void {
      attempt += 1;
      release();
    },
  };
}

type Results = Record<string, { value: unknown } | undefined>;

/** Calls of the portal; some answer later through a Request object. */
function connectPortal({ call: callBus, onSignal, variant }: BusConnection) {
  let requests = 0;
  const answers = new Map<string, (answer: Results | null) => void>();
  onSignal(({ member, path, body: [code, results] }) => {
    if (member !== 'Response') return;
    const token = path.slice(path.lastIndexOf('/') + 1);
    answers.get(token)?.(code === 0 ? (results as Results) : null);
    answers.delete(token);
  });

  const call = (from: string, member: string, signature: string, body: unknown[]): Promise<unknown[]> =>
    callBus({ destination: PORTAL, path: PATH, interface: from, member, signature, body });

  return {
    call,
    /** null: refused. The name of the Request object is known before the call, so no answer is missed. */
    async request(member: string, signature: string, body: (options: Record<string, unknown>) => unknown[]) {
      requests += 1;
      const token = `punchcard${requests}`;
      const answer = new Promise<Results | null>((resolve) => answers.set(token, resolve));
      await call(INTERFACE, member, signature, body({ handle_token: variant('s', token) }));
      return answer;
    },
  };
}

const MODIFIERS: Record<string, string> = {
  Control: 'CTRL',
  CommandOrControl: 'CTRL',
  Alt: 'ALT',
  Shift: 'SHIFT',
  Super: 'LOGO',
  Meta: 'LOGO',
};
/** Keys whose names in the freedesktop.org shortcuts specification are not simply lower case. */
const KEYS: Record<string, string> = {
  Return: 'Return',
  Enter: 'Return',
  Tab: 'Tab',
  Backspace: 'BackSpace',
  Delete: 'Delete',
  Insert: 'Insert',
  Home: 'Home',
  End: 'End',
  PageUp: 'Page_Up',
  PageDown: 'Page_Down',
  Up: 'Up',
  Down: 'Down',
  Left: 'Left',
  Right: 'Right',
};

/** `Control+Alt+Space` becomes `CTRL+ALT+space`. */
export function triggerOf(accelerator: string): string {
  return accelerator
    .split('+')
    .map((part) => MODIFIERS[part] ?? KEYS[part] ?? (/^F\d+$/.test(part) ? part : part.toLowerCase()))
    .join('+');
}
