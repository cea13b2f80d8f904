/** Reads windows, pages, files and time away from ActivityWatch on this computer (docs/sources.md). Nothing is written to it. */
import { basename } from 'node:path/posix';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { z } from 'zod';
import type { Evidence } from '../../../shared/contract/evidence.ts';
import { SECOND_MS } from '../../../shared/dates/milliseconds.ts';
import { isPrivate } from '../../../shared/proposals/evidence.ts';
import type { Span } from '../../../shared/time/day.ts';
import { union } from '../../../shared/time/spans.ts';
import type { Transport } from '../../../shared/transport.ts';
import { createHttp, type Http, type HttpCall, segment } from '../../service/http.ts';
import { LIMITS as ALL_LIMITS } from './limits.ts';
import { cutAt, problemOf, type Reading, type ReadSource } from './source.ts';

const { activityWatch: LIMITS } = ALL_LIMITS;
/** Other work of main has its turn after so many events. */
const EVENTS_AT_ONCE = 1_000;
/** Equal events this close are one; shorter ones are left out (ms). */
const BRIDGE_MS = 5 * SECOND_MS;
const MIN_MS = 5 * SECOND_MS;

const Text = z.string().max(100_000);
const Bucket = z.object({ id: Text, type: Text, client: Text.catch('') });
const Event = z.object({
  timestamp: z.iso.datetime({ offset: true }).transform((text) => Date.parse(text)),
  /** In seconds. */
  duration: z.number().min(0).max(1e8),
  /** Not copied: it may be large. */
  data: z.custom<Record<string, unknown>>((value) => typeof value === 'object' && value !== null),
});

