/** Detection of growth. */
import { expect, test } from 'vitest';
import { judge, type Sample } from './judge.ts';

const steady = (at: number): Sample => ({
  at,
  memory: 300 + (at % 7),
  handles: 90 + (at % 3),
  rows: 20,
  doneRows: at,
  done: at,
});
const run = (change: (sample: Sample) => Partial<Sample>): Sample[] =>
  Array.from({ length: 60 }, (_, at) => ({ ...steady(at), ...change(steady(at)) }));
const bad = (samples: Sample[]) =>
  judge(samples)
    .filter(({ ok }) => !ok)
    .map(({ name }) => name);

test('A constant figure does not grow, whatever its warm-up', () => {
  expect(bad(run(() => ({})))).toEqual([]);
  expect(bad(run(({ at }) => (at < 15 ? { memory: 100 + at * 10, handles: at } : {})))).toEqual([]);
});

test.each<[name: string, change: (sample: Sample) => Partial<Sample>]>([
  ['memory', ({ at }) => ({ memory: 300 + at })],
  ['handles', ({ at }) => ({ handles: 90 + at })],
  ['rows', ({ at }) => ({ rows: 20 + at })],
  ['rows of work', ({ at }) => ({ doneRows: at * 4 })],
])('a leak of %s is seen', (name, change) => {
  expect(bad(run(change))).toEqual([name]);
});

test('Too few samples throw', () => {
  expect(() => judge(run(() => ({})).slice(0, 8))).toThrow('say nothing');
});
