/** The entries of a report: their share of the rounded time and of the amount, and their text for files and the clipboard. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { reportNumber } from '../../../../electron/features/report/letterhead.ts';
import { reportCsv } from '../../../../electron/features/report/report-csv.ts';
import { reportMarkdown, reportPlainText } from '../../../../electron/features/report/report-text.ts';
import { entry, MINUTE, PAY, reportOf, WEB, WEEK } from './parts.ts';

describe('entries', () => {
  test('share the rounded time of their task and day, in whole minutes', () => {
    const { entries } = reportOf(WEEK);
    expect(entries.map(({ day, exact, rounded }) => [day, exact / MINUTE, rounded / MINUTE])).toEqual([
      ['2026-11-09', 63, 64],
      ['2026-11-09', 70, 71],
      ['2026-11-09', 47, 45],
      ['2026-11-10', 60, 60],
      ['2026-11-11', 32, 30],
    ]);
  });

  test('that run are left out, as are the days outside of the period', () => {
    const running = { ...entry(PAY, 12, 9, 1), endTime: null };
    const { entries } = reportOf([entry(PAY, 15, 23, 120), running]);
    expect(entries.map(({ day, exact }) => [day, exact / MINUTE])).toEqual([['2026-11-15', 60]]);
  });

  test('of a task on a day are one line, with each note once', () => {
    const { lines } = reportOf([...WEEK, entry(PAY, 9, 20, 10, 'Renamed fields')]);
    expect(lines.map(({ day, task, notes }) => [day, task.identifier, notes])).toEqual([
      ['2026-11-09', 'PAY-133', ['Renamed fields', 'First green run']],
      ['2026-11-09', 'WEB-59', []],
      ['2026-11-10', 'PAY-133', ['Nightly run']],
      ['2026-11-11', 'PAY-133', ['Nightly run']],
    ]);
  });

  test('of tasks of two accounts with the same id are counted for each', () => {
    const [one, other] = ['ada', 'bob'].map((accountId) => ({ ...PAY, accountId }));
    const { report, entries, lines } = reportOf([entry(one ?? PAY, 9, 9, 60), entry(other ?? PAY, 9, 11, 30)]);
    expect(entries.map(({ task, rounded }) => [task.accountId, rounded / MINUTE])).toEqual([
      ['ada', 60],
      ['bob', 30],
    ]);
    expect(lines.map(({ task, ms }) => [task.accountId, ms / MINUTE])).toEqual([
      ['ada', 60],
      ['bob', 30],
    ]);
    expect([report.ms / MINUTE, report.projects.length]).toEqual([90, 2]);
  });

  test('add up to the report, in time and money, however it rounds', () => {
    const times = fc.array(
      fc.record({
        task: fc.constantFrom(PAY, WEB),
        day: fc.integer({ min: 9, max: 15 }),
        hour: fc.integer({ min: 0, max: 23 }),
        minutes: fc.integer({ min: 0, max: 3000 }),
      }),
      { maxLength: 12 },
    );
    const roundings = fc.record({
      mode: fc.constantFrom('none' as const, 'nearest' as const, 'up' as const, 'down' as const),
      minutes: fc.integer({ min: 1, max: 60 }),
      per: fc.constantFrom('task' as const, 'project' as const),
    });
    fc.assert(
      fc.property(times, roundings, (drawn, rounding) => {
        const stored = drawn.map(({ task, day, hour, minutes }) => entry(task, day, hour, minutes));
        const { report, entries, lines } = reportOf(stored, { switches: { rate: true }, rules: { rounding } });
        const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
        expect(sum(entries.map(({ exact }) => exact))).toBe(report.total.exact);
        expect(sum(entries.map(({ rounded }) => rounded))).toBe(report.ms);
        expect(sum(lines.map(({ ms }) => ms))).toBe(report.ms);
        const cents = sum(entries.map(({ money }) => Math.round((money?.amount ?? 0) * 100)));
        expect(cents).toBe(Math.round((report.sums[0]?.amount ?? 0) * 100));
      }),
    );
  });
});

test('a rate with parts of a cent is shown whole', () => {
  const { formats } = reportOf(WEEK);
  expect([85, 85.5, 85.125].map((amount) => formats.rate({ amount, currency: 'EUR' }))).toEqual([
    '€85',
    '€85.50',
    '€85.125',
  ]);
});

describe('CSV', () => {
  const rowsOf = (text: string) => text.split('\r\n').slice(0, -1);

  test('has a row per entry with exact and rounded columns', () => {
    const { report, entries, formats } = reportOf(WEEK.slice(0, 2));
    const [head, first] = rowsOf(reportCsv(report, entries, formats));
    expect(head).toBe('Date,Start,End,Task,Title,Project,Note,Billable,Exact,Exact hours,Rounded,Rounded hours');
    expect(first).toMatch(
      /^2026-11-09,2026-11-09T09:00:00\S+,2026-11-09T10:03:00\S+,PAY-133,Refund fails,Payments,Renamed fields,yes,1:03:00,1.0500,1:04:00,1.0667$/,
    );
  });

  test('has rate and amount only with their switch, and notes only with theirs', () => {
    const { report, entries, formats } = reportOf(WEEK, { switches: { rate: true, notes: false }, language: 'de' });
    const rows = rowsOf(reportCsv(report, entries, formats));
    expect(rows[0]).toMatch(/^Datum,.*,Projekt,Abrechenbar,.*,Satz pro Stunde,Betrag,Währung$/);
    expect(rows.slice(1, 4).map((row) => row.split(',').slice(-3))).toEqual([
      ['85', '90.67', 'EUR'],
      ['85', '100.58', 'EUR'],
      ['', '', ''],
    ]);
  });

  test('makes no formula of a title or a note', () => {
    const task = { ...PAY, title: '=HYPERLINK("http://evil.example")', projectName: '@SUM(A1)' };
    const { report, entries, formats } = reportOf([entry(task, 9, 9, 30, '+1+1')]);
    const csv = reportCsv(report, entries, formats);
    expect(csv).toContain(`"'=HYPERLINK(""http://evil.example"")","'@SUM(A1)","'+1+1"`);
  });
});

describe('for the clipboard', () => {
  test('Markdown has a table of tasks and one of days', () => {
    const { report, lines, formats } = reportOf(WEEK.slice(0, 3), { switches: { rate: true } });
    expect(reportMarkdown(report, lines, formats)).toBe(
      [
        '# Report',
        '',
        '**All projects, 9–15 November 2026**',
        '',
        '| Task | Share | Hours | Amount |',
        '| --- | ---: | ---: | ---: |',
        '| **Payments** | 75% | **2:15** | €191.25 |',
        '| PAY-133 Refund fails | 75% | 2:15 | €191.25 |',
        '| **Website** | 25% | **0:45** |  |',
        '| WEB-59 Cookie notice | 25% | 0:45 |  |',
        '| **Total** |  | **3:00** | €191.25 |',
        '',
        '| Day | Task | What was done | Hours |',
        '| --- | --- | --- | ---: |',
        '| Mon 9 Nov | PAY-133 Refund fails | Renamed fields; First green run | 2:15 |',
        '| Mon 9 Nov | WEB-59 Cookie notice |  | 0:45 |',
        '',
        'Hours are rounded to the nearest quarter of an hour, per task and day.',
      ].join('\n'),
    );
  });

  test('Markdown in titles and notes stays text', () => {
    const task = { ...PAY, title: '| **x** <b> [a](http://b) `c`' };
    const { report, lines, formats } = reportOf([entry(task, 9, 9, 30, 'two\nlines | #1')]);
    const text = reportMarkdown(report, lines, formats);
    expect(text).toContain('PAY-133 \\| \\*\\*x\\*\\* \\<b\\> \\[a\\](http://b) \\`c\\`');
    expect(text).toContain('| two lines \\| \\#1 |');
  });

  test('plain text has one line a task', () => {
    const { report, lines, formats } = reportOf(WEEK.slice(0, 3), {
      projectKey: 'p1',
      switches: { rate: true },
      language: 'de',
    });
    expect(reportPlainText(report, lines, formats)).toBe(
      [
        'Stundennachweis: Payments, 9.–15. November 2026',
        '',
        '2:15  PAY-133 Refund fails',
        '2:15  Summe, 191,25\u00a0€ netto, ohne MwSt.',
        '',
        'Mo., 9. Nov.',
        '2:15  PAY-133 Refund fails: Renamed fields; First green run',
        '',
        'Die Stunden sind je Aufgabe und Tag auf Viertelstunden gerundet.',
      ].join('\n'),
    );
  });
});

test('Weeks and months have numbers, other periods have none', () => {
  expect(reportNumber('2026-11-09', '2026-11-15', 1)).toBe('2026-46');
  expect(reportNumber('2026-12-28', '2027-01-03', 1)).toBe('2026-53');
  expect(reportNumber('2026-02-01', '2026-02-28', 1)).toBe('2026-02');
  // From Sunday, the week of 1 January is the first one of its year.
  expect(reportNumber('2026-12-27', '2027-01-02', 0)).toBe('2027-01');
  expect(reportNumber('2026-01-04', '2026-01-10', 0)).toBe('2026-02');
  expect(reportNumber('2026-11-10', '2026-11-16', 1)).toBeNull();
  expect(reportNumber('2026-01-01', '2026-12-31', 1)).toBeNull();
});
