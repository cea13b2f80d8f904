/** Calendars as a source: examples of RFC 5545, files that are bombs, and subscriptions over real HTTP. */
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { CalendarAnswer } from '../../../../electron/features/proposals/calendar-worker.ts';
import { readTextFile } from '../../../../electron/files/read-text-file.ts';
import { RedirectError } from '../../../../shared/transport.ts';
import { listenOnLoopback } from '../../../loopback.ts';
import { inZone } from '../../../shared/tasks/zone.ts';
import { CALENDAR_THREAD } from './calendar-thread.ts';
import { at, desk, folder, hurry, NOON, task } from './desk.ts';

/** Each event as its lines. */
const calendar = (...events: string[][]): string =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//test//EN',
    ...events.flatMap((lines) => ['BEGIN:VEVENT', ...lines, 'END:VEVENT']),
    'END:VCALENDAR',
    '',
  ].join('\r\n');

async function readText(text: string, more: { ownAddresses?: string[] } = {}) {
  const path = join(folder(), 'Work.ics');
  writeFileSync(path, text);
  const { proposals, read, source } = desk(
    { on: ['calendars'], calendars: [{ id: 'work', name: 'Work', location: path }], ...more },
    { readTextFile: (file) => Promise.resolve(readFileSync(file, 'utf8')), ownAddresses: () => ['ana@example.org'] },
  );
  await proposals.refresh(NOON);
  return { events: await read(), problems: (await source('calendars'))?.problems, proposals };
}
const times = (events: { from: number; to: number }[]): string[] =>
  events.map(({ from, to }) => `${new Date(from).toISOString().slice(5, 16)} ${(to - from) / 60_000}`);

test('a meeting is evidence, as it was answered, and a proposal', async () => {
  const details = ['DTSTART:20261119T121000Z', 'DTEND:20261119T123000Z', 'DESCRIPTION:A secret', 'LOCATION:Room 4'];
  const invited = (answer: string) => `ATTENDEE;PARTSTAT=${answer};CN=Ana:MAILTO:ana@Example.org`;
  const other = 'ATTENDEE;PARTSTAT=DECLINED:mailto:ben@example.org';
  const { events, problems, proposals } = await readText(
    calendar(
      ['UID:1', 'SUMMARY:PAY-134 <b>review</b>', ...details, other, invited('ACCEPTED')],
      ['UID:2', 'SUMMARY:Declined', ...details, other, invited('DECLINED')],
      ['UID:3', 'SUMMARY:Cancelled', ...details, 'STATUS:CANCELLED'],
      ['UID:4', 'SUMMARY:Free', ...details, 'TRANSP:TRANSPARENT', 'STATUS:TENTATIVE', other],
      ['UID:5', 'SUMMARY:Holiday', 'DTSTART;VALUE=DATE:20261119', 'DTEND;VALUE=DATE:20261120'],
      ['UID:6', 'SUMMARY:Tomorrow', 'DTSTART:20261120T121000Z', 'DTEND:20261120T123000Z'],
      ['UID:7', 'SUMMARY:Without a start'],
    ),
  );
  const base = {
    kind: 'event',
    calendar: 'Work',
    isAllDay: false,
    isFree: false,
    status: 'confirmed',
    response: 'none',
  };
  const span = { from: at(12, 10), to: at(12, 30) };
  expect(problems).toEqual([]);
  expect(events).toHaveLength(5);
  expect(events).toEqual(
    expect.arrayContaining([
      { ...base, ...span, title: 'PAY-134 <b>review</b>', response: 'accepted' },
      { ...base, ...span, title: 'Declined', response: 'declined' },
      { ...base, ...span, title: 'Cancelled', status: 'cancelled' },
      { ...base, ...span, title: 'Free', isFree: true, status: 'tentative' },
      { ...base, from: at(0), to: at(24), title: 'Holiday', isAllDay: true },
    ]),
  );
  expect((await proposals.read(NOON)).proposals).toEqual([]);
});

