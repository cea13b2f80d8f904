/** Public holidays out of calendar files, and files that are none. */
import { expect, test } from 'vitest';
import { createHolidayFiles, readHolidays } from '../../../../electron/features/time-rules/holiday-files.ts';
import type { TimeRules } from '../../../../shared/contract/time-rules.ts';
import { DEFAULT_TIME_RULES } from '../../../../shared/time/default-rules.ts';
import { inZone, ZONES } from '../../../shared/tasks/zone.ts';

const NOW = new Date(2026, 10, 23, 12);

/** Each event as its lines after SUMMARY:. */
const calendar = (...events: string[][]): string =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//test//EN', ...events.flatMap(event), 'END:VCALENDAR', ''].join('\r\n');
const event = (lines: string[], at: number): string[] => ['BEGIN:VEVENT', `UID:${at}`, ...lines, 'END:VEVENT'];
const dated = (name: string, day: string, ...more: string[]) => [
  `SUMMARY:${name}`,
  `DTSTART;VALUE=DATE:${day}`,
  ...more,
];

test.each(ZONES)('whole days are read, by day, in %s', async (zone) => {
  inZone(zone);
  const text = calendar(
    dated('New Year', '20270101', 'DTEND;VALUE=DATE:20270102'),
    dated('Christmas\\, both days', '20261225', 'DTEND;VALUE=DATE:20261227'),
    ['SUMMARY:Party', 'DTSTART:20261224T180000Z', 'DTEND:20261224T230000Z'],
    dated('Cancelled', '20261230', 'STATUS:CANCELLED'),
    dated('Long ago', '20101225'),
  );
  expect(await readHolidays('x.ics', text, NOW)).toEqual({
    '2026-12-25': 'Christmas, both days',
    '2026-12-26': 'Christmas, both days',
    '2027-01-01': 'New Year',
  });
});

test('a day that repeats every year is read for last year and the next three, without its exceptions', async () => {
  const text = calendar(dated('Unity', '19901003', 'RRULE:FREQ=YEARLY', 'EXDATE;VALUE=DATE:20271003'));
  expect(Object.keys(await readHolidays('x.ics', text, NOW))).toEqual(
    [2025, 2026, 2028, 2029].map((year) => `${year}-10-03`),
  );
});

test('events with a time do not count', async () => {
  const calls = Array.from({ length: 2_001 }, () => ['SUMMARY:Call', 'DTSTART:20261224T180000Z']);
  expect(await readHolidays('x.ics', calendar(...calls, dated('Christmas', '20261225')), NOW)).toEqual({
    '2026-12-25': 'Christmas',
  });
});

test.each([
  ['no calendar', 'Some text'],
  ['an empty file', ''],
  ['a calendar without whole days', calendar(['SUMMARY:Call', 'DTSTART:20261224T180000Z'])],
  ['a rule that repeats each second', calendar(dated('Bomb', '20261224', 'RRULE:FREQ=SECONDLY'))],
  ['an event that never ends', calendar(['SUMMARY:x', 'DTSTART;VALUE=DATE:20991224', 'RRULE:FREQ=YEARLY;BYMONTH=13'])],
])('%s has no dates', async (_, text) => {
  await expect(readHolidays('x.ics', text, NOW)).rejects.toThrow('No dates in x.ics');
});

test.each([
  ['every day for years', [dated('All', '20250101', 'RRULE:FREQ=DAILY')]],
  ['one event of ten years', [dated('All', '20250101', 'DTEND;VALUE=DATE:20350101')]],
  ['thousands of events', Array.from({ length: 2_001 }, () => dated('Many', '20261224'))],
])('%s are too many', async (_, events) => {
  await expect(readHolidays('x.ics', calendar(...events), NOW)).rejects.toThrow('Too many dates in x.ics');
});

test('a file is read again from where it is; days that were switched off stay so, and another file begins anew', async () => {
  let rules: TimeRules = DEFAULT_TIME_RULES;
  const files = new Map([
    ['/home/ada/berlin.ics', calendar(dated('Christmas', '20261225'), dated('New Year', '20270101'))],
  ]);
  let chosen: string | null = null;
  const holidays = createHolidayFiles(
    { now: () => NOW.getTime() },
    {
      rules: { rules: () => rules, change: (changed) => (rules = { ...rules, ...changed } as TimeRules) },
      openTextFile: async () =>
        chosen === null ? null : { name: 'berlin.ics', path: chosen, text: files.get(chosen) ?? '' },
      readTextFile: async (path) => files.get(path) ?? '',
    },
  );
  const off = () => Object.entries(rules.holidays?.days ?? {}).map(([day, { isOff }]) => `${day} ${isOff}`);
  await holidays.read(false);
  expect(rules.holidays).toBeNull();
  chosen = '/home/ada/berlin.ics';
  await holidays.read(false);
  expect(off()).toEqual(['2026-12-25 true', '2027-01-01 true']);
  const days = { ...rules.holidays?.days, '2026-12-25': { name: 'Christmas', isOff: false } };
  rules = { ...rules, holidays: { file: 'berlin.ics', path: chosen, days } };
  files.set(chosen, calendar(dated('Christmas', '20261225'), dated('Unity', '20271003')));
  chosen = null;
  await holidays.read(true);
  expect(off()).toEqual(['2026-12-25 false', '2027-10-03 true']);
  files.set('/home/ada/berlin.ics', 'broken');
  await expect(holidays.read(true)).rejects.toThrow('No dates in berlin.ics');
  expect(off()).toHaveLength(2);
});
