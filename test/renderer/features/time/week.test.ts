process.env.TZ = 'Europe/Oslo';

import { expect, it } from 'vitest';
import { barHeight, weekView } from '../../../../renderer/features/time/week.ts';
import type { WeekTotals } from '../../../../shared/contract/index.ts';
import { HOUR, local, MINUTE, timeEntry } from '../../../shared/time/entries.ts';

const hours = [7, 6, 8, 2, 0, 0, 0];
const week: WeekTotals = {
  days: hours.map((count, index) => ({ day: `2026-11-${16 + index}`, ms: count * HOUR })),
  projects: [
    { name: 'Website', ms: 13 * HOUR },
    { name: 'Payments', ms: 10 * HOUR },
  ],
  tasks: [],
  totalMs: 23 * HOUR,
};
const now = local(19, 14);

it('leaves the week unchanged without a running entry', () => {
  const { days, projects, totalMs } = weekView(week, null, now);
  expect(days.map(({ ms }) => ms / HOUR)).toEqual(hours);
  expect(days.map(({ height }) => height)).toEqual([47, 41, 54, 14, 2, 2, 2]);
  expect(projects.map(({ name, percent }) => [name, percent])).toEqual([
    ['Website', 57],
    ['Payments', 43],
  ]);
  expect(totalMs).toBe(23 * HOUR);
});

it('adds the running entry to its day, its project and the total', () => {
  const { days, projects, totalMs } = weekView(week, timeEntry('a', local(19, 10), null), now);
  expect(days[3]?.ms).toBe(6 * HOUR);
  expect(projects[0]).toEqual({ name: 'Payments', ms: 14 * HOUR, share: 1, percent: 52 });
  expect(totalMs).toBe(27 * HOUR);
});

it('divides the running entry at midnight and at the start of the week', () => {
  const sinceYesterday = weekView(week, timeEntry('a', local(18, 23), null), local(19, 1));
  expect(sinceYesterday.days.map(({ ms }) => ms / HOUR)).toEqual([7, 6, 9, 3, 0, 0, 0]);
  const sinceLastWeek = weekView(week, timeEntry('a', local(15, 22), null), local(16, 1));
  expect(sinceLastWeek.days[0]?.ms).toBe(8 * HOUR);
  expect(sinceLastWeek.totalMs).toBe(24 * HOUR);
});

it('lists a project that only the running entry has', () => {
  const empty: WeekTotals = { ...week, days: week.days.map(({ day }) => ({ day, ms: 0 })), projects: [], totalMs: 0 };
  const { projects } = weekView(empty, timeEntry('a', now - 30 * MINUTE, null), now);
  expect(projects).toEqual([{ name: 'Payments', ms: 30 * MINUTE, share: 1, percent: 100 }]);
  expect(weekView(empty, null, now).projects).toEqual([]);
});

it.each([
  [0, 8, 2],
  [0.01, 8, 3],
  [4, 8, 27],
  [8, 8, 54],
  [0, 0, 2],
])('a bar of %d of %d is %d px', (ms, most, height) => {
  expect(barHeight(ms, most)).toBe(height);
});

it('lists the tasks with the running one, longest first', () => {
  const one = timeEntry('a', local(19, 10), null);
  const other = { ...one.task, taskId: 'other', identifier: 'WEB-1' };
  const tasks = [
    { task: other, ms: 13 * HOUR },
    { task: one.task, ms: 10 * HOUR },
  ];
  const { tasks: shown } = weekView({ ...week, tasks }, one, now);
  expect(shown.map(({ task, ms, percent }) => [task.identifier, ms / HOUR, percent])).toEqual([
    [one.task.identifier, 14, 52],
    ['WEB-1', 13, 48],
  ]);
  expect(weekView({ ...week, tasks }, null, now).tasks[0]?.task).toEqual(other);
});