test('the Day view gets the meetings of its day, each once, and they are read for it', async () => {
  const details = ['DTSTART:20261119T121000Z', 'DTEND:20261119T123000Z'];
  const text = calendar(
    ['UID:1', 'SUMMARY:Review', ...details],
    ['UID:2', 'SUMMARY:Cancelled', ...details, 'STATUS:CANCELLED'],
    ['UID:3', 'SUMMARY:Lunch', ...details],
    ['UID:4', 'SUMMARY:Holiday', 'DTSTART;VALUE=DATE:20261119', 'DTEND;VALUE=DATE:20261120'],
    ['UID:5', 'SUMMARY:Tomorrow', 'DTSTART:20261120T121000Z', 'DTEND:20261120T123000Z'],
  );
  const read: string[] = [];
  const calendars = ['a', 'b'].map((id) => ({ id, name: id, location: `/${id}.ics` }));
  const readTextFile = (file: string) => {
    read.push(file);
    return file === '/a.ics' ? Promise.resolve(text) : Promise.reject(new Error('Gone'));
  };
  const { proposals, path } = desk({ calendars }, { readTextFile });
  expect(await proposals.meetings('2026-11-19')).toEqual([]);
  expect(existsSync(path)).toBe(false);

  await proposals.change({ on: ['calendars'] });
  const review = { title: 'Review', from: at(12, 10), to: at(12, 30) };
  await expect.poll(() => proposals.meetings('2026-11-19')).toEqual([review]);
  await expect.poll(async () => (await proposals.settings()).sources[1]?.isReading).toBe(false);
  await proposals.meetings('2026-11-19');
  expect(read.sort()).toEqual(['/a.ics', '/b.ics']);
});

test('the titles of meetings name tasks', async () => {
  const path = join(folder(), 'Work.ics');
  writeFileSync(path, calendar(['UID:1', 'SUMMARY:PAY-134', 'DTSTART:20261119T121000Z', 'DURATION:PT20M']));
  const { proposals } = desk(
    { on: ['calendars'], calendars: [{ id: 'work', name: 'Work', location: path }] },
    { readTextFile: () => Promise.resolve(readFileSync(path, 'utf8')), tasks: () => [task('PAY-134', 'Retry')] },
  );
  await proposals.refresh(NOON);
  expect((await proposals.read(NOON)).proposals[0]?.target).toMatchObject({
    task: { identifier: 'PAY-134' },
  });
});

const NEW_YORK = [
  'BEGIN:VTIMEZONE',
  'TZID:Somewhere',
  'BEGIN:STANDARD',
  'DTSTART:20071104T020000',
  'RRULE:FREQ=YEARLY;BYMONTH=11;BYDAY=1SU',
  'TZOFFSETFROM:-0400',
  'TZOFFSETTO:-0500',
  'END:STANDARD',
  'BEGIN:DAYLIGHT',
  'DTSTART:20070311T020000',
  'RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=2SU',
  'TZOFFSETFROM:-0500',
  'TZOFFSETTO:-0400',
  'END:DAYLIGHT',
  'END:VTIMEZONE',
];

