/** How requests leave the app: Electron's network stack, for the system's proxies and certificates, without a cookie jar. */
import { session } from 'electron';
import type { Transport } from '../service/http.ts';

/** Use after the app is ready. */
export function createTransport(): Transport {
  // No `persist:` prefix: nothing of this session is ever written to disk.
  const own = session.fromPartition('service', { cache: false });
  return (url, init) => own.fetch(url, { ...init, credentials: 'omit', bypassCustomProtocolHandlers: true });
}