/** A type of buckets. */
const PAGES = 'web.tab.current';
/** By the type of a bucket: what an event of it says. */
const MEANINGS: Record<string, (data: Record<string, unknown>, bucket: z.infer<typeof Bucket>) => Said | null> = {
  currentwindow: ({ app, title }) => ({ kind: 'window', app: textOf(app), title: textOf(title) }),
  afkstatus: ({ status }) => (status === 'afk' ? { kind: 'away', awayKind: 'idle' } : null),
  [PAGES]: ({ title, incognito }, { id }) =>
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

/** Its title is not read. */
type PrivatePage = Span & { app: string };

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const lastName = (path: unknown): string => basename(textOf(path).replaceAll('\\', '/'));
/** `firefox` of `aw-watcher-web-firefox_computer`. */
const browserOf = (id: string): string => /^aw-watcher-web-([a-z]+)/.exec(id)?.[1] ?? '';

/** @param port of its interface on 127.0.0.1; no other host is ever asked */
export const createActivityWatch =
  (transport: Transport, port: number): ReadSource =>
  async (span, signal) => {
    const baseUrl = `http://127.0.0.1:${port}/api/0`;
    const http = createHttp({
      baseUrl,
      transport,
      userAgent: 'Punchcard',
      timeoutMs: LIMITS.answerMs,
      maxBytes: LIMITS.bytes,
    });
    const name = `ActivityWatch (127.0.0.1:${port})`;
    try {
      const answer = await get(http, '/buckets/', { maxBytes: LIMITS.listBytes, signal });
      const buckets = Object.values(z.record(z.string(), z.unknown()).parse(answer)).flatMap((bucket) => {
        const { data } = Bucket.safeParse(bucket);
        return data !== undefined && Object.hasOwn(MEANINGS, data.type) ? data : [];
      });
      // Pages first, because private ones hide windows.
      buckets.sort((a, b) => Number(b.type === PAGES) - Number(a.type === PAGES));
      const readings: Reading[] = [];
      const hidden: PrivatePage[] = [];
      let left = LIMITS.allEvents;
      if (buckets.length > LIMITS.buckets)
        readings.push({ place: '', problem: cutAt(LIMITS.buckets, 'buckets', name) });
      for (const bucket of buckets.slice(0, LIMITS.buckets)) {
        const limit = Math.min(LIMITS.events, left);
        if (limit === 0) {
          readings.push({ place: '', problem: cutAt(LIMITS.allEvents, 'events', name) });
          break;
        }
        // One more tells whether there are more.
        const query = { start: iso(span.from), end: iso(span.to), limit: limit + 1 };
        const answer = await get(http, `/buckets/${segment(bucket.id)}/events`, { query, signal });
        const all = z.instanceof(Array<unknown>).parse(answer);
        const events = all.slice(0, limit);
        left -= events.length;
        const cut = all.length > limit ? { problem: cutAt(limit, 'events', bucket.id) } : {};
        readings.push({ place: bucket.id, evidence: await merged(bucket, events, hidden, signal), ...cut });
      }
      return inFront(readings, hidden);
    } catch (error) {
      signal.throwIfAborted();
      return [{ place: '', problem: problemOf(name, error) }];
    }
  };

const iso = (ms: number): string => new Date(ms).toISOString();

async function get(http: Http, path: string, call: Pick<HttpCall, 'query' | 'maxBytes' | 'signal'>) {
  const { json } = await http.requestJson({ method: 'GET', path, authorised: false, ...call });
  return json;
}

/**
 * The longest first. Events that are not of the documented form are left out.
 * @param hidden gets the private pages
 */
async function merged(
  bucket: z.infer<typeof Bucket>,
  events: readonly unknown[],
  hidden: PrivatePage[],
  signal: AbortSignal,
): Promise<Evidence[]> {
  function say(event: unknown) {
    const { data: parsed } = Event.safeParse(event);
    if (parsed === undefined) return [];
    const { timestamp, duration, data } = parsed;
    const span = { from: timestamp, to: timestamp + duration * SECOND_MS };
    if (bucket.type === PAGES && data.incognito === true) hidden.push({ ...span, app: browserOf(bucket.id) });
    const meaning = MEANINGS[bucket.type]?.(data, bucket);
    if (!meaning || isPrivate({ ...meaning, ...span } as Evidence)) return [];
    return [{ key: JSON.stringify(meaning), meaning, ...span }];
  }
  const said: ReturnType<typeof say> = [];
  for (let at = 0; at < events.length; at += EVENTS_AT_ONCE) {
    said.push(...events.slice(at, at + EVENTS_AT_ONCE).flatMap(say));
    await nextTurn(undefined, { signal });
  }
  const pieces = [...Map.groupBy(said, ({ key }) => key).values()].flatMap((same) => {
    return union(same, BRIDGE_MS).map((span) => ({ ...same[0]?.meaning, ...span }) as Evidence);
  });
  return longest(pieces);
}

const longest = (pieces: readonly Evidence[]): Evidence[] =>
  pieces.filter((one) => one.to - one.from >= MIN_MS).sort((a, b) => b.to - b.from - (a.to - a.from));

/**
 * Pages of a browser only while its window was in front: a page may play music all day. Windows of a browser without the time of its
 * private pages, whose titles they show.
 */
function inFront(readings: readonly Reading[], hidden: readonly PrivatePage[]): Reading[] {
  const windows = readings.flatMap(({ evidence = [] }) => evidence.filter((one) => one.kind === 'window'));
  return readings.map((reading) => {
    const { evidence = [] } = reading;
    const [first] = evidence;
    if (first?.kind === 'window') return { ...reading, evidence: withoutPrivate(evidence, hidden) };
    if (first?.kind !== 'browser' || windows.length === 0) return reading;
    const fronts = union(windows.filter(({ app }) => isOf(first.app, app)));
    return { ...reading, evidence: longest(cutTo(fronts, evidence)) };
  });
}

const isOf = (browser: string, app: string): boolean => app.toLowerCase().includes(browser);

function withoutPrivate(windows: readonly Evidence[], hidden: readonly PrivatePage[]): Evidence[] {
  let left = [...windows];
  for (const [browser, pages] of Map.groupBy(hidden, ({ app }) => app)) {
    const isOwn = (one: Evidence): boolean => one.kind === 'window' && isOf(browser, one.app);
    const covered = union(pages);
    const shown = [-Infinity, ...covered.map(({ to }) => to)].map((from, at) => {
      return { from, to: covered[at]?.from ?? Infinity };
    });
    left = [...left.filter((one) => !isOwn(one)), ...cutTo(shown, left.filter(isOwn))];
  }
  return longest(left);
}

/** @param fronts by start, apart from each other */
function cutTo(fronts: readonly Span[], pages: readonly Evidence[]): Evidence[] {
  const pieces: Evidence[] = [];
  let first = 0;
  for (const page of pages.toSorted((a, b) => a.from - b.from)) {
    while ((fronts[first]?.to ?? Infinity) <= page.from) first += 1;
    for (let at = first; pieces.length < LIMITS.events; at += 1) {
      const front = fronts[at];
      if (front === undefined || front.from >= page.to) break;
      pieces.push({ ...page, from: Math.max(page.from, front.from), to: Math.min(page.to, front.to) });
    }
  }
  return pieces;
}
