/** Sends requests through Electron's network stack, for the system's proxies and certificates, without cookies. */

import { type Session, session } from 'electron';
import { RedirectError, type Transport } from '../../shared/transport.ts';

/**
 * Use after the app is ready.
 *
 * Chromium silently repeats a request when a kept-alive connection breaks before the answer, even a POST that the server may have
 * processed: a time entry would exist twice, or an old change would overwrite a newer one. It does so only on a reused connection, so
 * each write gets a fresh one, in a session of its own, one at a time.
 */
export function createTransport(): Transport {
  const reads = sender('service');
  const writes = sender('service-writes');
  let lastWrite: Promise<unknown> = Promise.resolve();

  async function write(before: Promise<unknown>, url: string, init: RequestInit): Promise<Response> {
    await before;
    init.signal?.throwIfAborted();
    await writes.session.closeAllConnections();
    return writes.fetch(url, init);
  }

  return (url, init) => {
    if (init.method === 'GET') return reads.fetch(url, init);
    const answer = write(lastWrite, url, init);
    lastWrite = answer.catch(() => undefined);
    return answer;
  };
}

function sender(name: string): { session: Session; fetch: Transport } {
  // No `persist:` prefix: nothing of this session is written to disk.
  const own = session.fromPartition(name, { cache: false });
  const locations = new Map<string, string>();
  own.webRequest.onHeadersReceived((details, proceed) => {
    const location = Object.entries(details.responseHeaders ?? {}).find(([key]) => key.toLowerCase() === 'location');
    if (details.statusCode >= 300 && details.statusCode < 400 && location?.[1][0]) {
      locations.set(details.url, URL.parse(location[1][0], details.url)?.href ?? location[1][0]);
    }
    proceed({});
  });
  return {
    session: own,
    async fetch(url, init) {
      try {
        return await own.fetch(url, { ...init, credentials: 'omit', bypassCustomProtocolHandlers: true });
      } catch (error) {
        // With redirects disabled, Electron's fetch fails without reporting the location.
        const location = locations.get(url);
        if (location !== undefined) throw new RedirectError(location);
        throw error;
      } finally {
        locations.delete(url);
      }
    },
  };
}