test.each<[string, string[][], string[]]>([
  ['each Thursday', [['UID:1', 'DTSTART:20250102T120000Z', 'DURATION:PT1H', 'RRULE:FREQ=WEEKLY']], ['11-19T12:00 60']],
  [
    'every other day that is excepted, and one that is added',
    [
      [
        'UID:1',
        'DTSTART:20261117T120000Z',
        'DTEND:20261117T123000Z',
        'RRULE:FREQ=DAILY;INTERVAL=2;COUNT=10',
        'EXDATE:20261119T120000Z',
        'RDATE:20261119T160000Z',
      ],
    ],
    ['11-19T16:00 30'],
  ],
  [
    'the third Thursday of the month until yesterday',
    [['UID:1', 'DTSTART:20260115T120000Z', 'DURATION:PT1H', 'RRULE:FREQ=MONTHLY;BYDAY=3TH;UNTIL=20261118T000000Z']],
    [],
  ],
  [
    'an occurrence that was moved here, and one that was moved away',
    [
      ['UID:1', 'DTSTART:20261101T090000Z', 'DURATION:PT1H', 'RRULE:FREQ=DAILY;COUNT=30'],
      ['UID:1', 'RECURRENCE-ID:20261119T090000Z', 'DTSTART:20261125T090000Z', 'DURATION:PT1H'],
      ['UID:1', 'RECURRENCE-ID:20261128T090000Z', 'DTSTART:20261119T150000Z', 'DURATION:PT2H'],
    ],
    ['11-19T15:00 120'],
  ],
  [
    'this one and all that follow an hour later',
    [
      ['UID:1', 'DTSTART:20261101T090000Z', 'DURATION:PT1H', 'RRULE:FREQ=DAILY;COUNT=30'],
      ['UID:1', 'RECURRENCE-ID;RANGE=THISANDFUTURE:20261110T090000Z', 'DTSTART:20261110T100000Z', 'DURATION:PT30M'],
    ],
    ['11-19T10:00 30'],
  ],
  [
    'one occurrence of a series that is not in the file',
    [['UID:1', 'RECURRENCE-ID:20261119T090000Z', 'DTSTART:20261119T140000Z', 'DURATION:PT1H']],
    ['11-19T14:00 60'],
  ],
  [
    'a zone that is only named, before and after its clocks change',
    [
      ['UID:1', 'DTSTART;TZID=America/New_York:20260701T090000', 'DURATION:PT1H', 'RRULE:FREQ=DAILY'],
      ['UID:2', 'DTSTART;TZID="Europe/Berlin":20261119T090000', 'DTEND;TZID="Europe/Berlin":20261119T100000'],
    ],
    ['11-19T08:00 60', '11-19T14:00 60'],
  ],
  [
    'a zone that nobody knows is local',
    [['UID:1', 'DTSTART;TZID=Mars/Base:20261119T090000', 'DURATION:PT1H']],
    ['11-19T09:00 60'],
  ],
  ['times without a zone are local', [['UID:1', 'DTSTART:20261119T090000', 'DURATION:PT1H']], ['11-19T09:00 60']],
  ['several days', [['UID:1', 'DTSTART:20261118T120000Z', 'DTEND:20261121T120000Z']], ['11-18T12:00 3600']],
  [
    'a rule that cannot be read hides no other event',
    [
      ['UID:1', 'DTSTART:20261119T090000Z', 'DURATION:PT1H', 'RRULE:FREQ=SOMETIMES'],
      ['UID:2', 'DTSTART:20261119T100000Z', 'DURATION:PT1H'],
    ],
    ['11-19T10:00 60'],
  ],
])('%s', async (_, events, expected) => {
  const read = await readText(calendar(...events));
  expect(times(read.events)).toEqual(expected);
});

test('a zone is as the calendar defines it', async () => {
  const text = calendar(['UID:1', 'DTSTART;TZID=Somewhere:20260701T090000', 'DURATION:PT1H', 'RRULE:FREQ=DAILY']);
  const { events } = await readText(text.replace('BEGIN:VEVENT', `${NEW_YORK.join('\r\n')}\r\nBEGIN:VEVENT`));
  expect(times(events)).toEqual(['11-19T14:00 60']);
});

test('days and times without a zone are those of the person', async () => {
  inZone('America/New_York');
  const { events } = await readText(
    calendar(['UID:1', 'DTSTART;VALUE=DATE:20261119'], ['UID:2', 'DTSTART:20261119T090000', 'DURATION:PT1H']),
  );
  expect(times(events)).toEqual(['11-19T05:00 1440', '11-19T14:00 60']);
});

const bomb = (rule: string, start = '20261119T000000Z') => [
  'UID:b',
  `DTSTART:${start}`,
  'DURATION:PT1M',
  `RRULE:${rule}`,
];
const HARMLESS = ['UID:last', 'SUMMARY:Stand-up', 'DTSTART:20261119T121000Z', 'DURATION:PT20M'];
const numbers = (to: number): string => [...Array(to).keys()].join();
const everyMinute = `BYHOUR=${numbers(24)};BYMINUTE=${numbers(60)};BYSECOND=${numbers(60)}`;

