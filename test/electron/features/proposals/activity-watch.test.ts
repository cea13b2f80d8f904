/** ActivityWatch as a source: a server that speaks its documented interface, and some that do not. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { listenOnLoopback } from '../../../loopback.ts';
import { at, desk, NOON, NOW, task } from './desk.ts';

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

async function serve(handler: Handler) {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    handler(request, response);
  });
  await listenOnLoopback(server);
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { port: (server.address() as AddressInfo).port, asked };
}

interface FakeEvent {
  timestamp: string;
  duration: number;
  data: object;
}
type Buckets = Record<string, { type: string; client?: string; events: unknown[] }>;
const event = (from: number, to: number, data: object): FakeEvent => ({
  timestamp: new Date(from).toISOString().replace('Z', '000+00:00'),
  duration: (to - from) / 1000,
  data,
});

/** As documented: https://docs.activitywatch.net/en/latest/api/rest.html */
const activityWatch = (buckets: Buckets) =>
  serve((request, response) => {
    const url = new URL(request.url ?? '', 'http://x');
    response.setHeader('Content-Type', 'application/json');
    const [, id] = /^\/api\/0\/buckets\/(.+)\/events$/.exec(decodeURIComponent(url.pathname)) ?? [];
    if (url.pathname === '/api/0/buckets/') {
      const all = Object.entries(buckets).map(([id, { type, client = 'aw-watcher-x' }]) => {
        return [id, { id, type, client, hostname: 'computer', created: '2026-01-01T00:00:00.000000+00:00', data: {} }];
      });
      response.end(JSON.stringify(Object.fromEntries(all)));
      return;
    }
    const bucket = id === undefined ? undefined : buckets[id];
    if (request.method !== 'GET' || bucket === undefined) {
      response.statusCode = 404;
      response.end('{"message": "There\'s no bucket named that"}');
      return;
    }
    const [start, end] = ['start', 'end'].map((name) => Date.parse(url.searchParams.get(name) ?? ''));
    const found = (bucket.events as FakeEvent[]).filter(({ timestamp, duration }) => {
      const from = Date.parse(timestamp);
      return !(from > (end ?? 0) || from + duration * 1000 < (start ?? 0));
    });
    response.end(JSON.stringify(found));
  });

const withPort = (port: number, more = {}) => desk({ on: ['activityWatch'], port }, more);

