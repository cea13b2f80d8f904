/** The page about a run: order, failed parts, goals, and what got worse than before. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { atMost, beyondBare, type Figure, figure, timesBare } from './figures.ts';
import { measuredPage, worseThan } from './measured-page.ts';
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
const rows = (page: string) => page.split('\n').filter((line) => /^\| (?!figure|---|part)/.test(line));

test('figures with a goal come first, in the order of the run; each says how it was taken', () => {
  const page = measuredPage({
    ...aRun([
      aPart('first', [aFigure(3, {}, 'no goal'), aFigure(1_234.4, { goal: atMost(2_000) }, 'reached')]),
      aPart('second', [aFigure([5, 6, 7, 8], { bare: [4, 4, 4, 4], goal: timesBare(1.5) }, 'missed')]),
    ]),
    earlier: null,
  });
  expect(rows(page)).toEqual([
    '| reached |  | 1,234 ms |  |  | ≤ 2,000 ms | yes |  | Somehow. |',
    '| missed | 4 ms | 7 ms | 6–8 | 1.75 | ≤ 1.5 × | **no** |  | Somehow. |',
    '| no goal |  | 3 ms |  |  |  |  |  | Somehow. |',
  ]);
  expect(page).toContain('- **Run**: 2026-11-23, commit abc1234, 2 minutes\n- **Machine**: 2 × a processor\n');
  expect(page).toContain('1 of 2 reached');
  expect(page).toContain('no earlier run is stored');
  expect(page).not.toContain('Worse');
});

test('a failed part is a row with its error', () => {
  const page = measuredPage({ ...aRun([aPart('window', [], 'No | tray')]), earlier: null });
  expect(rows(page)).toEqual(['| **window** | failed: No \\| tray |']);
  expect(page).toContain('1 parts failed');
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

  const earlier = aRun([aPart('p', [before])], '2026-11-20T09:00:00.000Z');
  const page = measuredPage({ ...aRun([aPart('p', [aFigure([14, 14, 14, 14])])]), earlier });
  expect(rows(page)).toEqual(['| one |  | 14 ms | 14–14 |  |  |  | 11 ms **worse** | Somehow. |']);
  expect(page).toContain('- **Before**: 2026-11-20, commit abc1234\n- **Worse** by');
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

test('docs/measured.md is the page of docs/measured.json', () => {
  const stored = join(docs, 'measured.json');
  // Until the first run is stored.
  if (!existsSync(stored)) return;
  const run: StoredRun = JSON.parse(readFileSync(stored, 'utf8'));
  expect(readFileSync(join(docs, 'measured.md'), 'utf8')).toBe(measuredPage(run));
});