const cut = (what: string): string => `Only ${what} of Work were read; there are more`;
test.each<[string, string, string[]]>([
  [
    'every second since 1970',
    calendar(bomb('FREQ=SECONDLY', '19700101T000000Z'), HARMLESS),
    [cut('10,000 repetitions of an event')],
  ],
  [
    'a million times',
    calendar(bomb('FREQ=MINUTELY;COUNT=1000000', '20200101T000000Z'), HARMLESS),
    [cut('10,000 repetitions of an event')],
  ],
  ['a day that never comes', calendar(bomb('FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=31', '20260101T000000Z'), HARMLESS), []],
  ['all numbers', calendar(bomb(`FREQ=DAILY;${everyMinute}`), HARMLESS), [cut('200 repetitions of an event')]],
  ['one long line', calendar([`X:${'a'.repeat(5_000_000)}`], HARMLESS), []],
])('%s hides no other event, and it is said what is left out', async (_, text, expected) => {
  const { events, problems } = await readText(text);
  expect(events.map((one) => one.kind === 'event' && one.title)).toContain('Stand-up');
  expect(events.length).toBeLessThanOrEqual(201);
  expect(problems).toEqual(expected);
});

test('of many events that repeat each second it is said how many were read', async () => {
  const text = calendar(...Array.from({ length: 1_000 }, () => bomb('FREQ=SECONDLY')));
  expect((await readText(text)).problems).toEqual([cut('2,000 events')]);
});

test('an earlier day takes no meeting away from the days that are kept', async () => {
  const daily = ['UID:1', 'SUMMARY:Stand-up', 'DTSTART:20260101T121000Z', 'DURATION:PT20M', 'RRULE:FREQ=DAILY'];
  const { proposals, events } = await readText(calendar(daily));
  expect(times(events)).toEqual(['11-19T12:10 20']);
  await proposals.refresh({ from: Date.UTC(2026, 0, 19, 12), to: Date.UTC(2026, 0, 19, 13) });
  const { length } = await proposals.evidence('2026-01-19');
  expect([length, await proposals.evidence('2026-11-19')]).toMatchObject([1, [{ evidence: { title: 'Stand-up' } }]]);
});

/** No limit of time is reached, however busy the computer is. */
function withoutTimeLimits(): void {
  const spy = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => new AbortController().signal);
  onTestFinished(() => spy.mockRestore());
}

test('of a calendar that repeats too often in all it is said how many repetitions were looked at', async () => {
  withoutTimeLimits();
  const endless = Array.from({ length: 21 }, () => bomb('FREQ=SECONDLY', '19700101T000000Z'));
  const { events, problems } = await readText(calendar(HARMLESS, ...endless));
  expect(events).toMatchObject([{ title: 'Stand-up' }]);
  expect(problems).toEqual([cut('200,000 repetitions of all events')]);
});

test('a calendar that takes too much memory is left out, and it is said so', async () => {
  withoutTimeLimits();
  const path = join(folder(), 'worker.cjs');
  // Large texts reach the limit at once; for many small values, most of the time goes into collecting garbage.
  const fill = "for (const text = JSON.stringify('€'.repeat(100_000)), all = []; ; ) all.push(JSON.parse(text));";
  writeFileSync(path, fill);
  const { proposals, source } = desk(
    { on: ['calendars'], calendars: [{ id: 'work', name: 'Work', location: '/Work.ics' }] },
    { readTextFile: () => Promise.resolve(MEETING), calendarWorker: path },
  );
  await proposals.refresh(NOON);
  expect((await source('calendars'))?.problems).toEqual(['Work was left out, because it is too large']);
});

test('a file that is too large is left out, and it is said so', async () => {
  const path = join(folder(), 'Work.ics');
  writeFileSync(path, 'x'.repeat(10_000_001));
  const calendars = [{ id: 'work', name: 'Work', location: path }];
  const { proposals, source } = desk({ on: ['calendars'], calendars }, { readTextFile });
  await proposals.refresh(NOON);
  expect((await source('calendars'))?.problems).toEqual(['Work was left out, because it is too large']);
});