test('windows, pages, files and time away become evidence, and a proposal', async () => {
  const card = task('PAY-134', 'Retry a declined card once');
  const { port, asked } = await activityWatch({
    'aw-watcher-window_computer': {
      type: 'currentwindow',
      events: [
        event(at(12), at(12, 10), { app: 'firefox', title: 'PAY-134 Retry a declined card' }),
        event(at(12, 10), at(12, 20), { app: 'firefox', title: 'PAY-134 Retry a declined card' }),
        event(at(12, 20), at(12, 20) + 900, { app: 'plasmashell', title: '' }),
        event(at(12, 20), at(12, 30), { app: 'firefox', title: 'Secret — Mozilla Firefox Private Browsing' }),
        event(at(12, 30), at(13), { app: 'Code', title: '<img src=x onerror=alert(1)>\n\u202Echeckout.ts' }),
      ],
    },
    'aw-watcher-afk_computer': {
      type: 'afkstatus',
      events: [event(at(12), at(12, 20), { status: 'not-afk' }), event(at(12, 20), at(12, 30), { status: 'afk' })],
    },
    'aw-watcher-web-firefox_computer': {
      type: 'web.tab.current',
      events: [
        event(at(12, 5), at(12, 15), { url: 'https://secret.example/token', title: 'Board', incognito: false }),
        event(at(12, 40), at(12, 50), { url: 'x', title: 'Music in the background', audible: true }),
        event(at(12, 20), at(12, 30), { url: 'x', title: 'A private page', incognito: true }),
      ],
    },
    'aw-watcher-vscode_computer': {
      type: 'app.editor.activity',
      client: 'aw-watcher-vscode',
      events: [
        event(at(12, 30), at(13), {
          file: '/home/ana/src/payments-api/src/checkout.ts',
          project: 'C:\\src\\payments-api',
          language: 'typescript',
          branch: 'feature/pay-134',
        }),
      ],
    },
    'aw-watcher-steps': { type: 'steps', events: [event(at(12), at(13), { steps: 4_000 })] },
  });
  const { proposals, read, source, state } = withPort(port, { tasks: () => [card] });
  await proposals.refresh(NOON);
  const evidence = await read();
  expect(evidence).toHaveLength(5);
  expect(evidence).toEqual(
    expect.arrayContaining([
      { kind: 'window', app: 'firefox', title: 'PAY-134 Retry a declined card', from: at(12), to: at(12, 20) },
      { kind: 'window', app: 'Code', title: '<img src=x onerror=alert(1)> checkout.ts', from: at(12, 30), to: at(13) },
      { kind: 'away', awayKind: 'idle', from: at(12, 20), to: at(12, 30) },
      { kind: 'browser', app: 'firefox', title: 'Board', from: at(12, 5), to: at(12, 15) },
      {
        kind: 'editor',
        app: 'vscode',
        file: 'checkout.ts',
        repository: 'payments-api',
        branch: 'feature/pay-134',
        from: at(12, 30),
        to: at(13),
      },
    ]),
  );
  expect((await proposals.read(NOON)).proposals[0]?.target).toMatchObject({ task: { identifier: 'PAY-134' } });
  expect(await source('activityWatch')).toMatchObject({ problems: [], isReading: false });
  // No request but these.
  expect(
    asked.every((one) => /^GET \/api\/0\/buckets\/([^/]+\/events\?start=[^&]+&end=[^&]+&limit=20001)?$/.test(one)),
  ).toBe(true);
  expect(asked).toHaveLength(5);
  expect(state.requests.every((url) => url.startsWith(`http://127.0.0.1:${port}/api/0/`))).toBe(true);
});

test('records of another form are left out one by one', async () => {
  const good = event(at(12), at(12, 30), { app: 'Code', title: 'Fine' });
  const { port } = await activityWatch({
    window: {
      type: 'currentwindow',
      events: [
        good,
        { ...good, timestamp: 'yesterday' },
        { ...good, duration: -5 },
        { ...good, duration: 1e300 },
        { ...good, data: null },
        { ...good, data: { app: 7, title: ['x'] } },
        { ...good, timestamp: '9999-12-31T23:59:59Z' },
      ],
    },
  });
  const { proposals, read, source } = withPort(port);
  await proposals.refresh(NOON);
  expect((await read()).map((one) => 'title' in one && one.title).sort()).toEqual(['', 'Fine']);
  expect((await source('activityWatch'))?.problems).toEqual([]);
});

test('ten thousand pages over as many windows are read within the time of a test, and the longest kept', async () => {
  const events = (more: object) =>
    Array.from({ length: 10_000 }, (_, number) => {
      const from = at(8) + number * 3_000;
      return event(from, from + (number === 7_000 ? 9_000 : 6_000), { ...more, title: `Page ${number}` });
    });
  const { port } = await activityWatch({
    window: { type: 'currentwindow', events: events({ app: 'Firefox' }) },
    'aw-watcher-web-firefox': { type: 'web.tab.current', events: events({}) },
  });
  const { proposals, read } = withPort(port);
  await proposals.refresh(NOON);
  const evidence = await read();
  expect(evidence.filter(({ kind }) => kind === 'browser')).toHaveLength(2_000);
  const start = at(8) + 7_000 * 3_000;
  expect(evidence).toContainEqual({
    kind: 'browser',
    app: 'firefox',
    title: 'Page 7000',
    from: start,
    to: start + 9_000,
  });
});

