process.env.TZ = 'Europe/Oslo';

import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { EntryView } from '../../../shared/contract/index.ts';
import { dayBounds, pieces } from '../../../shared/time/day.ts';
import { suggestTimes } from '../../../shared/time/suggest-times.ts';
import { local, MINUTE, timeEntry } from './entries.ts';

const bounds = dayBounds('2026-11-19');
const now = local(19, 14, 48);
const suggest = (entries: Parameters<typeof pieces<EntryView>>[0], at = now) =>
  suggestTimes(pieces(entries, bounds, at), bounds, at);

it.each([
  ['since the last entry', [timeEntry('a', local(19, 9), local(19, 12))], local(19, 12), now],
  [
    'between the last entry and the running one',
    [timeEntry('a', local(19, 9), local(19, 12)), timeEntry('b', local(19, 14), null)],
    local(19, 12),
    local(19, 14),
  ],
  ['half an hour if there is no gap', [timeEntry('a', local(19, 9), now - MINUTE)], now - 30 * MINUTE, now],
  ['half an hour on an empty day', [], now - 30 * MINUTE, now],
])('%s', (_, entries, from, to) => {
  expect(suggest(entries)).toEqual({ from, to });
});

it('suggests the morning of a past day, or the time after its last entry', () => {
  const later = local(20, 10);
  expect(suggest([], later)).toEqual({ from: local(19, 9), to: local(19, 9, 30) });
  expect(suggest([timeEntry('a', local(19, 8), local(19, 16))], later)).toEqual({
    from: local(19, 16),
    to: local(19, 16, 30),
  });
});

it.each(['2026-03-29', '2026-10-25'])('begins at nine on %s, too, when the clock changes in the night', (day) => {
  const changed = dayBounds(day);
  expect(new Date(suggestTimes([], changed, now).from).getHours()).toBe(9);
});

it('does not suggest the night after work across midnight', () => {
  const night = [timeEntry('a', local(18, 22), local(19, 0, 30))];
  expect(suggest(night, local(19, 9, 15))).toEqual({ from: local(19, 8, 45), to: local(19, 9, 15) });
  expect(suggest(night, local(19, 2))).toEqual({ from: local(19, 0, 30), to: local(19, 2) });
  expect(suggest(night, local(20, 10))).toEqual({ from: local(19, 9), to: local(19, 9, 30) });
});

it('stays within the day and before now', () => {
  const minute = fc.integer({ min: -600, max: 2000 });
  fc.assert(
    fc.property(fc.array(fc.tuple(minute, minute)), fc.integer({ min: 0, max: 3000 }), (ranges, at) => {
      const instant = bounds.from + at * MINUTE;
      const entries = ranges
        .map(([from, to], index) => timeEntry(String(index), bounds.from + from * MINUTE, bounds.from + to * MINUTE))
        .filter(({ endTime }) => endTime !== null && Date.parse(endTime) <= instant);
      const { from, to } = suggest(entries, instant);
      expect(from).toBeGreaterThanOrEqual(bounds.from);
      expect(to).toBeGreaterThanOrEqual(from);
      expect(to).toBeLessThanOrEqual(Math.min(instant, bounds.to));
    }),
  );
});
