/** Calendars as a source: examples of RFC 5545, files that are bombs, and subscriptions over real HTTP. */
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { RedirectError } from '../../../../shared/transport.ts';
import { listenOnLoopback } from '../../../loopback.ts';
import { inZone } from '../../../shared/tasks/zone.ts';
import { at, desk, folder, NOON, task } from './desk.ts';

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
  ['several days', [['UID:1', 'DTSTART:20261118T120000Z', 'DTEND:20261121T120000Z']], ['11-19T00:00 1440']],
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

test.each<[string, string]>([
  ['every second since 1970', calendar(bomb('FREQ=SECONDLY', '19700101T000000Z'), HARMLESS)],
  ['a million times', calendar(bomb('FREQ=MINUTELY;COUNT=1000000', '20200101T000000Z'), HARMLESS)],
  ['a day that never comes', calendar(bomb('FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=31', '20260101T000000Z'), HARMLESS)],
  ['all numbers', calendar(bomb(`FREQ=DAILY;${everyMinute}`), HARMLESS)],
  ['one long line', calendar([`X:${'a'.repeat(5_000_000)}`], HARMLESS)],
])('%s hides no other event', async (_, text) => {
  const { events, problems } = await readText(text);
  expect(events.map((one) => one.kind === 'event' && one.title)).toContain('Stand-up');
  expect(events.length).toBeLessThanOrEqual(51);
  expect(problems).toEqual([]);
});

test('many events that repeat each second are cut', async () => {
  const { events, problems } = await readText(calendar(...Array.from({ length: 1_000 }, () => bomb('FREQ=SECONDLY'))));
  expect(events).toHaveLength(50);
  expect(problems).toEqual([]);
});

const endless = `${NEW_YORK.join('\r\n').replaceAll('YEARLY;BYMONTH=11;BYDAY=1SU', 'SECONDLY')}\r\nBEGIN:VEVENT`;
test.each<[string, string]>([
  [
    'a zone that changes each second',
    calendar(['UID:1', 'DTSTART;TZID=Somewhere:20261119T090000', 'DURATION:PT1H']).replace('BEGIN:VEVENT', endless),
  ],
  ['a deep one', `BEGIN:VCALENDAR\r\n${'BEGIN:VEVENT\r\n'.repeat(100_000)}`],
])('%s is given up, and main goes on meanwhile', async (_, text) => {
  let turns = 0;
  const turning = setInterval(() => {
    turns += 1;
  }, 1);
  const { events, problems } = await readText(text);
  clearInterval(turning);
  expect(events).toEqual([]);
  expect(problems).toEqual(['Work could not be read']);
  expect(turns).toBeGreaterThan(100);
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

test.each<[string, RequestListener, string]>([
  [
    'a file',
    (_, response) => response.writeHead(302, { Location: 'file:///etc/passwd' }).end(),
    'leads to another address, which is not read',
  ],
  [
    'another host',
    (_, response) => response.writeHead(302, { Location: 'http://example.org/' }).end(),
    'leads to another address, which is not read',
  ],
  [
    'itself for ever',
    (_, response) => response.writeHead(302, { Location: '/again' }).end(),
    'leads to another address, which is not read',
  ],
  [
    'too much',
    (_, response) => response.setHeader('Content-Type', 'text/calendar').end('x'.repeat(10_000_001)),
    'has more than Punchcard reads',
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
  expect((await source('calendars'))?.problems).toEqual(['Team leads to another address, which is not read']);
});