test('a window is left out while its browser showed a private page', async () => {
  const { port } = await activityWatch({
    'aw-watcher-window_computer': {
      type: 'currentwindow',
      events: [
        event(at(12), at(12, 10), { app: 'Google-chrome', title: 'Clinic results - Google Chrome' }),
        event(at(12, 10), at(12, 40), { app: 'Google-chrome', title: 'Board - Google Chrome' }),
        event(at(12, 40), at(13), { app: 'firefox', title: 'Mail' }),
      ],
    },
    'aw-watcher-web-chrome_computer': {
      type: 'web.tab.current',
      events: [
        event(at(12), at(12, 10), { title: 'Clinic results', incognito: true }),
        event(at(12, 10), at(12, 20), { title: 'Board', incognito: false }),
        event(at(12, 20), at(12, 30), { title: 'Clinic results', incognito: true }),
        event(at(12, 40), at(13), { title: 'Clinic results', incognito: true }),
      ],
    },
  });
  const { proposals, read } = withPort(port);
  await proposals.refresh(NOON);
  const evidence = (await read()).map((one) => ['title' in one && one.title, one.from, one.to]);
  expect(evidence.sort()).toEqual([
    ['Board - Google Chrome', at(12, 10), at(12, 20)],
    ['Board - Google Chrome', at(12, 30), at(12, 40)],
    ['Board', at(12, 10), at(12, 20)],
    ['Mail', at(12, 40), at(13)],
  ]);
});

/** Sends far more than it was asked for. */
function lavish(buckets: number) {
  const events = Array.from({ length: 20_000 }, (_, number) => {
    return event(at(8) + number, at(8) + number + 6_000, { app: 'Code', title: `${number}` });
  });
  const last = event(at(12), at(13), { app: 'Code', title: 'The longest, beyond the limit' });
  const body = JSON.stringify([...events, last]);
  const list = Array.from({ length: buckets }, (_, number) => [
    `b${number}`,
    { id: `b${number}`, type: 'currentwindow' },
  ]);
  const limits: (string | null)[] = [];
  let turns = 0;
  const transport = (url: string) => {
    limits.push(new URL(url).searchParams.get('limit'));
    const response = new Response(url.endsWith('/buckets/') ? JSON.stringify(Object.fromEntries(list)) : body);
    return Promise.resolve(response);
  };
  const turn = () => {
    turns += 1;
    turning = setImmediate(turn);
  };
  let turning = setImmediate(turn);
  onTestFinished(() => clearImmediate(turning));
  return { ...desk({ on: ['activityWatch'] }, { transport }), limits, turns: () => turns };
}

test('of a bucket, no more events are taken than were asked for, and main goes on meanwhile', async () => {
  const { proposals, read, source, turns } = lavish(1);
  await proposals.refresh(NOON);
  const titles = (await read()).map((one) => 'title' in one && one.title);
  expect(titles).toHaveLength(2_000);
  expect(titles).not.toContain('The longest, beyond the limit');
  expect((await source('activityWatch'))?.problems).toEqual([
    'Only 20,000 events of b0 were read; there are more',
    'Only 2,000 records of b0 were read; there are more',
  ]);
  expect(turns()).toBeGreaterThan(20);
});

test('of more buckets than are read it is said so', async () => {
  const bucket = { type: 'currentwindow', events: [] };
  const { port } = await activityWatch(
    Object.fromEntries(Array.from({ length: 21 }, (_, number) => [`b${number}`, bucket])),
  );
  const { proposals, source } = withPort(port);
  await proposals.refresh(NOON);
  expect((await source('activityWatch'))?.problems).toEqual([
    `Only 20 buckets of ActivityWatch (127.0.0.1:${port}) were read; there are more`,
  ]);
});

test('of all buckets together, 50,000 events are taken, and it is said that there were more', async () => {
  const { proposals, source, limits } = lavish(20);
  await proposals.refresh(NOON);
  expect(limits).toEqual([null, '20001', '20001', '10001']);
  expect((await source('activityWatch'))?.problems).toContain(
    'Only 50,000 events of ActivityWatch (127.0.0.1:5600) were read; there are more',
  );
});

