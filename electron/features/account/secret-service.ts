/**
 * Linux only: inspects the Secret Service without reading a secret, so no password window opens.
 *
 * keytar's answers do not distinguish "none" from "locked": if the person cancels the unlock window, its get returns null, and on a
 * locked keyring its delete returns false at once [both measured, gnome-keyring 42]. Trusting them would count a stored token as
 * absent or deleted.
 */
import { z } from 'zod';

const SERVICE = 'org.freedesktop.secrets';
const PATH = '/org/freedesktop/secrets';
/** A call is made so often. gnome-keyring refuses a client's first call now and then [measured: 16 of 76,800; none twice]. */
const ATTEMPTS = 3;
const SearchResult = z.tuple([z.array(z.string()), z.array(z.string())]);

/**
 * `locked`: a matching item or the default keyring is locked, so reading proves nothing. `open`: neither is locked.
 * `absent`: there is no session bus, or no Secret Service answers on it, so nothing is known.
 */
export type SecretServiceState = 'open' | 'locked' | 'absent';

/** Never rejects. Returns `locked` without an answer within `timeoutMs`, which proves nothing either. */
export async function inspectSecretService(
  attributes: Record<string, string>,
  timeoutMs = 1_500,
): Promise<SecretServiceState> {
  const { default: dbus } = await import('@particle/dbus-next');
  let bus: ReturnType<typeof dbus.sessionBus>;
  try {
    // Same order as libsecret: the variable, then the socket that systemd creates for every session.
    const busAddress = process.env.DBUS_SESSION_BUS_ADDRESS ?? `unix:path=${process.env.XDG_RUNTIME_DIR ?? ''}/bus`;
    bus = dbus.sessionBus({ busAddress });
  } catch {
    return 'absent';
  }
  const call = async (path: string, iface: string, member: string, signature: string, body: unknown[]) => {
    for (let attempt = 1; ; attempt += 1) {
      const message = new dbus.Message({ destination: SERVICE, path, interface: iface, member, signature, body });
      try {
        return (await bus.call(message))?.body ?? [];
      } catch (error) {
        if (attempt === ATTEMPTS) throw error;
      }
    }
  };
  const inspect = async (): Promise<SecretServiceState> => {
    let found: z.infer<typeof SearchResult>;
    try {
      found = SearchResult.parse(
        await call(PATH, 'org.freedesktop.Secret.Service', 'SearchItems', 'a{ss}', [attributes]),
      );
    } catch {
      return 'absent';
    }
    if (found[1].length > 0) return 'locked';
    if (found[0].length > 0) return 'open';
    // Some services hide the items of a locked keyring from a search, so an empty result proves nothing there.
    try {
      const [path] = z
        .tuple([z.string()])
        .parse(await call(PATH, 'org.freedesktop.Secret.Service', 'ReadAlias', 's', ['default']));
      if (path === '/') return 'open';
      const [locked] = z
        .tuple([z.object({ value: z.boolean() })])
        .parse(
          await call(path, 'org.freedesktop.DBus.Properties', 'Get', 'ss', [
            'org.freedesktop.Secret.Collection',
            'Locked',
          ]),
        );
      return locked.value ? 'locked' : 'open';
    } catch {
      // The default keyring does not exist yet, although gnome-keyring returns its path.
      return 'open';
    }
  };
  let timer: NodeJS.Timeout | undefined;
  try {
    return await Promise.race([
      inspect(),
      new Promise<SecretServiceState>((resolve) => {
        timer = setTimeout(resolve, timeoutMs, 'locked');
      }),
      new Promise<SecretServiceState>((resolve) => bus.on('error', () => resolve('absent'))),
    ]);
  } finally {
    clearTimeout(timer);
    bus.disconnect();
  }
}
