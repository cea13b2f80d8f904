/** The page about a run and its picture: order, failed parts, goals; and what got worse than before. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { atMost, beyondBare, type Figure, figure, timesBare } from './figures.ts';
import { measuredPage, measuredPicture, worseThan } from './measured-page.ts';
import { type Part, type Run, runPart, type StoredRun, toStore } from './run.ts';

const docs = join(import.meta.dirname, '..', '..', 'docs');

const aPart = (name: string, figures: Figure[], error: string | null = null): Part => ({
  name,
  seconds: 61,
  figures,
  error,
});
const aRun = (parts: Part[], date = '2026-11-23T09:00:00.000Z'): Run => ({
  date,
  commit: 'abc1234',
  machine: '2 × a processor',
  isQuick: false,
  parts,
});
const aFigure = (values: number | number[], more: Partial<Parameters<typeof figure>[1]> = {}, name = 'one'): Figure =>
  figure(name, { unit: 'ms', how: 'Somehow.', values, ...more });
const worse = (now: Figure, before: Figure) => worseThan(aRun([aPart('p', [now])]), aRun([aPart('p', [before])]));

test('the page has the ten lines that a person feels, in their order, and names what was missed', () => {
  const page = measuredPage(
    aRun([
      aPart('first', [
        aFigure(2_840, { goal: atMost(2_600), unit: 'kB' }, 'app.asar'),
        aFigure(3, { goal: atMost(2) }, 'another'),
        aFigure([5, 6, 7, 8], { bare: [4, 4, 4, 4], goal: timesBare(2) }, 'start → tray'),
      ]),
    ]),
  );
  expect(page.split('\n').filter((line) => /^\| (?!figure|---)/.test(line))).toEqual([
    '| start → tray | 4 ms | 7 ms | ≤ 2 × | yes |',
    '| app.asar |  | 2,840 kB | ≤ 2,600 kB | **no** |',
  ]);
  expect(page).toContain('the run of 2026-11-23, commit abc1234, 1 minutes on 2 × a processor.');
  expect(page).toContain('1 of 3 goals are reached. Missed: app.asar; another.');
  expect(page).not.toContain('failed');
});

test('a part that failed is named with its error', () => {
  expect(measuredPage(aRun([aPart('window', [], 'No tray')]))).toContain('Parts that failed: window (No tray).');
});

test('in the picture a bar is as long as its share of the goal', () => {
  const pictured = (value: number) =>
    measuredPicture(aRun([aPart('p', [aFigure(value, { goal: atMost(100) }, 'app.asar')])]));
  expect(pictured(50)).toMatch(/width="130" height="18" rx="3" fill="#3d7a5a"[\s\S]*>0.5</);
  expect(pictured(130)).toMatch(/width="338" height="18" rx="3" fill="#b5563c"[\s\S]*>1.3</);
  // It stays within the picture.
  expect(pictured(9_000)).toMatch(/width="370"/);
});

test('a figure that got worse by more than the middle half of both runs is marked', () => {
  const before = aFigure([9, 10, 11, 12]);
  expect(worse(aFigure([11, 12, 13, 14]), before)).toEqual([]);
  expect(worse(aFigure([14, 14, 14, 14]), before)).toEqual(['one']);
  expect(worse(aFigure([4, 14, 14, 30]), before)).toEqual([]);
  expect(worse(aFigure([1, 1, 1, 1]), before)).toEqual([]);
  expect(worse(aFigure(2.691), aFigure(2.69))).toEqual([]);
  expect(worse(aFigure(2.7), aFigure(2.69))).toEqual(['one']);
  expect(worse(aFigure(2.7), aFigure(1, {}, 'another'))).toEqual([]);
});

test('what the goal is about is compared: the ratio, or the difference to the bare app', () => {
  const goal = timesBare(2);
  expect(worse(aFigure(40, { bare: 20, goal }), aFigure(20, { bare: 10, goal }))).toEqual([]);
  expect(worse(aFigure(20, { bare: 10, goal }), aFigure(40, { bare: 40, goal }))).toEqual(['one']);
  const difference = { goal: beyondBare(1) };
  expect(worse(aFigure(9, { bare: 8, ...difference }), aFigure(5, { bare: 4, ...difference }))).toEqual([]);
  expect(worse(aFigure(9, { bare: 4, ...difference }), aFigure(5, { bare: 4, ...difference }))).toEqual(['one']);
  expect(aFigure(9, { bare: 8, ...difference }).isReached).toBe(true);
});

test('a goal that has become a ratio is not compared with a run that lacks the bare figure', () => {
  const now = aFigure(90, { bare: 20, goal: timesBare(2) });
  expect(worse(now, aFigure(40, { goal: atMost(50) }))).toEqual([]);
  expect(worse(now, aFigure(40, { bare: 20, goal: atMost(50) }))).toEqual(['one']);
  expect(measuredPage(aRun([aPart('p', [aFigure(40, { goal: atMost(50) }, 'start → tray')])]))).toContain(
    '| start → tray |  | 40 ms | ≤ 50 ms | yes |',
  );
});

test('a part ends with its figures, or with the first line of its error, also if it never ends', async () => {
  expect(await runPart('fine', async () => [aFigure(1)], 1_000)).toMatchObject({
    error: null,
    figures: [{ value: 1 }],
  });
  const fails = async () => Promise.reject(new Error('It died.\nAt length.'));
  expect(await runPart('bad', fails, 1_000)).toMatchObject({ error: 'It died.', figures: [] });
  expect(await runPart('stuck', () => new Promise(() => undefined), 10)).toMatchObject({
    error: 'Not done after 0.01 s.',
  });
  expect(() => aFigure([])).toThrow('nothing was measured');
});

test('a stored run keeps the one before it, however often it is stored', () => {
  const [old, now] = [aRun([], '2026-11-20T09:00:00.000Z'), aRun([])];
  const first = toStore(old, null);
  expect(first.earlier).toBeNull();
  const second = toStore(now, first);
  expect(second).toEqual({ ...now, earlier: old });
  expect(toStore(now, second)).toEqual(second);
});

test('docs/measured.md and its picture are of docs/measured.json', () => {
  const run: StoredRun = JSON.parse(readFileSync(join(docs, 'measured.json'), 'utf8'));
  expect(readFileSync(join(docs, 'measured.md'), 'utf8')).toBe(measuredPage(run));
  expect(readFileSync(join(docs, 'measured.svg'), 'utf8')).toBe(measuredPicture(run));
});
