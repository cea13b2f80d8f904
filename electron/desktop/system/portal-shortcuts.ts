/**
 * Global shortcuts on Wayland, through the desktop's portal (org.freedesktop.portal.GlobalShortcuts). Not through Electron's
 * globalShortcut, which reports success before the desktop answered (electron#52218), skips the registration that newer portals
 * require (electron#51875), and as an X11 program under XWayland grabs keys that never arrive.
 *
 * Binding may make the desktop ask the person or open its settings, so only keys that the person chose are bound.
 */
import type { PortalView } from '../../../shared/contract/shortcuts.ts';
import { type BusConnection, connectToBus, isOwnerChange, sessionBusAddress } from './session-bus.ts';

/** The keys of each granted shortcut as the desktop describes them, which may differ from the request; empty if it names none. */
type Triggers<Name> = ReadonlyMap<Name, string>;

/** `denied`: the person or the desktop refused. `unavailable`: this desktop has no such portal, or it failed. */
export type BindResult<Name> = { is: 'bound'; triggers: Triggers<Name> } | { is: 'denied' } | { is: 'unavailable' };

export interface PortalShortcutsOptions<Name> {
  /** The name of our desktop entry, without `.desktop`. */
  appId: string;
  /** What a shortcut does, as the desktop's settings list it. */
  description: (name: Name) => string;
  onPress: (name: Name) => void;
  /** The person gave some shortcuts other keys in the desktop's settings. */
  onTriggers: (triggers: Triggers<Name>) => void;
  /** `closed`: the desktop ended the session, as when the person removes the keys there. `gone`: the portal itself ended. */
  onLost: (why: 'closed' | 'gone') => void;
}

const PORTAL = 'org.freedesktop.portal.Desktop';
const PATH = '/org/freedesktop/portal/desktop';
const INTERFACE = 'org.freedesktop.portal.GlobalShortcuts';
const BACKEND = 'org.freedesktop.impl.portal.desktop.';
const BACKEND_INTERFACE = 'org.freedesktop.impl.portal.GlobalShortcuts';
/** A backend that hangs only stays unnamed (ms). */
const BACKEND_LIMIT_MS = 1_000;

