/** Reads windows, pages, files and time away from ActivityWatch on this computer (docs/sources.md). Nothing is written to it. */
import { basename } from 'node:path/posix';
import { z } from 'zod';
import type { Evidence } from '../../../shared/contract/evidence.ts';
import { SECOND_MS } from '../../../shared/dates/milliseconds.ts';
import { isPrivate } from '../../../shared/proposals/evidence.ts';
import type { Span } from '../../../shared/time/day.ts';
import { union, within } from '../../../shared/time/spans.ts';
import type { Transport } from '../../../shared/transport.ts';
import { createHttp, type Http, segment } from '../../service/http.ts';
import { problemOf, type Reading, type ReadSource } from './source.ts';

const MAX_BUCKETS = 20;
/** Of one bucket; ActivityWatch returns the latest. */
const MAX_EVENTS = 20_000;
const LIMITS = { timeoutMs: 5 * SECOND_MS, maxBytes: 8_000_000 };
/** Equal events this close are one; shorter ones are left out (ms). */
const BRIDGE_MS = 5 * SECOND_MS;
const MIN_MS = 5 * SECOND_MS;

const Text = z.string().max(100_000);
const Bucket = z.object({ id: Text, type: Text, client: Text.catch('') });
const Event = z.object({
  timestamp: z.iso.datetime({ offset: true }).transform((text) => Date.parse(text)),
  /** In seconds. */
  duration: z.number().min(0).max(1e8),
  data: z.record(z.string(), z.unknown()),
});

/** By the type of a bucket: what an event of it says. */
const MEANINGS: Record<string, (data: Record<string, unknown>, bucket: z.infer<typeof Bucket>) => Said | null> = {
  currentwindow: ({ app, title }) => ({ kind: 'window', app: textOf(app), title: textOf(title) }),
  afkstatus: ({ status }) => (status === 'afk' ? { kind: 'away', awayKind: 'idle' } : null),
  'web.tab.current': ({ title, incognito }, { id }) =>
    incognito === true ? null : { kind: 'browser', app: browserOf(id), title: textOf(title) },
  'app.editor.activity': ({ file, project, branch }, { client }) => ({
    kind: 'editor',
    app: client.replace(/^aw-watcher-/, ''),
    file: lastName(file),
    repository: lastName(project),
    ...(typeof branch === 'string' && { branch }),
  }),
};
type Said = Evidence extends infer E ? (E extends Evidence ? Omit<E, 'from' | 'to'> : never) : never;

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const lastName = (path: unknown): string => basename(textOf(path).replaceAll('\\', '/'));
/** `firefox` of `aw-watcher-web-firefox_computer`. */
const browserOf = (id: string): string => /^aw-watcher-web-([a-z]+)/.exec(id)?.[1] ?? '';

/** @param port of its interface on 127.0.0.1; no other host is ever asked */
export const createActivityWatch =
  (transport: Transport, port: number): ReadSource =>
  async (span, signal) => {
    const baseUrl = `http://127.0.0.1:${port}/api/0`;
    const http = createHttp({ baseUrl, transport, userAgent: 'Punchcard', ...LIMITS });
    try {
      const answer = await get(http, '/buckets/', {}, signal);
      const buckets = Object.values(z.record(z.string(), z.unknown()).parse(answer)).flatMap((bucket) => {
        const { data } = Bucket.safeParse(bucket);
        return data !== undefined && Object.hasOwn(MEANINGS, data.type) ? data : [];
      });
      const readings: Reading[] = [];
      for (const bucket of buckets.slice(0, MAX_BUCKETS)) {
        const query = { start: iso(span.from), end: iso(span.to), limit: MAX_EVENTS };
        const events = await get(http, `/buckets/${segment(bucket.id)}/events`, query, signal);
        readings.push({ place: bucket.id, evidence: merged(bucket, z.array(z.unknown()).parse(events)) });
      }
      return inFront(readings);
    } catch (error) {
      signal.throwIfAborted();
      return [{ place: '', problem: problemOf(`ActivityWatch (127.0.0.1:${port})`, error) }];
    }
  };

const iso = (ms: number): string => new Date(ms).toISOString();

async function get(http: Http, path: string, query: Record<string, string | number>, signal: AbortSignal) {
  const { json } = await http.requestJson({ method: 'GET', path, query, authorised: false, signal });
  return json;
}

/** The longest first. Events that are not of the documented form are left out. */
function merged(bucket: z.infer<typeof Bucket>, events: readonly unknown[]): Evidence[] {
  const said = events.flatMap((event) => {
    const { data } = Event.safeParse(event);
    const meaning = data && MEANINGS[bucket.type]?.(data.data, bucket);
    return data && meaning
      ? { key: JSON.stringify(meaning), meaning, from: data.timestamp, to: data.timestamp + data.duration * SECOND_MS }
      : [];
  });
  const pieces = [...Map.groupBy(said, ({ key }) => key).values()].flatMap((same) => {
    return union(same, BRIDGE_MS).map((span) => ({ ...same[0]?.meaning, ...span }) as Evidence);
  });
  const lengthOf = ({ from, to }: Span): number => to - from;
  return pieces.filter((one) => lengthOf(one) >= MIN_MS && !isPrivate(one)).sort((a, b) => lengthOf(b) - lengthOf(a));
}

/** Pages of a browser only while its window was in front: a page may play music all day. */
function inFront(readings: readonly Reading[]): Reading[] {
  const windows = readings.flatMap(({ evidence = [] }) => evidence.filter((one) => one.kind === 'window'));
  const spansOf = (browser: string): Span[] =>
    windows.filter(({ app }) => app.toLowerCase().includes(browser)).map(({ from, to }) => ({ from, to }));
  return readings.map(({ place, evidence = [] }) => ({
    place,
    evidence: evidence.flatMap((one) => {
      if (one.kind !== 'browser' || windows.length === 0) return [one];
      return spansOf(one.app).flatMap((front) => within([one], front).map((span) => ({ ...one, ...span })));
    }),
  }));
}
