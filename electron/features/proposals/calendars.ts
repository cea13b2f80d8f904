/**
 * Reads calendars: files that the person chose, and addresses to which they subscribed. Only their events are stored. Parsing runs in a
 * thread of its own, because a calendar may be written to last forever.
 */
import { on } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { ProposalSettings } from '../../../shared/contract/proposals.ts';
import { MINUTE_MS, SECOND_MS } from '../../../shared/dates/milliseconds.ts';
import { MAX_NAME } from '../../../shared/limits.ts';
import { oneLine } from '../../../shared/tasks/clean-text.ts';
import type { Span } from '../../../shared/time/day.ts';
import type { Transport } from '../../../shared/transport.ts';
import { ServiceError } from '../../service/errors.ts';
import { createHttp } from '../../service/http.ts';
import type { CalendarAnswer, CalendarRequest } from './calendar-worker.ts';
import { cutAt, problemOf, type Reading, type ReadSource, untilAborted } from './source.ts';

const MAX_BYTES = 10_000_000;
/** Of a file, or of an address with all its redirects. */
const TIMEOUT_MS = 10 * SECOND_MS;
/** Until the thread is ready, and from then on. */
const START_MS = 9 * SECOND_MS;
const PARSE_MS = 5 * SECOND_MS;
const MAX_MEMORY_MB = 256;
const MAX_REDIRECTS = 5;
/** A subscription is read at most this often. */
const AGAIN_MS = 15 * MINUTE_MS;

export interface CalendarsOptions {
  calendars: ProposalSettings['calendars'];
  /** Lower case. */
  ownAddresses: readonly string[];
  /** The days of which evidence is kept: an address is read for all of them at once. */
  keptDays: Span;
  /** By id, of the addresses that were read: for which days, and when. It is added to. */
  lastRead: Map<string, Span & { at: number }>;
  transport: Transport;
  readTextFile: (path: string, maxBytes: number) => Promise<string>;
  /** Of calendar-worker, as a file. */
  worker: string | URL;
  now: () => number;
  /** It is called otherwise than it was stored. */
  rename: (id: string, name: string) => void;
}

export const createCalendars = (options: CalendarsOptions): ReadSource => {
  const { calendars, ownAddresses, keptDays, lastRead, worker, now } = options;

  async function read(calendar: (typeof calendars)[number], asked: Span, signal: AbortSignal): Promise<Reading[]> {
    const { id, name, location } = calendar;
    const last = lastRead.get(id);
    const isCovered = last !== undefined && last.from <= asked.from && last.to >= asked.to;
    if (isCovered && Math.abs(now() - last.at) < AGAIN_MS) return [];
    const time = AbortSignal.timeout(TIMEOUT_MS);
    const limit = AbortSignal.any([signal, time]);
    const loading = isAddress(location)
      ? download(options.transport, location, limit)
      : options.readTextFile(location, MAX_BYTES);
    try {
      const text = await untilAborted(loading, limit);
      const own = nameIn(text) ?? name;
      if (own !== name) options.rename(id, own);
      const all = { from: Math.min(asked.from, keptDays.from), to: Math.max(asked.to, keptDays.to) };
      const span = isAddress(location) ? all : asked;
      const { events: evidence, cut } = await parse(worker, { text, name: own, ownAddresses, span }, signal);
      if (isAddress(location)) lastRead.set(id, { ...span, at: now() });
      return [{ place: id, span, evidence, ...(cut && { problem: cutAt(cut.limit, cut.what, own) }) }];
    } catch (error) {
      signal.throwIfAborted();
      return [{ place: id, problem: problemOf(name, time.aborted ? time.reason : error) }];
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
async function parse(file: string | URL, workerData: CalendarRequest, signal: AbortSignal): Promise<CalendarAnswer> {
  const worker = new Worker(file, {
    workerData,
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: MAX_MEMORY_MB },
  });
  const messages = on(worker, 'message', { close: ['exit'] });
  const next = (ms: number) => untilAborted(messages.next(), AbortSignal.any([signal, AbortSignal.timeout(ms)]));
  try {
    await next(START_MS);
    const { value, done } = await next(PARSE_MS);
    if (done) throw new Error('The thread has ended');
    return value[0];
  } finally {
    void worker.terminate();
  }
}
