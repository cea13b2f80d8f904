/**
 * Reads calendars: files that the person chose, and addresses to which they subscribed. Only their events are stored. Parsing runs in a
 * thread of its own, because a calendar may be written to last forever.
 */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { ProposalSettings } from '../../../shared/contract/proposals.ts';
import { MAX_NAME } from '../../../shared/limits.ts';
import { oneLine } from '../../../shared/tasks/clean-text.ts';
import type { Span } from '../../../shared/time/day.ts';
import type { Transport } from '../../../shared/transport.ts';
import { ServiceError } from '../../service/errors.ts';
import { createHttp } from '../../service/http.ts';
import type { CalendarAnswer, CalendarRequest } from './calendar-worker.ts';
import type { ProposalsOptions } from './lazy-proposals.ts';
import { LIMITS as ALL_LIMITS } from './limits.ts';
import { cutAt, problemOf, type Reading, type ReadSource, untilAborted } from './source.ts';

const { calendars: LIMITS } = ALL_LIMITS;

interface CalendarsOptions extends Pick<ProposalsOptions, 'transport' | 'readTextFile' | 'calendarWorker'> {
  calendars: ProposalSettings['calendars'];
  /** Lower case. */
  ownAddresses: readonly string[];
  /** It is called otherwise than it was stored. */
  rename: (id: string, name: string) => void;
}

export const createCalendars = (options: CalendarsOptions): ReadSource => {
  const { calendars, ownAddresses, calendarWorker } = options;

  async function read(calendar: (typeof calendars)[number], span: Span, signal: AbortSignal): Promise<Reading> {
    const { id, name, location } = calendar;
    const time = AbortSignal.timeout(LIMITS.loadingMs);
    const limit = AbortSignal.any([signal, time]);
    const loading = /^https?:/i.test(location)
      ? download(options.transport, location, limit)
      : options.readTextFile(location, LIMITS.bytes);
    try {
      const text = await untilAborted(loading, limit);
      const own = nameIn(text) ?? name;
      if (own !== name) options.rename(id, own);
      const { events: evidence, cut } = await parse(calendarWorker, { text, name: own, ownAddresses, span }, signal);
      return { place: id, evidence, ...(cut && { problem: cutAt(cut.limit, cut.what, own) }) };
    } catch (error) {
      signal.throwIfAborted();
      return { place: id, problem: problemOf(name, time.aborted ? time.reason : error) };
    }
  }

  return (span, signal) => Promise.all(calendars.map((one) => read(one, span, signal)));
};

/** Its own name, in the form of RFC 7986 or the older one. */
function nameIn(text: string): string | undefined {
  const name = /^(?:X-WR-CALNAME|NAME)(?:;[^:\r\n]{0,99})?:(.{1,999})/im.exec(text)?.[1] ?? '';
  return oneLine(name.replace(/\\([,;\\])/g, '$1'), MAX_NAME) || undefined;
}

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
    const http = createHttp({ baseUrl: at, transport, userAgent: 'Punchcard', timeoutMs: LIMITS.loadingMs });
    try {
      const call = { method: 'GET', path: '', authorised: false, maxBytes: LIMITS.bytes, signal } as const;
      return new TextDecoder().decode((await http.download(call, 'text/')).bytes);
    } catch (error) {
      const to =
        error instanceof ServiceError && error.kind === 'redirect' ? URL.parse(error.location ?? '', at) : null;
      const isSafe = to !== null && isAllowed(to.href) && to.protocol === URL.parse(at)?.protocol;
      if (!isSafe || redirects === LIMITS.redirects) throw error;
      at = to.href;
    }
  }
}

/** Rejects if it cannot be read, or takes too long or too much memory. */
async function parse(file: string | URL, workerData: CalendarRequest, signal: AbortSignal): Promise<CalendarAnswer> {
  const worker = new Worker(file, {
    workerData,
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: LIMITS.megabytes },
  });
  const limit = AbortSignal.any([signal, AbortSignal.timeout(LIMITS.parsingMs)]);
  try {
    const [answer]: CalendarAnswer[] = await untilAborted(once(worker, 'message'), limit);
    if (answer === undefined) throw new Error('The thread has no answer');
    return answer;
  } finally {
    void worker.terminate();
  }
}