const OCCURRENCE = 'RECURRENCE-ID:20261119T090000Z';
test.each<[string, string[]]>([
  ['start', [OCCURRENCE, 'DTSTART:garbage', 'DTEND:20261119T103000Z']],
  ['end', [OCCURRENCE, 'DTSTART:20261119T100000Z', 'DTEND:garbage']],
  ['length', [OCCURRENCE, 'DTSTART:20261119T100000Z', 'DURATION:P1X']],
  ['occurrence', ['RECURRENCE-ID:garbage', 'DTSTART:garbage', 'DURATION:PT1H']],
])('an exception whose %s cannot be read hides neither its series nor other events', async (_, lines) => {
  const series = ['UID:1', 'SUMMARY:Series', 'DTSTART:20261101T090000Z', 'DURATION:PT1H', 'RRULE:FREQ=DAILY'];
  const { events, problems } = await readText(calendar(['UID:1', ...lines], series, HARMLESS));
  expect(events).toMatchObject([{ title: 'Series', from: at(9), to: at(10) }, { title: 'Stand-up' }]);
  expect(problems).toEqual([]);
});

test('of a long title, only what is kept of it leaves the thread, however often its event repeats', async () => {
  const text = calendar(['SUMMARY:'.padEnd(1_000_000, 'A'), ...bomb('FREQ=MINUTELY')]);
  const span = { from: at(0), to: at(24) };
  const worker = new Worker(CALENDAR_THREAD, { workerData: { text, name: 'Work', ownAddresses: [], span } });
  const [answer]: CalendarAnswer[] = await once(worker, 'message');
  expect(answer?.events.map(({ title }) => title.length)).toEqual(Array.from({ length: 200 }, () => 300));
});

const endless = `${NEW_YORK.join('\r\n').replaceAll('YEARLY;BYMONTH=11;BYDAY=1SU', 'SECONDLY')}\r\nBEGIN:VEVENT`;
test.each<[string, string]>([
  [
    'a zone that changes each second',
    calendar(['UID:1', 'DTSTART;TZID=Somewhere:20261119T090000', 'DURATION:PT1H']).replace('BEGIN:VEVENT', endless),
  ],
  ['a deep one', `BEGIN:VCALENDAR\r\n${'BEGIN:VEVENT\r\n'.repeat(100_000)}`],
])('%s is given up, and main goes on meanwhile', async (_, text) => {
  const { timeout } = AbortSignal;
  const spy = vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => timeout(ms / 10));
  onTestFinished(() => spy.mockRestore());
  let turns = 0;
  const turning = setInterval(() => {
    turns += 1;
  }, 1);
  const { events, problems } = await readText(text);
  clearInterval(turning);
  expect(events).toEqual([]);
  expect(problems).toEqual(['Work took too long to read']);
  expect(turns).toBeGreaterThan(10);
});

test('a thread that never answers has a time limit of its own', async () => {
  const started = new Map<number, AbortController>();
  const spy = vi.spyOn(AbortSignal, 'timeout').mockImplementation((of) => {
    const limit = new AbortController();
    started.set(of, limit);
    return limit.signal;
  });
  onTestFinished(() => spy.mockRestore());
  const path = join(folder(), 'worker.cjs');
  writeFileSync(path, 'setInterval(() => {}, 1_000);');
  const { proposals, source } = desk(
    { on: ['calendars'], calendars: [{ id: 'work', name: 'Work', location: '/Work.ics' }] },
    { readTextFile: () => Promise.resolve(MEETING), calendarWorker: path },
  );
  const refreshed = proposals.refresh(NOON);
  await expect.poll(() => started.has(9_000)).toBe(true);
  started.get(9_000)?.abort(new DOMException('Too late', 'TimeoutError'));
  await refreshed;
  expect((await source('calendars'))?.problems).toEqual(['Work took too long to read']);
});

test.each([
  ['no calendar', 'Some text'],
  ['an empty file', ''],
])('%s is a problem in words', async (_, text) => {
  expect((await readText(text)).problems).toEqual(['Work could not be read']);
});

const MEETING = calendar(['UID:1', 'SUMMARY:Stand-up', 'DTSTART:20261119T121000Z', 'DURATION:PT20M']);

