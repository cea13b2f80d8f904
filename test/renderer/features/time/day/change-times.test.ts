import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Change,
  dragged,
  drawn,
  edgesOf,
  type Limits,
  snap,
  stepOf,
  stepped,
} from '../../../../../renderer/features/time/day/change-times.ts';
import { HOUR_HEIGHTS } from '../../../../../renderer/features/time/day/hours.ts';
import { dayBounds, pieces } from '../../../../../shared/time/day.ts';
import { HOUR, local, MINUTE, timeEntry } from '../../../../shared/time/entries.ts';

const at = (hour: number, minute = 0) => local(19, hour, minute);
const LIMITS: Limits = { bounds: dayBounds('2026-11-19'), now: at(18), edges: [], hourHeight: 48 };
const TIMES = { start: at(9), end: at(10) };
const SECONDS = 23_000;

describe('snapping', () => {
  it('goes to five minutes, and to one minute at 144 px an hour', () => {
    expect(HOUR_HEIGHTS.map((height) => stepOf(height) / MINUTE)).toEqual([5, 5, 5, 5, 1]);
    expect(snap(at(9, 7), LIMITS, false)).toBe(at(9, 5));
    expect(snap(at(9, 7) + SECONDS, { ...LIMITS, hourHeight: 144 }, false)).toBe(at(9, 7));
  });

  it('prefers the edge of another entry, to the second', () => {
    const edges = [at(9, 7) + SECONDS];
    expect(snap(at(9, 4), { ...LIMITS, edges }, false)).toBe(at(9, 7) + SECONDS);
    expect(snap(at(9, 1), { ...LIMITS, edges }, false)).toBe(at(9));
  });

  it('reaches an edge over fewer minutes when zoomed in', () => {
    const edges = [at(9, 7)];
    expect(snap(at(9, 3), { ...LIMITS, edges, hourHeight: 144 }, false)).toBe(at(9, 3));
  });

  it('is off with Alt: every minute is possible', () => {
    expect(snap(at(9, 3) + SECONDS, { ...LIMITS, edges: [at(9, 4)] }, true)).toBe(at(9, 3));
  });

  it('knows the edges of the other entries only', () => {
    const day = pieces([timeEntry('a', at(9), at(10)), timeEntry('b', at(10), at(11))], LIMITS.bounds, at(18));
    expect(edgesOf(day, 'a')).toEqual([at(10), at(11)]);
    expect(edgesOf(day, null)).toEqual([at(9), at(10), at(11)]);
  });
});

describe('dragging', () => {
  it('moves both ends and keeps the length, seconds included', () => {
    const times = { start: at(9), end: at(10) + SECONDS };
    expect(dragged('move', times, 32 * MINUTE, LIMITS, false)).toEqual({ start: at(9, 30), end: at(10, 30) + SECONDS });
  });

  it('moves against a neighbour with either end', () => {
    const limits = { ...LIMITS, edges: [at(11, 2), at(12, 58)] };
    expect(dragged('move', TIMES, 125 * MINUTE, limits, false)).toEqual({ start: at(11, 2), end: at(12, 2) });
    expect(dragged('move', TIMES, 176 * MINUTE, limits, false)).toEqual({ start: at(11, 58), end: at(12, 58) });
  });

  it('resizes one end and leaves at least a minute', () => {
    expect(dragged('end', TIMES, 15 * MINUTE, LIMITS, false)).toEqual({ start: at(9), end: at(10, 15) });
    expect(dragged('start', TIMES, -15 * MINUTE, LIMITS, false)).toEqual({ start: at(8, 45), end: at(10) });
    expect(dragged('end', TIMES, -5 * HOUR, LIMITS, false)).toEqual({ start: at(9), end: at(9, 1) });
    expect(dragged('start', TIMES, 5 * HOUR, LIMITS, false)).toEqual({ start: at(9, 59), end: at(10) });
  });

  it('never reaches the future', () => {
    expect(dragged('move', TIMES, 20 * HOUR, LIMITS, false)).toEqual({ start: at(17), end: at(18) });
    expect(dragged('end', TIMES, 20 * HOUR, LIMITS, false)).toEqual({ start: at(9), end: at(18) });
  });

  it('stays on the day, and leaves an end on another day where it is', () => {
    const limits = { ...LIMITS, now: local(21, 9) };
    expect(dragged('move', TIMES, -20 * HOUR, limits, false)).toEqual({ start: at(0), end: at(1) });
    const night = { start: local(18, 23), end: at(1) };
    expect(dragged('end', night, HOUR, limits, false)).toEqual({ start: local(18, 23), end: at(2) });
    expect(dragged('move', night, -5 * HOUR, limits, false).end).toBe(at(0, 1));
  });

  it('moves only the start of a running entry', () => {
    const running = { start: at(17), end: null };
    expect(dragged('move', running, HOUR, LIMITS, false)).toBe(running);
    expect(dragged('end', running, HOUR, LIMITS, false)).toBe(running);
    expect(dragged('start', running, -HOUR, LIMITS, false)).toEqual({ start: at(16), end: null });
    expect(dragged('start', running, 5 * HOUR, LIMITS, false)).toEqual({ start: at(17, 59), end: null });
  });
});

