/** Sends requests through Electron's network stack, for the system's proxies and certificates, without cookies. */

import type { Readable } from 'node:stream';
import { net, type Session, session } from 'electron';
import {
  RedirectError,
  type Transport,
  type TransportAnswer,
  type TransportRequest,
} from '../../../shared/transport.ts';

/**
 * Use after the app is ready.
 *
 * Chromium silently repeats a request when a kept-alive connection breaks before the answer, even a POST that the server may have
 * processed: a time entry would exist twice, or an old change would overwrite a newer one. It does so only on a reused connection, so
 * each write gets a fresh one, in a session of its server's own, one at a time.
 */
export function createTransport(): Transport {
  const reads = sender('service').fetch;
  /** By origin: a server that does not answer must not delay the writes to another. */
  const writers = new Map<string, Transport>();
  return (url, init) => {
    if (init.method === 'GET') return reads(url, init);
    const { origin } = new URL(url);
    const write = writers.get(origin) ?? writer(`service-writes ${origin}`);
    writers.set(origin, write);
    return write(url, init);
  };
}

function writer(name: string): Transport {
  const own = sender(name);
  let last: Promise<unknown> = Promise.resolve();

  async function write(before: Promise<unknown>, url: string, init: TransportRequest): Promise<TransportAnswer> {
    await before;
    init.signal?.throwIfAborted();
    await own.session.closeAllConnections();
    return own.fetch(url, init);
  }

  return (url, init) => {
    const answer = write(last, url, init);
    last = answer.catch(() => undefined);
    return answer;
  };
}

function sender(name: string): { session: Session; fetch: Transport } {
  // No `persist:` prefix: nothing of this session is written to disk.
  const own = session.fromPartition(name, { cache: false });
  return { session: own, fetch: (url, init) => send(own, url, init) };
}

/**
 * Sends one request and never follows a redirect. Electron's own fetch does not say where a redirect leads; finding out by a listener
 * for the headers of all responses costs a millisecond of processor time per request.
 */
async function send(
  own: Session,
  url: string,
  { method, headers, body, signal }: TransportRequest,
): Promise<TransportAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<TransportAnswer>();
  signal?.throwIfAborted();
  const request = net.request({
    session: own,
    url,
    method: method ?? 'GET',
    headers: headers ?? {},
    credentials: 'omit',
    cache: 'no-store',
    redirect: 'manual',
    bypassCustomProtocolHandlers: true,
  });
  const abort = () => {
    reject(signal?.reason);
    request.abort();
  };
  signal?.addEventListener('abort', abort, { once: true });
  request.on('redirect', (_status, _method, location) => reject(new RedirectError(location)));
  request.on('error', reject);
  request.on('response', (message) => {
    const { statusCode: status, headers } = message;
    // Not when the request closes, which it does as soon as it is sent: the answer has a time limit, too.
    message.on('end', () => signal?.removeEventListener('abort', abort));
    // An error without a listener would be thrown; who reads the answer gets it as well.
    message.on('error', () => undefined);
    if (status >= 200 && status <= 599) {
      const entries = Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]);
      // Its type lacks that it is a stream.
      resolve({ status, headers: entries, body: message as unknown as Readable });
    } else {
      reject(new RangeError(`No answer has the status ${status}`));
      request.abort();
    }
  });
  if (body instanceof Uint8Array) request.end(Buffer.from(body));
  else request.end(typeof body === 'string' ? body : undefined);
  return promise;
}