export function createPortalShortcuts<Name extends string>(options: PortalShortcutsOptions<Name>) {
  const { appId, description, onPress, onTriggers, onLost } = options;
  let bus: BusConnection | null = null;
  let session = '';
  /** Counts attempts; answers to earlier ones are ignored. */
  let attempt = 0;

  async function bind(accelerators: Partial<Record<Name, string>>): Promise<BindResult<Name>> {
    release();
    attempt += 1;
    const names = Object.keys(accelerators) as Name[];
    const isWanted = (id: unknown): id is Name => names.includes(id as Name);
    const triggersOf = (list: unknown): Triggers<Name> =>
      new Map(
        (Array.isArray(list) ? list : [])
          .filter(([id]) => isWanted(id))
          .map(([id, { trigger_description }]) => [id, String(trigger_description?.value ?? '')]),
      );
    const address = sessionBusAddress();
    if (address === undefined) return { is: 'unavailable' };
    let isBound = false;
    // Before that, the end is the answer to the request.
    const ends = (why: 'closed' | 'gone') => isBound && lost(own, why);
    const own = await connectToBus(address, { onLost: () => ends('gone') });
    bus = own;
    const { variant } = own;
    try {
      await own.follow(PORTAL);
      // Newer portals need the app's id; older ones find it out themselves and lack this call. It also starts the portal.
      await callPortal(own, 'org.freedesktop.host.portal.Registry', 'Register', 'sa{sv}', [appId, {}]).catch(
        () => undefined,
      );
      const portal = connectPortal(own);
      const created = await portal.request('CreateSession', 'a{sv}', (options) => [
        { ...options, session_handle_token: variant('s', 'punchcard') },
      ]);
      if (created === null) return ended(own, 'denied');
      session = String(created.session_handle?.value ?? '');
      onEnd(own, () => ends('gone'));
      own.onSignal(({ interface: from, member, path, body }) => {
        if (from === INTERFACE && body[0] === session) {
          if (member === 'Activated' && isWanted(body[1])) onPress(body[1]);
          if (member === 'ShortcutsChanged') onTriggers(triggersOf(body[1]));
        }
        if (member === 'Closed' && path === session) ends('closed');
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
      if (bound === null) return ended(own, 'denied');
      isBound = true;
      return { is: 'bound', triggers: triggersOf(bound.shortcuts?.value) };
    } catch (error) {
      console.warn('The desktop binds no shortcut:', error instanceof Error ? error.message : error);
      return ended(own, 'unavailable');
    }
  }

  function ended(own: BusConnection, is: 'denied' | 'unavailable'): BindResult<Name> {
    if (bus === own) release();
    return { is };
  }

  function lost(own: BusConnection, why: 'closed' | 'gone'): void {
    if (bus !== own) return;
    release();
    onLost(why);
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
    /** The portal's version and backend; null if this desktop has no shortcuts for programs. Asks the person nothing. */
    async find(): Promise<PortalView | null> {
      const address = sessionBusAddress();
      if (address === undefined) return null;
      const own = await connectToBus(address);
      const versionOf = async (destination: string, face: string, limitMs?: number): Promise<number | null> => {
        const get = { interface: 'org.freedesktop.DBus.Properties', member: 'Get', signature: 'ss' };
        const answer = own.call({ destination, path: PATH, ...get, body: [face, 'version'] }, limitMs);
        const [version] = await answer.catch(() => []);
        return version === undefined ? null : Number((version as { value: unknown }).value);
      };
      try {
        const version = await versionOf(PORTAL, INTERFACE);
        if (version === null) return null;
        // Several backends may run; one of them has these shortcuts.
        for (const name of await own.names().catch(() => [])) {
          if (!name.startsWith(BACKEND)) continue;
          const isIt = (await versionOf(name, BACKEND_INTERFACE, BACKEND_LIMIT_MS)) !== null;
          if (isIt) return { version, backend: name.slice(BACKEND.length) };
        }
        return { version, backend: null };
      } finally {
        own.close();
      }
    },
    /** Opens the desktop's settings of the bound shortcuts. Throws if nothing is bound, or from portals before version 2. */
    async configure(): Promise<void> {
      if (bus === null) throw new Error('No shortcut is bound');
      await callPortal(bus, INTERFACE, 'ConfigureShortcuts', 'osa{sv}', [session, '', {}]);
    },
    release(): void {
      attempt += 1;
      release();
    },
  };
}

type Results = Record<string, { value: unknown } | undefined>;

const callPortal = (bus: BusConnection, from: string, member: string, signature: string, body: unknown[]) =>
  bus.call({ destination: PORTAL, path: PATH, interface: from, member, signature, body });

/** The portal ended, or another one replaced it. */
const onEnd = (bus: BusConnection, listener: () => void) =>
  bus.onSignal((signal) => isOwnerChange(signal, PORTAL) && signal.body[1] !== '' && listener());

/** Requests to the portal, which answers later through a Request object. */
function connectPortal(bus: BusConnection) {
  const { variant, lost } = bus;
  let requests = 0;
  const answers = new Map<string, PromiseWithResolvers<Results | null>>();
  bus.onSignal(({ member, path, body }) => {
    if (member === 'Response') {
      const [code, results] = body;
      const token = path.slice(path.lastIndexOf('/') + 1);
      answers.get(token)?.resolve(code === 0 ? (results as Results) : null);
      answers.delete(token);
    }
    // The desktop withdrew its question.
    if (member === 'Closed') for (const answer of answers.values()) answer.resolve(null);
  });
  onEnd(bus, () => {
    for (const answer of answers.values()) answer.reject(new Error('The portal ended'));
  });

  return {
    /** null: denied. The name of the Request object is known before the call, so no answer is missed. */
    async request(member: string, signature: string, body: (options: Record<string, unknown>) => unknown[]) {
      requests += 1;
      const token = `punchcard${requests}`;
      const answer = Promise.withResolvers<Results | null>();
      // Also rejected while the call itself fails, which is reported instead.
      answer.promise.catch(() => undefined);
      answers.set(token, answer);
      await callPortal(bus, INTERFACE, member, signature, body({ handle_token: variant('s', token) }));
      return Promise.race([answer.promise, lost]);
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