async function subscribe(handler: RequestListener, transport?: (url: string) => Promise<Response>) {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    handler(request, response);
  });
  await listenOnLoopback(server);
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const location = transport === undefined ? `http://127.0.0.1:${port}/secret/a.ics` : 'https://calendar.example/a.ics';
  const own = desk({ on: ['calendars'], calendars: [{ id: 'a', name: 'Team', location }] }, transport && { transport });
  return { ...own, asked, server, port };
}

test('a calendar is called by its own name, which tells two of one host apart', async () => {
  const named = MEETING.replace('BEGIN:VEVENT', 'X-WR-CALNAME:Ana\\, private\r\nBEGIN:VEVENT');
  const { proposals, read } = await subscribe((_, response) =>
    response.setHeader('Content-Type', 'text/calendar').end(named),
  );
  await proposals.refresh(NOON);
  expect(await read()).toMatchObject([{ title: 'Stand-up', calendar: 'Ana, private' }]);
  const { calendars } = await proposals.settings();
  expect(calendars).toMatchObject([{ name: 'Ana, private', place: expect.stringMatching(/^127\.0\.0\.1:\d+$/) }]);
});

test('a subscription is read at most every 15 minutes, and what was read last counts offline', async () => {
  const { proposals, state, read, source, asked, server } = await subscribe((_, response) =>
    response.setHeader('Content-Type', 'text/calendar').end(MEETING),
  );
  await proposals.refresh(NOON);
  expect(await read()).toMatchObject([{ title: 'Stand-up', calendar: 'Team', from: at(12, 10) }]);
  state.now += 14 * 60_000;
  await proposals.refresh(NOON);
  expect(asked).toEqual(['/secret/a.ics']);
  state.now += 60_000;
  await proposals.refresh(NOON);
  expect(asked).toHaveLength(2);
  server.closeAllConnections();
  server.close();
  state.now += 15 * 60_000;
  await proposals.refresh({ from: at(-12), to: at(-11) });
  expect(await read()).toHaveLength(1);
  expect((await source('calendars'))?.problems).toEqual(['Team does not answer']);
  await proposals.change({ on: [] });
  expect(await read()).toEqual([]);
});

test('of a subscription, only the used parts of events in the kept days are stored, and they can be erased at once', async () => {
  const details = ['DESCRIPTION:A secret', 'LOCATION:Room 4', 'ATTENDEE;CN=Ben:mailto:ben@example.org'];
  const on = (title: string, day: string) => [
    `UID:${title}`,
    `SUMMARY:${title}`,
    `DTSTART:${day}T121000Z`,
    'DURATION:PT20M',
    ...details,
  ];
  const text = calendar(
    on('Long ago', '20261101'),
    on('Two weeks ago', '20261106'),
    on('Today', '20261119'),
    on('Tomorrow', '20261120'),
    on('Later', '20261201'),
    [...on('Series that ended', '20200101'), 'RRULE:FREQ=DAILY;COUNT=100'],
  );
  const { proposals, path } = await subscribe((_, response) =>
    response.setHeader('Content-Type', 'text/calendar').end(text),
  );
  const stored = (...parts: string[]) => parts.filter((part) => readFileSync(path, 'latin1').includes(part));
  const events = ['Two weeks ago', 'Today', 'Tomorrow'];
  await proposals.refresh(NOON);
  expect(stored(...events)).toEqual(events);
  expect(stored('Long ago', 'Later', 'Series', 'secret', 'Room 4', 'ATTENDEE', 'Ben', 'ben@', 'VEVENT')).toEqual([]);
  await proposals.erase();
  expect(stored(...events)).toEqual([]);
});

test('a calendar that an earlier version kept whole is erased with the first gap', async () => {
  const { proposals, restart, path } = desk();
  await proposals.read(NOON);
  proposals.part.stop();
  const database = new DatabaseSync(path);
  database.prepare('INSERT INTO kept VALUES (?, ?)').run('calendars a', '{"readAt":0,"text":"DESCRIPTION:A secret"}');
  database.close();
  await restart().read(NOON);
  expect(readFileSync(path, 'latin1')).not.toContain('secret');
});

