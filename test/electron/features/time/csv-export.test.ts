/** CSV export: cells keep their text, and a spreadsheet executes none of them. */

import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { toCsv as csvOf } from '../../../../electron/features/time/csv-export.ts';
import type { Entry } from '../../../../shared/time/entry.ts';

const before = process.env.TZ;
beforeAll(() => {
  process.env.TZ = 'Europe/Berlin';
});
afterAll(() => {
  if (before === undefined) delete process.env.TZ;
  else process.env.TZ = before;
});

const EVER = { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY };
const titleOf = (accountId: string) => `${accountId}.example`;
const toCsv = (entries: Entry[], now: Date): string => csvOf(entries, now, EVER, titleOf);
const NOW = new Date('2026-11-18T12:00:00.000Z');

function entry(changed: Partial<Entry> & { title?: string; projectName?: string } = {}): Entry {
  const { title = 'A task', projectName = 'Personal', ...rest } = changed;
  return {
    id: 'e1',
    accountId: 'me',
    task: { taskId: 't1', identifier: 'ME-1', title, projectName },
    startTime: '2026-11-18T08:00:00.000Z',
    endTime: '2026-11-18T09:30:30.000Z',
    note: '',
    discardedAt: null,
    createdAt: '2026-11-18T08:00:00.000Z',
    ...rest,
  };
}

/** A parser for RFC 4180. */
function parse(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let at = 0;
  while (at < text.length) {
    let cell = '';
    if (text[at] === '"') {
      for (at += 1; text[at] !== '"' || text[at + 1] === '"'; at += 1) {
        if (at >= text.length) throw new Error('a quote is not closed');
        if (text[at] === '"') at += 1;
        cell += text[at];
      }
      at += 1;
    } else {
      for (; at < text.length && !',\r\n'.includes(text[at] ?? ''); at += 1) {
        if (text[at] === '"') throw new Error('a quote within a bare cell');
        cell += text[at];
      }
    }
    row.push(cell);
    if (text[at] === ',') {
      at += 1;
      if (at === text.length) throw new Error('ends in a comma');
      continue;
    }
    if (text.slice(at, at + 2) !== '\r\n') throw new Error(`no end of line at ${at}`);
    at += 2;
    rows.push(row);
    row = [];
  }
  return rows;
}

const noteOf = (note: string): string | undefined => parse(toCsv([entry({ note })], NOW))[1]?.[7];

describe('the rows', () => {
  test('a header, then one row per entry, with local times and their offset', () => {
    expect(toCsv([entry()], NOW)).toBe(
      'Start,End,Duration,Hours,Task,Title,Project,Note\r\n' +
        '2026-11-18T09:00:00+01:00,2026-11-18T10:30:30+01:00,1:30:30,1.5083,ME-1,A task,Personal,\r\n',
    );
    expect(toCsv([], NOW)).toBe('Start,End,Duration,Hours,Task,Title,Project,Note\r\n');
  });

  test('of several accounts say which, also where the time is filed under the first one', () => {
    const [first, filed] = [entry(), entry()];
    const title = vi.fn(titleOf);
    const others = [1, 2].map(() => ({ ...filed, task: { ...filed.task, accountId: 'marl' } }));
    const rows = parse(csvOf([first, ...others], NOW, EVER, title));
    expect(rows.map((row) => row.slice(6))).toEqual([
      ['Project', 'Note', 'Account'],
      ['Personal', '', 'me.example'],
      ['Personal', '', 'marl.example'],
      ['Personal', '', 'marl.example'],
    ]);
    expect(title).toHaveBeenCalledTimes(2);
  });

  test('a running entry has no end and lasts until now', () => {
    const row = parse(toCsv([entry({ endTime: null })], NOW))[1];
    expect(row?.slice(1, 4)).toEqual(['', '4:00:00', '4.0000']);
  });

  test('the offset distinguishes the repeated hour', () => {
    const twice = entry({ startTime: '2026-10-25T00:30:00.000Z', endTime: '2026-10-25T01:30:00.000Z' });
    const row = parse(toCsv([twice], NOW))[1];
    expect(row?.slice(0, 3)).toEqual(['2026-10-25T02:30:00+02:00', '2026-10-25T02:30:00+01:00', '1:00:00']);
  });

  test('an entry that starts in the future, after the clock was set back, has no negative duration', () => {
    const row = parse(toCsv([entry({ endTime: null })], new Date('2026-11-18T07:00:00.000Z')))[1];
    expect(row?.slice(2, 4)).toEqual(['0:00:00', '0.0000']);
  });
});

