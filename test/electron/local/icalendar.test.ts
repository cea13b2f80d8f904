/** Tasks as an iCalendar (RFC 5545). */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type CalendarTask, isTimeZone, toICalendar } from '../../../electron/local/icalendar.ts';

const TASK: CalendarTask = {
  id: 't1',
  title: 'A task',
  description: '',
  startDate: null,
  dueDate: '2026-12-24T00:00:00.000Z',
  createdAt: '2026-11-01T08:00:00.000Z',
  updatedAt: '2026-11-02T09:30:15.250Z',
};

const write = (task: Partial<CalendarTask>, timeZone = 'UTC') =>
  toICalendar({ name: 'Work', timeZone, tasks: [{ ...TASK, ...task }] });

/** Unfolds lines. */
const linesOf = (text: string) => text.replaceAll('\r\n ', '').split('\r\n');
const dates = (text: string) => linesOf(text).filter((line) => /^DT(START|END)/.test(line));

test('writes a complete calendar', () => {
  expect(linesOf(write({ title: 'ME-1 A; b, c\\d', description: 'one\ntwo' }, 'Europe/Berlin'))).toEqual([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Punchcard//Calendar feed//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    'X-WR-CALNAME:Work',
    'X-WR-TIMEZONE:Europe/Berlin',
    'BEGIN:VEVENT',
    'UID:t1@punchcard',
    'DTSTAMP:20261102T093015Z',
    'CREATED:20261101T080000Z',
    'LAST-MODIFIED:20261102T093015Z',
    'DTSTART;VALUE=DATE:20261224',
    'DTEND;VALUE=DATE:20261225',
    'SUMMARY:ME-1 A\\; b\\, c\\\\d',
    'DESCRIPTION:one\\ntwo',
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ]);
});

describe('dates', () => {
  test('a plain date is the same day in every zone', () => {
    for (const zone of ['America/Los_Angeles', 'UTC', 'Pacific/Kiritimati']) {
      expect(dates(write({}, zone))).toEqual(['DTSTART;VALUE=DATE:20261224', 'DTEND;VALUE=DATE:20261225']);
    }
  });

  test('midnight in the feed’s zone is a day there', () => {
    const dueDate = '2026-12-31T23:00:00.000Z';
    expect(dates(write({ dueDate }, 'Europe/Berlin'))).toEqual([
      'DTSTART;VALUE=DATE:20270101',
      'DTEND;VALUE=DATE:20270102',
    ]);
    expect(dates(write({ dueDate }))).toEqual(['DTSTART:20261231T230000Z']);
    // In that zone, Sunday 6 September 2026 starts at 1:00.
    expect(dates(write({ dueDate: '2026-09-06T04:00:00.000Z' }, 'America/Santiago'))).toEqual([
      'DTSTART;VALUE=DATE:20260906',
      'DTEND;VALUE=DATE:20260907',
    ]);
  });

  test('from start to due date, including the last day', () => {
    expect(dates(write({ startDate: '2026-12-22T00:00:00.000Z' }))).toEqual([
      'DTSTART;VALUE=DATE:20261222',
      'DTEND;VALUE=DATE:20261225',
    ]);
    expect(dates(write({ startDate: '2026-12-22T08:00:00.000Z', dueDate: '2026-12-22T09:30:00.000Z' }))).toEqual([
      'DTSTART:20261222T080000Z',
      'DTEND:20261222T093000Z',
    ]);
    expect(dates(write({ startDate: '2026-12-22T08:00:00.000Z', dueDate: null }))).toEqual([
      'DTSTART:20261222T080000Z',
    ]);
  });

  test('a task without dates has no event', () => {
    expect(write({ dueDate: null })).not.toContain('VEVENT');
  });
});

test('no line exceeds 75 octets, no character is split, and every text can be read back', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 400 }), (title) => {
      const text = write({ title });
      const physical = text.split('\r\n');
      expect(physical.every((line) => Buffer.byteLength(line) <= 75)).toBe(true);
      expect(physical.some((line) => line.includes('\uFFFD'))).toBe(title.includes('\uFFFD'));
      const summary = linesOf(text).find((line) => line.startsWith('SUMMARY:'));
      const back = summary?.slice(8).replaceAll(/\\(.)/gs, (_, sign: string) => (sign === 'n' ? '\n' : sign));
      expect(back).toBe(title.replaceAll(/\r\n|\r|\n/g, '\n'));
    }),
  );
});

test('no text adds a forbidden character or a line', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom('a', '\0', '\u0007', '\v', '\f', '\x7f', '\x1b', '\t', '\r', '\n', ';') }),
      (title) => {
        const summary = linesOf(write({ title })).filter((line) => /^(SUMMARY|[^A-Z])/.test(line) && line !== '');
        expect(summary).toHaveLength(1);
        expect(summary[0]).toMatch(/^SUMMARY:[^\p{Cc}\t]*(\t[^\p{Cc}]*)*$/u);
        // Allowed characters are kept.
        const allowed = (text: string) => text.replaceAll(/[^a\t]/g, '');
        expect(allowed(summary[0]?.slice(8) ?? '')).toBe(allowed(title));
      },
    ),
  );
});

test('only existing zones are accepted', () => {
  expect(['UTC', 'Europe/Berlin', 'Nowhere/Land', ''].map(isTimeZone)).toEqual([true, true, false, false]);
});