test('a subscription is read again for days of which nothing is kept', async () => {
  const { proposals, asked } = await subscribe((_, response) =>
    response.setHeader('Content-Type', 'text/calendar').end(MEETING),
  );
  await proposals.refresh(NOON);
  await proposals.refresh({ from: at(-30 * 24), to: at(-30 * 24 + 1) });
  expect(asked).toHaveLength(2);
});

test('of the kept days, the reading of an earlier day changes neither what is known nor when they are read again', async () => {
  let isThere = true;
  const { proposals, state, source, asked } = await subscribe((_, response) =>
    isThere ? response.setHeader('Content-Type', 'text/calendar').end(MEETING) : response.writeHead(503).end('Busy'),
  );
  await proposals.refresh(NOON);
  const known = await source('calendars');
  isThere = false;
  state.now += 60_000;
  const earlier = { from: at(-30 * 24), to: at(-30 * 24 + 1) };
  await proposals.refresh(earlier);
  await proposals.refresh(NOON);
  expect([await source('calendars'), asked.length]).toEqual([known, 2]);
  const { sources } = await proposals.read(earlier);
  expect(sources.find((one) => one.source === 'calendars')?.problems).toEqual(['Team could not be read']);
});

test.each<[string, RequestListener, string]>([
  [
    'a file',
    (_, response) => response.writeHead(302, { Location: 'file:///etc/passwd' }).end(),
    'redirects elsewhere, which Punchcard does not follow',
  ],
  [
    'another host',
    (_, response) => response.writeHead(302, { Location: 'http://example.org/' }).end(),
    'redirects elsewhere, which Punchcard does not follow',
  ],
  [
    'itself for ever',
    (_, response) => response.writeHead(302, { Location: '/again' }).end(),
    'redirects elsewhere, which Punchcard does not follow',
  ],
  [
    'too much',
    (_, response) => response.setHeader('Content-Type', 'text/calendar').end('x'.repeat(10_000_001)),
    'was left out, because it is too large',
  ],
  ['a page', (_, response) => response.setHeader('Content-Type', 'text/html').end('<html>'), 'could not be read'],
])('an address that leads to %s is a problem in words', async (_, handler, words) => {
  const { proposals, read, source, asked, state, port } = await subscribe(handler);
  await proposals.refresh(NOON);
  expect((await source('calendars'))?.problems).toEqual([`Team ${words}`]);
  expect(await read()).toEqual([]);
  expect(asked.length).toBeLessThanOrEqual(6);
  expect(state.requests.every((url) => url.startsWith(`http://127.0.0.1:${port}/`))).toBe(true);
});

test('a slow calendar is named, and takes no other away', async () => {
  const slowness = hurry();
  const transport = async (url: string) => {
    // Each answer is in time, but not all together.
    await setTimeout(700 * slowness);
    return new Response('', { status: 302, headers: { Location: `${url}a` } });
  };
  const calendars = ['https://slow.example/', '/hangs.ics', '/good.ics'].map((location) => {
    return { id: location, name: location, location };
  });
  const readTextFile = (file: string) =>
    file === '/good.ics' ? Promise.resolve(MEETING) : new Promise<string>(() => {});
  const { proposals, read, source } = desk({ on: ['calendars'], calendars }, { transport, readTextFile });
  await proposals.refresh(NOON);
  expect(await read()).toMatchObject([{ title: 'Stand-up' }]);
  expect((await source('calendars'))?.problems).toEqual([
    'https://slow.example/ took too long to read',
    '/hangs.ics took too long to read',
  ]);
});

test('a redirect leads from https to https, and nowhere else', async () => {
  const asked: string[] = [];
  const answers: Record<string, string> = {
    'https://calendar.example/a.ics': 'https://other.example/b.ics',
    'https://other.example/b.ics': 'http://127.0.0.1:1/',
  };
  const { proposals, source } = await subscribe(
    () => undefined,
    (url) => {
      asked.push(url);
      return Promise.reject(new RedirectError(answers[url] ?? ''));
    },
  );
  await proposals.refresh(NOON);
  expect(asked).toEqual(Object.keys(answers));
  expect((await source('calendars'))?.problems).toEqual(['Team redirects elsewhere, which Punchcard does not follow']);
});
