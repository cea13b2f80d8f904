/** Gaps between entries, and time that several of them cover. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countedTwice } from '../../../shared/time/day.ts';
import { doubledSpans, gapsBetween } from '../../../shared/time/gaps.ts';
import { local, MINUTE } from './entries.ts';

const span = (from: number, to: number) => ({ from: from * MINUTE, to: to * MINUTE });
const Spans = fc.array(
  fc
    .tuple(fc.integer({ min: 0, max: 200 }), fc.integer({ min: 0, max: 60 }))
    .map(([from, length]) => span(from, from + length)),
  { maxLength: 8 },
);

test('a gap of five minutes is one, a shorter one is not', () => {
  expect(gapsBetween([span(0, 10), span(15, 20), span(24, 30)])).toEqual([span(10, 15)]);
});

test('an entry within another one leaves no gap behind it', () => {
  expect(gapsBetween([span(0, 60), span(10, 20), span(70, 80)])).toEqual([span(60, 70)]);
});

test('there is no gap before the first entry, after the last one, or without entries', () => {
  expect(gapsBetween([])).toEqual([]);
  expect(gapsBetween([span(30, 40)])).toEqual([]);
});

test('the night after work across midnight is no gap, a pause within that work is one', () => {
  const at = (hour: number, minute = 0) => local(11, hour, minute);
  const night = [
    { from: at(0), to: at(0, 30) },
    { from: at(0, 40), to: at(1, 10) },
  ];
  const day = [
    { from: at(9), to: at(12) },
    { from: at(17), to: at(18) },
  ];
  expect(gapsBetween([...night, ...day])).toEqual([
    { from: at(0, 30), to: at(0, 40) },
    { from: at(12), to: at(17) },
  ]);
  // Someone who begins early did not work through the night.
  expect(gapsBetween([{ from: at(0, 1), to: at(1) }, ...day])).toHaveLength(2);
});

test('overlapping entries are one doubled span where they meet', () => {
  expect(doubledSpans([span(0, 30), span(20, 40), span(39, 50), span(60, 70)], 0)).toEqual([
    span(20, 30),
    span(39, 40),
  ]);
  expect(doubledSpans([span(0, 30), span(0, 30), span(10, 20)], 0)).toEqual([span(0, 30)]);
  expect(doubledSpans([span(0, 30), span(29, 40)], 2 * MINUTE)).toEqual([]);
});

test('gaps lie between the entries, and no entry covers one', () => {
  fc.assert(
    fc.property(Spans, (spans) => {
      for (const gap of gapsBetween(spans)) {
        expect(gap.to - gap.from).toBeGreaterThanOrEqual(5 * MINUTE);
        expect(spans.some(({ from, to }) => from < gap.to && to > gap.from)).toBe(false);
        expect(spans.some(({ to }) => to === gap.from) && spans.some(({ from }) => from === gap.to)).toBe(true);
      }
    }),
  );
});

test('two entries double exactly the time that is counted twice', () => {
  const two = fc.tuple(Spans, fc.nat()).map(([spans]) => spans.slice(0, 2));
  fc.assert(
    fc.property(two, (spans) => {
      const doubled = doubledSpans(spans, 0).reduce((sum, { from, to }) => sum + to - from, 0);
      expect(doubled).toBe(countedTwice(spans.toSorted((a, b) => a.from - b.from)));
    }),
  );
});
