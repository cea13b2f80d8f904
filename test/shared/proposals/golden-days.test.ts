/** The figures of the golden days, and what is said about a folder that holds none (docs/golden-days.md). */
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  figuresOf,
  GoldenDayError,
  judgeDay,
  parseGoldenDay,
  precisionAndRecall,
  readGoldenDays,
  resultOf,
} from './golden-days.ts';

const FOLDER = join(import.meta.dirname, 'days');
const days = readGoldenDays(FOLDER).map(({ name, day }) => ({ name, day, results: judgeDay(day) }));
const figures = (isHeldOut: boolean) =>
  figuresOf(days.filter(({ day }) => day.heldOut === isHeldOut).flatMap(({ results }) => results));
const all = figuresOf(days.flatMap(({ results }) => results));

test('there are at least 40 days to tune on, and 12 that the engine was not tuned on', () => {
  expect(days.filter(({ day }) => !day.heldOut).length).toBeGreaterThanOrEqual(40);
  expect(days.filter(({ day }) => day.heldOut).length).toBeGreaterThanOrEqual(12);
});

test.each([
  ['tuned on', false],
  ['held out', true],
])(
  'the first proposal is right for four of five gaps, and nothing is proposed without evidence: days %s',
  (_, isHeldOut) => {
    const { answered, firstRight, falseAlarms } = figures(isHeldOut);
    expect(firstRight / answered).toBeGreaterThanOrEqual(0.8);
    expect(falseAlarms).toBe(0);
  },
);

test('docs/golden-days.md has the figures that are printed', () => {
  const document = readFileSync(join(import.meta.dirname, '../../../docs/golden-days.md'), 'utf8');
  for (const line of [`tuned on: ${resultOf(figures(false))}`, `held out: ${resultOf(figures(true))}`])
    expect(document).toContain(line);
  for (const line of [...precisionAndRecall(all), resultOf(all)]) expect(document).toContain(line);
});

test('the day of the drawing gets the proposals of the drawing', () => {
  const [gap] = days.find(({ name }) => name === 'developer-stand-up-and-commits')?.results ?? [];
  const names = gap?.proposals.map(({ target }) => (target.kind === 'task' ? target.task.identifier : target.kind));
  expect(names).toEqual(['PAY-134', 'WEB-57', 'not-work']);
  expect(gap?.proposals[0]?.reasons.slice(0, 2)).toMatchObject([
    { kind: 'commit', parameters: { count: 3 } },
    { kind: 'window', parameters: { app: 'code', title: 'checkout.ts - payments-api - Visual Studio Code' } },
  ]);
});

describe('a folder or file that cannot be used is named', () => {
  const day = readFileSync(join(FOLDER, 'nothing-recorded.json'), 'utf8');
  const folderWith = (text: string): string => {
    const folder = mkdtempSync(join(tmpdir(), 'days-'));
    writeFileSync(join(folder, 'one.json'), text);
    return folder;
  };

  test('a folder that does not exist, and an empty one', () => {
    expect(() => readGoldenDays('/does/not/exist')).toThrow(/^The folder \/does\/not\/exist cannot be read: ENOENT/);
    const empty = mkdtempSync(join(tmpdir(), 'days-'));
    expect(() => readGoldenDays(empty)).toThrow(new GoldenDayError(`The folder ${empty} has no .json file.`));
  });

  test.each([
    ['half a file', day.slice(0, 200), /one\.json is not a golden day: .*JSON/],
    ['an unknown field', day.replace('"about"', '"abuot"'), /one\.json is not a golden day: about: /],
    ['an instant without offset', day.replaceAll('+01:00', ''), /one\.json is not a golden day: now: /],
    [
      'a task that is not listed',
      day.replace('{ "task": "PAY-133"', '{ "task": "PAY-999"'),
      /PAY-999 is not among the tasks/,
    ],
    ['a time zone that does not exist', day.replace('Europe/Berlin', 'Europe/Nowhere'), /Europe\/Nowhere/],
  ])('%s', (_, text, message) => {
    expect(() => readGoldenDays(folderWith(text))).toThrow(message);
    expect(() => readGoldenDays(folderWith(text))).toThrow(GoldenDayError);
  });

  test('a day as it should be is read', () => {
    expect(readGoldenDays(folderWith(day))).toEqual([{ name: 'one', day: parseGoldenDay(day) }]);
  });
});
