/**
 * Global shortcuts on Wayland, through the desktop's portal (org.freedesktop.portal.GlobalShortcuts). Not through Electron's
 * globalShortcut, which reports success before the desktop answered (electron#52218), skips the registration that newer portals
 * require (electron#51875), and as an X11 program under XWayland grabs keys that never arrive.
 *
 * Binding may make the desktop ask the person or open its settings, so only keys that the person chose are bound.
 */
import { type BusConnection, connectToBus, sessionBusAddress } from './session-bus.ts';

interface BoundShortcut {
  is: 'bound';
  /** The keys as the desktop describes them, which may differ from the request; empty if unknown. */
  trigger: string;
}
/** `refused`: the person or the desktop refused. `unavailable`: this desktop has no such portal. */
export type BindResult = BoundShortcut | { is: 'refused' } | { is: 'unavailable' };

export interface PortalShortcutsOptions {
  /** The name of our desktop entry, without `.desktop`. */
  appId: string;
  /** What the shortcut does, as the desktop's settings list it. */
  description: () => string;
  onPress: () => void;
  /** The desktop or its portal ended the session. */
  onLost: () => void;
}

const PORTAL = 'org.freedesktop.portal.Desktop';
const PATH = '/org/freedesktop/portal/desktop';
const INTERFACE = 'org.freedesktop.portal.GlobalShortcuts';
const SHORTCUT_ID = 'quick-add';

export function createPortalShortcuts({ appId, description, onPress, onLost }: PortalShortcutsOptions) {
  let bus: BusConnection | null = null;
  /** Counts attempts; answers to earlier ones are ignored. */
  let attempt = 0;

  async function bind(accelerator: string): Promise<BindResult> {
    release();
    attempt += 1;
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
        if (from === INTERFACE && member === 'Activated' && body[0] === session && body[1] === SHORTCUT_ID) onPress();
        if (member === 'Closed' && path === session) lost(own);
      });
      const wanted = {
        description: variant('s', description()),
        preferred_trigger: variant('s', triggerOf(accelerator)),
      };
      const bound = await portal.request('BindShortcuts', 'oa(sa{sv})sa{sv}', (options) => [
        session,
        [[SHORTCUT_ID, wanted]],
        '',
        options,
      ]);
      const list = bound?.shortcuts?.value;
      const one = Array.isArray(list) ? list.find(([id]) => id === SHORTCUT_ID) : undefined;
      if (one === undefined) return ended(own, 'refused');
      return { is: 'bound', trigger: String(one[1]?.trigger_description?.value ?? '') };
    } catch (error) {
      console.warn('The desktop binds no shortcut:', error instanceof Error ? error.message : error);
      return ended(own, 'unavailable');
    }
  }

  function ended(own: BusConnection, is: 'refused' | 'unavailable'): BindResult {
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
    /** Requests these keys (Electron's notation). A later call replaces an earlier one. */
    async bind(accelerator: string): Promise<BindResult | null> {
      const result = bind(accelerator);
      const mine = attempt;
      const given = await result;
      return mine === attempt ? given : null;
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