describe('a period', () => {
  const monday = Date.parse('2026-11-16T00:00:00+01:00');
  const WEEK = 7 * 24 * 3_600_000;
  const weeks = [
    { from: monday - WEEK, to: monday },
    { from: monday, to: monday + WEEK },
  ] as const;
  const rowIn = (one: Entry, week: { from: number; to: number }) =>
    parse(csvOf([one], NOW, week, titleOf))[1]?.slice(0, 3);

  test('an entry across its end is divided between it and the next one', () => {
    const night = entry({ startTime: '2026-11-15T22:00:00.000Z', endTime: '2026-11-16T00:00:00.000Z' });
    expect(weeks.map((week) => rowIn(night, week))).toEqual([
      ['2026-11-15T23:00:00+01:00', '2026-11-16T00:00:00+01:00', '1:00:00'],
      ['2026-11-16T00:00:00+01:00', '2026-11-16T01:00:00+01:00', '1:00:00'],
    ]);
  });

  test('a running entry has an end in a past period and none in the current one', () => {
    const running = entry({ startTime: '2026-11-15T22:00:00.000Z', endTime: null });
    expect(weeks.map((week) => rowIn(running, week))).toEqual([
      ['2026-11-15T23:00:00+01:00', '2026-11-16T00:00:00+01:00', '1:00:00'],
      ['2026-11-16T00:00:00+01:00', '', '61:00:00'],
    ]);
  });
});

describe('a cell', () => {
  test.each([
    'plain',
    'a, b',
    'say "hi"',
    '"',
    '""',
    'two\nlines',
    'two\r\nlines',
    'a tab\tin between',
    '“Ünïcode” 🥁 \u202e rtl',
    ' leading space',
    '1 = 1',
    '',
  ])('with %j is parsed unchanged', (note) => {
    expect(noteOf(note)).toBe(note);
  });

  test.each(['=cmd|" /C calc"!A0', '=1+1', '+49 30 1234', '-1', '@SUM(A1)', '\tx', '\rx', '\nx', '＝1+1', '＠SUM'])(
    'with %j is text in a spreadsheet',
    (note) => {
      expect(noteOf(note)).toBe(`'${note}`);
    },
  );

  // Byte order mark, zero width, no break, soft hyphen, direction, fillers, a control character.
  test.each([
    ...[
      ' ',
      '\ufeff',
      '\u200b',
      '\u2060',
      '\u00a0',
      '\u3000',
      '\u00ad',
      '\u202e',
      '\u2066',
      '\u3164',
      '\u2800',
      '\u0000',
    ],
    ' \ufeff\u200b ',
  ])('a formula after %j is text in a spreadsheet', (blank) => {
    for (const formula of ['=1+1', '+1', '-1', '@SUM(A1)']) {
      expect(noteOf(blank + formula)).toBe(`'${blank}${formula}`);
      expect(noteOf(`a;${blank}${formula}`)).toBe(`a;'${blank}${formula}`);
    }
  });

  test.each([
    ['a;=1+1', "a;'=1+1"],
    ['a;"=1+1;b', `a;"'=1+1;b`],
    ['a\n@SUM(A1)', "a\n'@SUM(A1)"],
    ['a\t-1+1', "a\t'-1+1"],
    ['\r=1', "'\r'=1"],
    // No formulas.
    ['- one\n- two', "'- one\n- two"],
    ['a; b = c', 'a; b = c'],
    ['a;b-c', 'a;b-c'],
  ])('with %j is text also where semicolons or tabs separate', (note, expected) => {
    expect(noteOf(note)).toBe(expected);
  });

  test('in any column', () => {
    const row = parse(toCsv([entry({ title: '=A1', projectName: '@B', note: '+c' })], NOW))[1];
    expect(row?.slice(5)).toEqual(["'=A1", "'@B", "'+c"]);
  });
});

test('any texts give the expected rows and cells, unchanged but for apostrophes, and without formulas', () => {
  const texts = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.string({
      unit: fc.constantFrom('"', ',', '\n', '\r', '=', '@', "'", ' ', 'x', '\t', '-', '+', ';', '\ufeff', '\u200b'),
    }),
  );
  fc.assert(
    fc.property(fc.array(fc.tuple(texts, texts, texts), { maxLength: 5 }), (list) => {
      const rows = parse(
        toCsv(
          list.map(([title, projectName, note]) => entry({ title, projectName, note })),
          NOW,
        ),
      );
      expect(rows).toHaveLength(list.length + 1);
      for (const [index, row] of rows.slice(1).entries()) {
        expect(row).toHaveLength(8);
        for (const cell of row) {
          expect(cell).not.toMatch(/^(?:[\s\u200b]*[=+\-@]|[\t\r\n])/);
          expect(cell).not.toMatch(/[;\t\r\n]"?[\s\u200b]*[=@]/);
        }
        const bare = (cell: string) => cell.replaceAll("'", '');
        expect(row.slice(5).map(bare)).toEqual(list[index]?.map(bare));
      }
    }),
  );
});
