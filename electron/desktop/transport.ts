/** How requests leave the app: Electron's network stack, for the system's proxies and certificates, without a cookie jar. */
import { session } from 'electron';
import type { Transport } from '../service/http.ts';

/**
 * Use after the app is ready.
 *
 * Chromium silently sends a request again when a kept-alive connection breaks before the answer, a POST too, although the
 * server may have carried it out: a time entry would be there twice. It does so only on a reused connection, so each POST
 * gets a fresh one, in a session of its own, one at a time.
 */
export function createTransport(): Transport {
  // No `persist:` prefix: nothing of these sessions is ever written to disk.
  const reads = session.fromPartition('service', { cache: false });
  const posts = session.fromPartition('service-posts', { cache: false });
  let lastPost: Promise<unknown> = Promise.resolve();

  const options = { credentials: 'omit', bypassCustomProtocolHandlers: true } as const;

  async function post(before: Promise<unknown>, url: string, init: RequestInit): Promise<Response> {
    await before;
    init.signal?.throwIfAborted();
    await posts.closeAllConnections();
    return posts.fetch(url, { ...init, ...options });
  }

  return (url, init) => {
    if (init.method !== 'POST') return reads.fetch(url, { ...init, ...options });
    const answer = post(lastPost, url, init);
    lastPost = answer.catch(() => undefined);
    return answer;
  };
}
