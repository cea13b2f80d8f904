/**
 * Linux only: looks at the Secret Service without asking it for a secret, so without ever raising a password window.
 *
 * keytar's own answers do not tell "none" from "locked": when the person cancels the unlock window its get gives null, and
 * on a locked keyring its delete gives false at once [both measured, gnome-keyring 42]. Taken at their word a token would
 * count as absent, or as deleted, while it is there.
 */
import { z } from 'zod';

const SERVICE = 'org.freedesktop.secrets';
const PATH = '/org/freedesktop/secrets';
const SearchResult = z.tuple([z.array(z.string()), z.array(z.string())]);

/**
 * `locked`: an item that matches, or the keyring new ones go to, is locked: what is read now proves nothing.
 * `open`: it is not. `absent`: nothing answers on the session bus, or there is none.
 */
export type SecretServiceState = 'open' | 'locked' | 'absent';

/** Never rejects; gives `locked` if there is no answer within `timeoutMs`, since that proves nothing either. */
export async function inspectSecretService(
  attributes: Record<string, string>,
  timeoutMs = 1_500,
): Promise<SecretServiceState> {
  const { default: dbus } = await import('@particle/dbus-next');
  let bus: ReturnType<typeof dbus.sessionBus>;
  try {
    // libsecret's own order: the variable, then the socket systemd gives every session.
    const busAddress = process.env.DBUS_SESSION_BUS_ADDRESS ?? `unix:path=${process.env.XDG_RUNTIME_DIR ?? ''}/bus`;
    bus = dbus.sessionBus({ busAddress });
  } catch {
    return 'absent';
  }
  const call = async (path: string, iface: string, member: string, signature: string, body: unknown[]) => {
    const message = new dbus.Message({ destination: SERVICE, path, interface: iface, member, signature, body });
    return (await bus.call(message))?.body ?? [];
  };
  const look = async (): Promise<SecretServiceState> => {
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
    // Some services hide what is inside a locked keyring even from a search, so nothing found in a locked one is no proof.
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
      // The default keyring does not exist yet (gnome-keyring names one all the same).
      return 'open';
    }
  };
  let timer: NodeJS.Timeout | undefined;
  try {
    return await Promise.race([
      look(),
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