test.each<[string, Handler, string]>([
  [
    'redirects to a file',
    (_, response) => response.writeHead(302, { Location: 'file:///etc/passwd' }).end(),
    'redirects elsewhere, which Punchcard does not follow',
  ],
  [
    'redirects to another host',
    (_, response) => response.writeHead(301, { Location: 'http://127.0.0.2:1/' }).end(),
    'redirects elsewhere, which Punchcard does not follow',
  ],
  [
    'is huge',
    (_, response) => {
      response.writeHead(200, { 'Content-Type': 'application/json' }).write('[');
      const more = () => {
        while (response.write('"x",'.repeat(50_000)));
        response.once('drain', more);
      };
      more();
    },
    'was left out, because it is too large',
  ],
  ['is nested', (_, response) => response.end('['.repeat(1_000_000)), 'could not be read'],
  ['is a web page', (_, response) => response.end('<html>'), 'could not be read'],
  ['is a list', (_, response) => response.end('[]'), 'could not be read'],
  ['refuses', (_, response) => response.writeHead(500).end('{}'), 'could not be read'],
  ['hangs', () => undefined, 'took too long to read'],
  ['hangs up', (request) => request.socket.destroy(), 'does not answer'],
])('a server that %s is a problem in words, and what was read before stays', async (_, handler, words) => {
  const before = await activityWatch({
    window: { type: 'currentwindow', events: [event(at(12), at(12, 30), { app: 'Code', title: 'Fine' })] },
  });
  const { proposals, context, read, source, state } = withPort(before.port);
  await proposals.refresh(NOON);
  const { port, asked } = await serve(handler);
  const settings = context.settings.readValue('proposal-settings');
  if (settings) context.settings.writeValue('proposal-settings', { ...settings, port });
  state.now += 60_000;
  await proposals.refresh(NOON);
  expect((await source('activityWatch'))?.problems).toEqual([`ActivityWatch (127.0.0.1:${port}) ${words}`]);
  expect(await read()).toHaveLength(1);
  expect(asked).toHaveLength(1);
});

test('one that does not run is said to be away', async () => {
  const { proposals, source } = withPort(1);
  await proposals.refresh(NOON);
  expect((await source('activityWatch'))?.problems).toEqual(['ActivityWatch (127.0.0.1:1) does not answer']);
});

test('a gap is answered at once while a source hangs; switching it off ends the reading', async () => {
  const { port, asked } = await serve(() => undefined);
  const { proposals, source } = withPort(port);
  const reading = proposals.refresh(NOON);
  await expect.poll(() => asked.length).toBe(1);
  expect((await proposals.read(NOON)).sources.filter(({ isReading }) => isReading)).toHaveLength(1);
  await proposals.change({ on: [] });
  await reading;
  expect(await source('activityWatch')).toMatchObject({ isOn: false, isReading: false, lastRead: null, problems: [] });
});

test('no source that is off is asked', async () => {
  const { port, asked } = await activityWatch({});
  const { proposals, state } = desk({
    on: [],
    port,
    calendars: [{ id: 'a', name: 'a', location: `http://127.0.0.1:${port}/a.ics` }],
  });
  await proposals.refresh(NOON);
  await proposals.read(NOON);
  await proposals.settings();
  expect([...asked, ...state.requests]).toEqual([]);
});

test('the same days are not read again within seconds; another day is, but none of the future', async () => {
  const { port, asked } = await activityWatch({});
  const { proposals, state } = withPort(port);
  await Promise.all([proposals.refresh(NOON), proposals.refresh(NOON)]);
  await proposals.refresh({ from: NOW + 86_400_000, to: NOW + 90_000_000 });
  const first = asked.length;
  expect(first).toBe(1);
  await proposals.refresh(NOON);
  expect(asked).toHaveLength(first);
  await proposals.refresh({ from: at(12) - 86_400_000, to: at(13) - 86_400_000 });
  expect(asked.length).toBeGreaterThan(first);
  const second = asked.length;
  state.now += 60_000;
  await proposals.refresh(NOON);
  expect(asked.length).toBeGreaterThan(second);
});
