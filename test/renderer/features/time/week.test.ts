process.env.TZ = 'Europe/Oslo';

import { expect, it } from 'vitest';
import { barHeight, projectShares, taskShares } from '../../../../renderer/features/time/week.ts';
import type { EntryView } from '../../../../shared/contract/index.ts';
import { DEFAULT_TIME_RULES } from '../../../../shared/time/default-rules.ts';
import { sumTimesheet, type Timesheet, withRunning } from '../../../../shared/time/timesheet.ts';
import { HOUR, local, MINUTE, timeEntry } from '../../../shared/time/entries.ts';
import { timesheetOf } from '../../../shared/time/timesheets.ts';

const now = local(19, 14);

/** An entry on one task of a project, on a day of November. */
function tracked(day: number, hours: number, projectName: string, id = projectName): EntryView {
  const entry = timeEntry(id, local(day, 8), local(day, 8) + hours * HOUR);
  return { ...entry, task: { ...entry.task, projectName } };
}
const ENTRIES = [tracked(16, 7, 'Website'), tracked(17, 6, 'Website'), tracked(18, 10, 'Payments')];

function week(entries: readonly EntryView[], running: EntryView | null = null, at = now): Timesheet {
  return sumTimesheet(withRunning(timesheetOf(entries, '2026-11-16', '2026-11-22'), running, at), DEFAULT_TIME_RULES);
}
const projects = (timesheet: Timesheet) =>
  projectShares(timesheet, {}).map(({ name, ms, percent }) => [name, ms / HOUR, percent]);
const hours = (timesheet: Timesheet) => timesheet.days.map(({ exact }) => exact / HOUR);

it('shares the week among its projects, longest first', () => {
  const timesheet = week(ENTRIES);
  expect(hours(timesheet)).toEqual([7, 6, 10, 0, 0, 0, 0]);
  expect(projects(timesheet)).toEqual([
    ['Website', 13, 57],
    ['Payments', 10, 43],
  ]);
  expect(timesheet.total.exact).toBe(23 * HOUR);
});

it('adds the running entry to its day, its project and the total', () => {
  const timesheet = week(ENTRIES, timeEntry('a', local(19, 10), null));
  expect(timesheet.days[3]?.exact).toBe(4 * HOUR);
  expect(projectShares(timesheet, {})[0]).toMatchObject({ name: 'Payments', ms: 14 * HOUR, share: 1, percent: 52 });
  expect(timesheet.total.exact).toBe(27 * HOUR);
});

it('divides the running entry at midnight and at the start of the week', () => {
  const sinceYesterday = week(ENTRIES, timeEntry('a', local(18, 23), null), local(19, 1));
  expect(hours(sinceYesterday)).toEqual([7, 6, 11, 1, 0, 0, 0]);
  const sinceLastWeek = week(ENTRIES, timeEntry('a', local(15, 22), null), local(16, 1));
  expect(sinceLastWeek.days[0]?.exact).toBe(8 * HOUR);
  expect(sinceLastWeek.total.exact).toBe(24 * HOUR);
});

it('lists a project that only the running entry has', () => {
  expect(projects(week([], timeEntry('a', now - 30 * MINUTE, null)))).toEqual([['Payments', 0.5, 100]]);
  expect(projects(week([]))).toEqual([]);
});

it('gives a project the colour that the person picked', () => {
  const rules = { Website: { name: 'Website', isBillable: false, rate: null, hue: 'violet' as const } };
  expect(projectShares(week(ENTRIES), rules)[0]).toMatchObject({ key: 'Website', tint: 'violet' });
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
  const entries = [tracked(16, 13, 'Website', 'web'), { ...tracked(17, 10, 'Payments'), task: one.task }];
  const named = (running: EntryView | null) =>
    taskShares(week(entries, running)).map(({ id, ms, percent }) => [id, ms / HOUR, percent]);
  expect(named(one)).toEqual([
    ['A', 14, 52],
    ['WEB', 13, 48],
  ]);
  expect(named(null)[0]?.[0]).toBe('WEB');
});
