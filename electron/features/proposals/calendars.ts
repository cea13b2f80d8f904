/**
 * Reads calendars: files that the person chose, and addresses to which they subscribed. What was read last is kept for when it cannot be
 * read. Parsing runs in a thread of its own, because a calendar may be written to last forever.
 */
import { Worker } from 'node:worker_threads';
import { z } from 'zod';
import type { ProposalSettings } from '../../../shared/contract/proposals.ts';
import { MINUTE_MS, SECOND_MS } from '../../../shared/dates/milliseconds.ts';
import { MAX_NAME } from '../../../shared/limits.ts';
import { oneLine } from '../../../shared/tasks/clean-text.ts';
import type { Span } from '../../../shared/time/day.ts';
import type { Transport } from '../../../shared/transport.ts';
import { ServiceError } from '../../service/errors.ts';
import { createHttp } from '../../service/http.ts';
import type { CalendarEvent, CalendarRequest } from './calendar-worker.ts';
import type { EvidenceStore } from './evidence-store.ts';
import { problemOf, type Reading, type ReadSource } from './source.ts';

const MAX_BYTES = 10_000_000;
const TIMEOUT_MS = 10 * SECOND_MS;
const PARSE_MS = 5 * SECOND_MS;
const MAX_MEMORY_MB = 256;
const MAX_REDIRECTS = 5;
/** A subscription is read at most this often. */
const AGAIN_MS = 15 * MINUTE_MS;

const Cached = z.object({ readAt: z.number(), text: z.string() });

export interface CalendarsOptions {
  calendars: ProposalSettings['calendars'];
  /** Lower case. */
  ownAddresses: readonly string[];
  store: EvidenceStore;
  transport: Transport;
  readTextFile: (path: string, maxBytes: number) => Promise<string>;
  /** Of calendar-worker, as a file. */
  worker: string | URL;
  now: () => number;
  /** It is called otherwise than it was stored. */
  rename: (id: string, name: string) => void;
}

export const createCalendars = (options: CalendarsOptions): ReadSource => {
  const { calendars, ownAddresses, store, worker, now } = options;

  async function read(calendar: (typeof calendars)[number], span: Span, signal: AbortSignal): Promise<Reading[]> {
    const { id, name, location } = calendar;
    const key = `calendars ${id}`;
    const cached = store.read(key, Cached);
    const problems: Reading[] = [];
    let text = cached?.text;
    if (cached === undefined || !isAddress(location) || Math.abs(now() - cached.readAt) >= AGAIN_MS) {
      try {
        text = isAddress(location)
          ? await download(options.transport, location, signal)
          : await options.readTextFile(location, MAX_BYTES);
        signal.throwIfAborted();
        store.write(key, { readAt: now(), text });
      } catch (error) {
        signal.throwIfAborted();
        problems.push({ place: id, problem: problemOf(name, error) });
      }
    }
    if (text === undefined) return problems;
    const own = nameIn(text) ?? name;
    if (own !== name) options.rename(id, own);
    try {
      const events = await parse(worker, { text, name: own, ownAddresses, span }, signal);
      return [...problems, { place: id, evidence: events }];
    } catch (error) {
      signal.throwIfAborted();
      return [...problems, { place: id, problem: problemOf(name, error) }];
    }
  }

  return async (span, signal) => (await Promise.all(calendars.map((one) => read(one, span, signal)))).flat();
};

/** Its own name, in the form of RFC 7986 or the older one. */
function nameIn(text: string): string | undefined {
  const name = /^(?:X-WR-CALNAME|NAME)(?:;[^:\r\n]{0,99})?:(.{1,999})/im.exec(text)?.[1] ?? '';
  return oneLine(name.replace(/\\([,;\\])/g, '$1'), MAX_NAME) || undefined;
}

const isAddress = (location: string): boolean => /^https?:\/\//i.test(location);

/** https, or http on this computer. */
export function isAllowed(address: string): boolean {
  const url = URL.parse(address);
  if (url === null || url.username !== '' || url.password !== '') return false;
  return (
    url.protocol === 'https:' || (url.protocol === 'http:' && /^(localhost|127\.0\.0\.1|\[::1\])$/.test(url.hostname))
  );
}

/** Follows redirects from https to https, and on this computer alone. Throws ServiceError. */
async function download(transport: Transport, address: string, signal: AbortSignal): Promise<string> {
  let at = address;
  for (let redirects = 0; ; redirects += 1) {
    const http = createHttp({ baseUrl: at, transport, userAgent: 'Punchcard', timeoutMs: TIMEOUT_MS });
    try {
      const call = { method: 'GET', path: '', authorised: false, maxBytes: MAX_BYTES, signal } as const;
      return new TextDecoder().decode((await http.download(call, 'text/')).bytes);
    } catch (error) {
      const to =
        error instanceof ServiceError && error.kind === 'redirect' ? URL.parse(error.location ?? '', at) : null;
      const isSafe = to !== null && isAllowed(to.href) && to.protocol === URL.parse(at)?.protocol;
      if (!isSafe || redirects === MAX_REDIRECTS) throw error;
      at = to.href;
    }
  }
}

/** Rejects if it cannot be read, or takes too long or too much memory. */
function parse(file: string | URL, workerData: CalendarRequest, signal: AbortSignal): Promise<CalendarEvent[]> {
  const worker = new Worker(file, {
    workerData,
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: MAX_MEMORY_MB },
  });
  const { promise, resolve, reject } = Promise.withResolvers<CalendarEvent[]>();
  worker.on('message', resolve).on('error', reject).on('exit', reject);
  const limit = AbortSignal.any([signal, AbortSignal.timeout(PARSE_MS)]);
  const abort = () => reject(limit.reason);
  limit.addEventListener('abort', abort, { once: true });
  return promise.finally(() => {
    limit.removeEventListener('abort', abort);
    void worker.terminate();
  });
}
