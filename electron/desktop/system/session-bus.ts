/** The address of the session's D-Bus (Linux); undefined if there is none. */
import { existsSync } from 'node:fs';

export function sessionBusAddress(env: NodeJS.ProcessEnv = process.env): string | undefined {
  const { DBUS_SESSION_BUS_ADDRESS, XDG_RUNTIME_DIR } = env;
  if (DBUS_SESSION_BUS_ADDRESS) return DBUS_SESSION_BUS_ADDRESS;
  const usual = `${XDG_RUNTIME_DIR}/bus`;
  return XDG_RUNTIME_DIR && existsSync(usual) ? `unix:path=${usual}` : undefined;
}
