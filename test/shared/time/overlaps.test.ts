/** Overlapping time and its removal. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Span } from '../../../shared/time/day.ts';
import { overlapMs, subtractSpan } from '../../../shared/time/overlaps.ts';

const span = (from: number, to: number): Span => ({ from, to });

describe('the length of an overlap', () => {
  test.each([
    ['apart', span(0, 10), span(20, 30), 0],
    ['touching', span(0, 10), span(10, 20), 0],
    ['partial', span(0, 10), span(7, 20), 3],
    ['contained', span(0, 10), span(2, 5), 3],
    ['the same', span(0, 10), span(0, 10), 10],
    ['contained, with no duration', span(0, 10), span(5, 5), 0],
  ])('%s', (_, a, b, ms) => {
    expect([overlapMs(a, b), overlapMs(b, a)]).toEqual([ms, ms]);
  });
});

describe('the rest', () => {
  test.each<[string, Span, Span[]]>([
    ['of an entry without overlap', span(20, 30), [span(0, 10)]],
    ['of an entry that meets another at its end', span(10, 30), [span(0, 10)]],
    ['before', span(7, 30), [span(0, 7)]],
    ['after', span(-5, 3), [span(3, 10)]],
    ['before and after the other', span(3, 7), [span(0, 3), span(7, 10)]],
    ['nothing', span(0, 10), []],
    ['nothing', span(-10, 20), []],
    ['all, if the other has no duration', span(5, 5), [span(0, 10)]],
  ])('%s', (_, other, pieces) => {
    expect(subtractSpan(span(0, 10), other)).toEqual(pieces);
  });
});

const spans = fc.tuple(fc.integer({ min: -50, max: 50 }), fc.nat({ max: 60 })).map(([at, ms]) => span(at, at + ms));
const length = ({ from, to }: Span): number => to - from;

test('the rest does not overlap the other, lies within the entry, has a duration, and adds up with the overlap to the entry', () => {
  fc.assert(
    fc.property(spans, spans, (one, other) => {
      const pieces = subtractSpan(one, other);
      expect(pieces.length).toBeLessThanOrEqual(2);
      for (const piece of pieces) {
        expect(overlapMs(piece, other)).toBe(0);
        expect(piece.from).toBeGreaterThanOrEqual(one.from);
        expect(piece.to).toBeLessThanOrEqual(one.to);
        if (length(one) > 0) expect(length(piece)).toBeGreaterThan(0);
      }
      const left = pieces.reduce((sum, piece) => sum + length(piece), 0);
      expect(left + overlapMs(one, other)).toBe(length(one));
      const [first, second] = pieces;
      if (first && second) expect(first.to).toBeLessThan(second.from);
    }),
  );
});
