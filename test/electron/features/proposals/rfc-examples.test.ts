/** The examples of RFC 5545, 3.8.5.3, with the dates that it gives for them. They begin at nine in New York. */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import type { CalendarAnswer } from '../../../../electron/features/proposals/calendar-worker.ts';
import { CALENDAR_THREAD } from './calendar-thread.ts';

async function datesOf(...lines: string[]): Promise<string[]> {
  const event = ['BEGIN:VEVENT', 'UID:1', ...lines, 'DURATION:PT1H', 'END:VEVENT'];
  const text = ['BEGIN:VCALENDAR', ...event, 'END:VCALENDAR', ''].join('\r\n');
  const span = { from: Date.UTC(1997, 7), to: Date.UTC(2009, 0) };
  const worker = new Worker(CALENDAR_THREAD, { workerData: { text, name: 'Work', ownAddresses: [], span } });
  const [answer]: CalendarAnswer[] = await once(worker, 'message');
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone: 'America/New_York',
    dateStyle: 'short',
    timeStyle: 'short',
  });
  return (answer?.events ?? []).map(({ from }) => format.format(from).replace(/ 09:00$/, ''));
}

const start = (day: string) => `DTSTART;TZID=America/New_York:${day}T090000`;
/** `1997-09 2 3` are two days of a month. */
const days = (...months: string[]): string[] =>
  months.flatMap((month) => {
    const [name, ...all] = month.split(' ');
    return all.map((day) => `${name}-${day.padStart(2, '0')}`);
  });

test.each<[string, string, string, string[]]>([
  ['daily for 10 occurrences', '19970902', 'FREQ=DAILY;COUNT=10', ['1997-09 2 3 4 5 6 7 8 9 10 11']],
  ['every 10 days, 5 occurrences', '19970902', 'FREQ=DAILY;INTERVAL=10;COUNT=5', ['1997-09 2 12 22', '1997-10 2 12']],
  [
    'weekly on Tuesday and Thursday until October 7',
    '19970902',
    'FREQ=WEEKLY;UNTIL=19971007T000000Z;WKST=SU;BYDAY=TU,TH',
    ['1997-09 2 4 9 11 16 18 23 25 30', '1997-10 2'],
  ],
  [
    'every other week on Tuesday and Thursday, 8 occurrences',
    '19970902',
    'FREQ=WEEKLY;INTERVAL=2;COUNT=8;WKST=SU;BYDAY=TU,TH',
    ['1997-09 2 4 16 18 30', '1997-10 2 14 16'],
  ],
  [
    'monthly on the first Friday for 10 occurrences',
    '19970905',
    'FREQ=MONTHLY;COUNT=10;BYDAY=1FR',
    [
      '1997-09 5',
      '1997-10 3',
      '1997-11 7',
      '1997-12 5',
      '1998-01 2',
      '1998-02 6',
      '1998-03 6',
      '1998-04 3',
      '1998-05 1',
      '1998-06 5',
    ],
  ],
  [
    'monthly on the second-to-last Monday for 6 months',
    '19970922',
    'FREQ=MONTHLY;COUNT=6;BYDAY=-2MO',
    ['1997-09 22', '1997-10 20', '1997-11 17', '1997-12 22', '1998-01 19', '1998-02 16'],
  ],
  [
    'monthly on the first and last day for 10 occurrences',
    '19970930',
    'FREQ=MONTHLY;COUNT=10;BYMONTHDAY=1,-1',
    ['1997-09 30', '1997-10 1 31', '1997-11 1 30', '1997-12 1 31', '1998-01 1 31', '1998-02 1'],
  ],
  [
    'the third Tuesday, Wednesday or Thursday of a month, for 3 months',
    '19970904',
    'FREQ=MONTHLY;COUNT=3;BYDAY=TU,WE,TH;BYSETPOS=3',
    ['1997-09 4', '1997-10 7', '1997-11 6'],
  ],
  [
    'a week that begins on Monday',
    '19970805',
    'FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=MO',
    ['1997-08 5 10 19 24'],
  ],
  [
    'a week that begins on Sunday',
    '19970805',
    'FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=SU',
    ['1997-08 5 17 19 31'],
  ],
  [
    'a day that does not exist is ignored',
    '20070115',
    'FREQ=MONTHLY;BYMONTHDAY=15,30;COUNT=5',
    ['2007-01 15 30', '2007-02 15', '2007-03 15 30'],
  ],
])('%s', async (_, first, rule, expected) => {
  expect(await datesOf(start(first), `RRULE:${rule}`)).toEqual(days(...expected));
});

test('every Friday the 13th, without the first day', async () => {
  const found = await datesOf(
    start('19970902'),
    'EXDATE;TZID=America/New_York:19970902T090000',
    'RRULE:FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13',
  );
  expect(found.slice(0, 5)).toEqual(days('1998-02 13', '1998-03 13', '1998-11 13', '1999-08 13', '2000-10 13'));
});