describe('keys', () => {
  const uneven = { start: at(9, 2), end: at(10, 7) };
  it('go to the next step', () => {
    expect(stepped('end', uneven, 1, LIMITS).end).toBe(at(10, 10));
    expect(stepped('end', uneven, -1, LIMITS).end).toBe(at(10, 5));
    expect(stepped('start', uneven, -1, LIMITS).start).toBe(at(9));
    expect(stepped('move', uneven, 1, LIMITS)).toEqual({ start: at(9, 5), end: at(10, 10) });
    expect(stepped('end', uneven, 1, { ...LIMITS, hourHeight: 144 }).end).toBe(at(10, 8));
  });

  it('stop at another entry on the way', () => {
    const limits = { ...LIMITS, edges: [at(10, 8)] };
    expect(stepped('end', uneven, 1, limits).end).toBe(at(10, 8));
    expect(stepped('move', uneven, 1, limits)).toEqual({ start: at(9, 3), end: at(10, 8) });
    expect(stepped('end', { ...uneven, end: at(10, 8) }, 1, limits).end).toBe(at(10, 10));
  });
});

describe('drawing a new entry', () => {
  it('works in both directions', () => {
    const span = { from: at(12, 15), to: at(12, 45) };
    expect(drawn(at(12, 14), at(12, 46), LIMITS, false)).toEqual(span);
    expect(drawn(at(12, 46), at(12, 14), LIMITS, false)).toEqual(span);
  });

  it('takes the edges of a gap', () => {
    const limits = { ...LIMITS, edges: [at(12, 8), at(12, 58)] };
    expect(drawn(at(12, 11), at(12, 56), limits, false)).toEqual({ from: at(12, 8), to: at(12, 58) });
    expect(drawn(at(12, 11), at(12, 56), limits, true)).toEqual({ from: at(12, 11), to: at(12, 56) });
  });

  it('is nothing below a minute or in the future', () => {
    expect(drawn(at(12), at(12, 1), LIMITS, false)).toBeNull();
    expect(drawn(at(19), at(20), LIMITS, false)).toBeNull();
    expect(drawn(at(17), at(20), LIMITS, false)).toEqual({ from: at(17), to: at(18) });
  });
});

it('whatever is dragged or pressed, an entry stays in the past, on its day, and at least a minute long', () => {
  const minute = fc.integer({ min: 0, max: 17 * 60 });
  const changes = fc.constantFrom<Change>('move', 'start', 'end');
  fc.assert(
    fc.property(
      changes,
      minute,
      fc.integer({ min: 1, max: 60 }),
      fc.integer({ min: -2000, max: 2000 }),
      fc.array(minute, { maxLength: 8 }),
      fc.constantFrom(...HOUR_HEIGHTS),
      fc.boolean(),
      (change, from, length, by, edges, hourHeight, isExact) => {
        const times = { start: at(0, from), end: at(0, from + length) };
        const limits = { ...LIMITS, hourHeight, edges: edges.map((edge) => at(0, edge)) };
        const after = [
          dragged(change, times, by * MINUTE, limits, isExact),
          stepped(change, times, by < 0 ? -1 : 1, limits),
        ];
        for (const { start, end } of after) {
          expect(start).toBeGreaterThanOrEqual(LIMITS.bounds.from);
          expect(end).toBeLessThanOrEqual(LIMITS.now);
          expect((end ?? 0) - start).toBeGreaterThanOrEqual(MINUTE);
          if (change === 'move') expect((end ?? 0) - start).toBe(length * MINUTE);
        }
      },
    ),
  );
});
