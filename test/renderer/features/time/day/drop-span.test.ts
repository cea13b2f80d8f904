import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dropSpan } from '../../../../../renderer/features/time/day/use-task-drop.ts';
import { dayBounds, pieces } from '../../../../../shared/time/day.ts';
import { local, MINUTE, timeEntry } from '../../../../shared/time/entries.ts';

const bounds = dayBounds('2026-11-19');
const NOW = local(19, 15);
const MORNING = timeEntry('a', local(19, 9), local(19, 10));
const NOON = timeEntry('b', local(19, 11, 12), local(19, 12));

const drop = (at: number, entries = [MORNING, NOON], isExact = false, now = NOW) =>
  dropSpan(at, pieces(entries, bounds, now), { bounds, now, hourHeight: 48 }, isExact);

describe('the time of a task that is dropped on the day', () => {
  it('is the whole gap', () => {
    expect(drop(local(19, 10, 50))).toEqual({ from: local(19, 10), to: local(19, 11, 12) });
  });

  it('is half an hour outside a gap, from the next step or from the end of an entry nearby', () => {
    expect(drop(local(19, 13, 4))).toEqual({ from: local(19, 13, 5), to: local(19, 13, 35) });
    expect(drop(local(19, 12, 2))).toEqual({ from: local(19, 12), to: local(19, 12, 30) });
    expect(drop(local(19, 13, 4), [])).toEqual({ from: local(19, 13, 5), to: local(19, 13, 35) });
  });

  it('is half an hour from the minute with Alt, in a gap as well', () => {
    expect(drop(local(19, 10, 3), undefined, true)).toEqual({ from: local(19, 10, 3), to: local(19, 10, 33) });
  });

  it('ends where the next entry begins', () => {
    expect(drop(local(19, 8, 40))).toEqual({ from: local(19, 8, 40), to: local(19, 9) });
  });

  it('ends now at the latest, and is none in the future', () => {
    expect(drop(local(19, 14, 50))).toEqual({ from: local(19, 14, 30), to: NOW });
    expect(drop(local(19, 15, 1))).toBeNull();
    expect(drop(bounds.from + 30_000, [], false, bounds.from + 45_000)).toBeNull();
  });

  it('lies within the day and the past', () => {
    const minute = fc.integer({ min: 0, max: 24 * 60 - 1 });
    const entry = fc.tuple(minute, fc.integer({ min: 1, max: 240 }));
    fc.assert(
      fc.property(minute, minute, fc.array(entry, { maxLength: 6 }), fc.boolean(), (at, present, spans, isExact) => {
        const now = bounds.from + present * MINUTE;
        const entries = spans.map(([from, length], index) =>
          timeEntry(
            `${index}`,
            bounds.from + from * MINUTE,
            Math.min(bounds.to, bounds.from + (from + length) * MINUTE),
          ),
        );
        const span = drop(bounds.from + at * MINUTE, entries, isExact, now);
        if (span === null) return at >= present;
        return span.from >= bounds.from && span.to <= now && span.to > span.from;
      }),
    );
  });
});
