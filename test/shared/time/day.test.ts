process.env.TZ = 'Europe/Oslo';

import { describe, expect, it } from 'vitest';
import { countedTwice, dayBounds, lengthOf, localDay, pieces, total } from '../../../shared/time/day.ts';
import { HOUR, local, MINUTE, timeEntry } from './entries.ts';

describe('dayBounds', () => {
  it.each([
    ['an ordinary day', '2026-11-19', 24],
    ['the day on which the clocks go forward', '2026-03-29', 23],
    ['the day on which they go back', '2026-10-25', 25],
    ['the last of a month', '2026-02-28', 24],
  ])('%s', (_, day, hours) => {
    const bounds = dayBounds(day);
    expect(lengthOf(bounds)).toBe(hours * HOUR);
    expect(localDay(bounds.from)).toBe(day);
    expect(localDay(bounds.to - 1)).toBe(day);
  });
});

describe('segments', () => {
  const bounds = dayBounds('2026-11-19');
  const now = local(19, 14, 48);

  it('cuts entries at midnight', () => {
    const [night, evening] = pieces(
      [timeEntry('b', local(19, 23), local(20, 1)), timeEntry('a', local(18, 22), local(19, 2))],
      bounds,
      now,
    );
    expect(night).toMatchObject({ from: bounds.from, to: local(19, 2) });
    expect(evening).toMatchObject({ from: local(19, 23), to: bounds.to });
  });

  it('extends the running entry to now, never backwards', () => {
    expect(pieces([timeEntry('a', local(19, 14, 6), null)], bounds, now)[0]).toMatchObject({ to: now });
    const [ahead] = pieces([timeEntry('a', now + MINUTE, null)], bounds, now);
    expect(ahead && lengthOf(ahead)).toBe(0);
  });

  it('gives an entry that ends before it starts no duration', () => {
    const [odd] = pieces([timeEntry('a', local(19, 10), local(19, 9))], bounds, now);
    expect(odd && lengthOf(odd)).toBe(0);
  });

  it('omits invalid dates', () => {
    expect(pieces([{ ...timeEntry('a', now, null), startTime: 'soon' }], bounds, now)).toEqual([]);
  });

  it('counts elapsed hours across a clock change', () => {
    const day = dayBounds('2026-10-25');
    const night = timeEntry('a', new Date(2026, 9, 25, 1).getTime(), new Date(2026, 9, 25, 4).getTime());
    expect(total(pieces([night], day, day.to))).toBe(4 * HOUR);
  });
});

describe('totals', () => {
  const span = (from: number, to: number) => ({ from: from * MINUTE, to: to * MINUTE });
  it.each([
    ['nothing', [], 0, 0],
    ['one after the other', [span(0, 60), span(60, 90)], 90, 0],
    ['a partial overlap', [span(0, 60), span(45, 90)], 105, 15],
    ['one inside another', [span(0, 60), span(10, 20)], 70, 10],
    ['three at once', [span(0, 60), span(0, 60), span(0, 60)], 180, 120],
    ['a long one under two short ones', [span(0, 100), span(10, 20), span(90, 120)], 140, 20],
  ])('%s', (_, spans, minutes, twice) => {
    expect(total(spans)).toBe(minutes * MINUTE);
    expect(countedTwice(spans)).toBe(twice * MINUTE);
  });
});
