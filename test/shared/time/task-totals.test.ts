import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dayBounds, pieces, total } from '../../../shared/time/day.ts';
import { taskTotals } from '../../../shared/time/task-totals.ts';
import { HOUR, local, MINUTE, timeEntry } from './entries.ts';

const DAY = '2026-11-19';

test('adds the entries of each task, cut to the day, the running one until now', () => {
  const task = timeEntry('a', 0, 0).task;
  const totals = taskTotals(
    [
      { ...timeEntry('night', local(18, 23), local(19, 1)), task },
      timeEntry('b', local(19, 9), local(19, 9, 30)),
      { ...timeEntry('live', local(19, 13), null), task },
    ],
    DAY,
    local(19, 14),
  );
  expect([...totals]).toEqual([
    ['task a', 2 * HOUR],
    ['task b', 30 * MINUTE],
  ]);
  expect(taskTotals([timeEntry('b', local(19, 9), local(19, 10))], '', local(19, 14)).size).toBe(0);
});

test('together the tasks took as long as the day', () => {
  const minutes = fc.integer({ min: -600, max: 2_000 });
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c'), minutes, fc.nat(300)), { maxLength: 20 }), (all) => {
      const entries = all.map(([id, from, length]) => {
        const start = local(19, 0) + from * MINUTE;
        return timeEntry(id, start, start + length * MINUTE);
      });
      const now = local(19, 14);
      const sum = [...taskTotals(entries, DAY, now).values()].reduce((so, one) => so + one, 0);
      expect(sum).toBe(total(pieces(entries, dayBounds(DAY), now)));
    }),
  );
});
