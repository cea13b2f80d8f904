/** The timesheet: rows, columns and totals. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Rounding, TimeRules } from '../../../shared/contract/time-rules.ts';
import type { TimesheetCell, TimesheetTask, TimesheetView } from '../../../shared/contract/timesheet.ts';
import { dayAfter, dayBounds, localDay } from '../../../shared/time/day.ts';
import { DEFAULT_TIME_RULES } from '../../../shared/time/default-rules.ts';
import { partsByDay } from '../../../shared/time/parts-by-day.ts';
import { type Amount, changesSince, sumAccount, sumTimesheet, withRunning } from '../../../shared/time/timesheet.ts';
import { inZone, ZONES } from '../tasks/zone.ts';
import { HOUR, local, MINUTE } from './entries.ts';

const MONDAY = '2026-11-09';
const task = (identifier: string, projectId = 'pay', labels: string[] = []): TimesheetTask => ({
  task: {
    taskId: identifier,
    identifier,
    title: identifier,
    projectId,
    projectName: projectId === 'pay' ? 'Payments' : 'Website',
  },
  labels,
});
const cell = (taskId: string, day: number, minutes: number): TimesheetCell => ({
  taskId,
  day: dayAfter(MONDAY, day),
  ms: minutes * MINUTE,
  entries: 1,
});
const RULES: TimeRules = {
  ...DEFAULT_TIME_RULES,
  rounding: { mode: 'nearest', minutes: 15, per: 'task' },
  daysOff: { '2026-11-13': 'Friday off' },
  billableLabels: { internal: false },
  projects: { pay: { name: 'Payments', isBillable: true, rate: null, hue: null } },
};
const WEEK: TimesheetView = {
  from: MONDAY,
  to: '2026-11-15',
  tasks: [task('PAY-141'), task('PAY-9', 'pay', ['internal']), task('WEB-59', 'web')],
  cells: [cell('PAY-141', 0, 118), cell('PAY-141', 1, 61), cell('PAY-9', 0, 72), cell('WEB-59', 5, 46)],
  tracked: [],
};
const inMinutes = ({ exact, rounded }: Amount) => [exact / MINUTE, rounded / MINUTE];

describe('a week', () => {
  const timesheet = sumTimesheet(WEEK, RULES);

  test('has projects by name, and their tasks by identifier', () => {
    expect(
      timesheet.projects.map(({ project, tasks }) => [project.projectName, ...tasks.map((row) => row.task.identifier)]),
    ).toEqual([
      ['Payments', 'PAY-9', 'PAY-141'],
      ['Website', 'WEB-59'],
    ]);
  });

  test('has a cell per task and day, exact and rounded, and totals of rounded cells', () => {
    const [payments] = timesheet.projects;
    expect(payments?.tasks[1]?.cells.slice(0, 3).map(inMinutes)).toEqual([
      [118, 120],
      [61, 60],
      [0, 0],
    ]);
    expect(payments?.cells.slice(0, 2).map(inMinutes)).toEqual([
      [190, 195],
      [61, 60],
    ]);
    expect([payments?.total, timesheet.total].map((amount) => amount && inMinutes(amount))).toEqual([
      [251, 255],
      [297, 300],
    ]);
  });

  test('says what is billable, by project and label', () => {
    expect(timesheet.projects.map(({ billable }) => billable)).toEqual(['some', 'none']);
    expect([timesheet.billable, timesheet.notBillable].map(inMinutes)).toEqual([
      [179, 180],
      [118, 120],
    ]);
  });

  test('compares exact time with the target of each day and of the week; a day off has none', () => {
    expect(timesheet.days.map(({ difference }) => difference && difference / MINUTE)).toEqual([
      190 - 480,
      61 - 480,
      -480,
      -480,
      0,
      46,
      0,
    ]);
    expect(timesheet.days.map(({ dayOff }) => dayOff)).toEqual([null, null, null, null, 'Friday off', null, null]);
    expect([timesheet.target, timesheet.difference]).toEqual([32 * HOUR, 297 * MINUTE - 32 * HOUR]);
  });

  test('without targets says nothing about them', () => {
    const free = sumTimesheet(WEEK, { ...RULES, targets: { ...RULES.targets, on: false } });
    expect([free.target, free.difference, free.days[0]?.target, free.days[0]?.difference]).toEqual([
      null,
      null,
      null,
      null,
    ]);
  });

  test('without entries has no rows and no time', () => {
    const empty = sumTimesheet({ ...WEEK, tasks: [], cells: [] }, RULES);
    expect([empty.projects, inMinutes(empty.total), empty.days.length]).toEqual([[], [0, 0], 7]);
  });

  test('shows a task without time as an empty row', () => {
    const copied = sumTimesheet({ ...WEEK, cells: [] }, RULES);
    expect(copied.projects.flatMap(({ tasks }) => tasks.map(({ total }) => inMinutes(total)))).toEqual([
      [0, 0],
      [0, 0],
      [0, 0],
    ]);
  });

  test('guesses no project where several have that name, or an entry has none', () => {
    const named = (id: string, projectName: string, projectId?: string): TimesheetTask => ({
      task: { taskId: id, identifier: id, title: id, projectName, ...(projectId && { projectId }) },
      labels: [],
    });
    const tasks = [
      named('a', 'Website', 'web'),
      named('b', 'Website', 'shop'),
      named('c', 'Website'),
      named('d', '', 'nameless'),
      named('e', ''),
    ];
    const keys = sumTimesheet({ ...WEEK, tasks, cells: [] }, RULES).projects.map(({ key, tasks }) => [
      key,
      ...tasks.map(({ task }) => task.taskId),
    ]);
    expect(keys.sort()).toEqual([
      ['', 'e'],
      ['Website', 'c'],
      ['nameless', 'd'],
      ['shop', 'b'],
      ['web', 'a'],
    ]);
  });

  test('puts entries stored without a project id under the project of that name', () => {
    const old = { task: { taskId: 'x', identifier: 'PAY-1', title: '', projectName: 'Payments' }, labels: [] };
    const vanished = { task: { taskId: 'y', identifier: 'OLD-1', title: '', projectName: 'Old shop' }, labels: [] };
    const rows = sumTimesheet({ ...WEEK, tasks: [old, ...WEEK.tasks, vanished] }, RULES).projects;
    expect(rows.map(({ key, tasks }) => [key, tasks.length])).toEqual([
      ['Old shop', 1],
      ['pay', 3],
      ['web', 1],
    ]);
  });

  test('ignores cells outside of the period', () => {
    expect(
      inMinutes(sumTimesheet({ ...WEEK, cells: [cell('PAY-9', 7, 60), cell('PAY-9', -1, 60)] }, RULES).total),
    ).toEqual([0, 0]);
  });
});

test('every total is the sum of its parts, exact and rounded, whatever the rules are', () => {
  const rounding = fc.record<Rounding>({
    mode: fc.constantFrom('none', 'nearest', 'up', 'down'),
    minutes: fc.integer({ min: 1, max: 60 }),
    per: fc.constantFrom('task', 'project'),
  });
  const length = fc.integer({ min: 0, max: 10 * HOUR });
  const tasks = WEEK.tasks.map((one) => one.task.taskId);
  const lengths = fc.array(length, { minLength: 21, maxLength: 21 });
  const sum = (amounts: readonly Amount[]): Amount => ({
    exact: amounts.reduce((all, { exact }) => all + exact, 0),
    rounded: amounts.reduce((all, { rounded }) => all + rounded, 0),
  });
  fc.assert(
    fc.property(lengths, rounding, (ms, rule) => {
      const cells = ms.map((value, index) => ({ ...cell(tasks[index % 3] ?? '', index % 7, 0), ms: value }));
      const timesheet = sumTimesheet({ ...WEEK, cells }, { ...RULES, rounding: rule });
      const rows = timesheet.projects.flatMap((project) => project.tasks);
      expect(timesheet.total).toMatchObject(sum(timesheet.days));
      expect(timesheet.total).toEqual(sum(timesheet.projects.map(({ total }) => total)));
      expect(timesheet.total).toEqual(sum(rows.map(({ total }) => total)));
      expect(timesheet.total).toEqual(sum([timesheet.billable, timesheet.notBillable]));
      for (const row of rows) expect(row.total).toEqual(sum(row.cells));
      for (const [index, day] of timesheet.days.entries()) {
        expect(sum(timesheet.projects.flatMap((project) => project.cells[index] ?? []))).toEqual(sum([day]));
      }
    }),
  );
});

describe('an entry is cut at local midnights', () => {
  test.each(ZONES)('in %s: its parts are as long as the entry', (zone) => {
    inZone(zone);
    const start = fc.integer({ min: Date.UTC(2026, 0, 1), max: Date.UTC(2026, 11, 31) });
    fc.assert(
      fc.property(start, fc.integer({ min: 0, max: 80 * HOUR }), (at, length) => {
        const parts = partsByDay(at, at + length);
        expect(parts.reduce((sum, { from, to }) => sum + to - from, 0)).toBe(length);
        expect(parts[0]?.from).toBe(at);
        for (const { day, from, to } of parts) {
          expect(localDay(from)).toBe(day);
          expect(to <= dayBounds(day).to).toBe(true);
          if (length > 0) expect(to > from).toBe(true);
        }
      }),
    );
  });
});

describe('the running timer', () => {
  const running = { task: task('PAY-9').task, startTime: new Date(local(9, 23)).toISOString() };

  test('adds to the cells of its days', () => {
    const view = withRunning(WEEK, running, local(10, 1));
    const cells = view.cells.filter(({ taskId }) => taskId === 'PAY-9');
    expect(cells.map(({ day, ms, entries }) => [day, ms / MINUTE, entries])).toEqual([
      ['2026-11-09', 72 + 60, 2],
      ['2026-11-10', 60, 1],
    ]);
    expect(view.tasks).toBe(WEEK.tasks);
  });

  test('brings its task, with labels, if nothing else was tracked on it', () => {
    const view = withRunning({ ...WEEK, tasks: [], cells: [] }, running, local(9, 23, 30), ['internal']);
    expect(view.tasks).toEqual([{ task: running.task, labels: ['internal'] }]);
    expect(view.cells).toHaveLength(1);
  });

  test('changes nothing in another week, or if none runs', () => {
    expect(withRunning(WEEK, { ...running, startTime: new Date(local(16, 9)).toISOString() }, local(16, 10))).toBe(
      WEEK,
    );
    expect(withRunning(WEEK, null, local(9, 10))).toBe(WEEK);
  });

  test('that begins in the future, because the clock was set back, counts nothing', () => {
    expect(withRunning(WEEK, running, local(9, 22)).cells.find(({ taskId }) => taskId === 'PAY-9')?.ms).toBe(
      72 * MINUTE,
    );
  });
});

test('tasks, projects and the running timer of two accounts with the same ids are told apart', () => {
  const of = (accountId: string) => ({ ...task('PAY-9'), task: { ...task('PAY-9').task, accountId } });
  const both = {
    ...WEEK,
    tasks: [of('ada'), of('bob')],
    cells: [
      { ...cell('PAY-9', 0, 60), accountId: 'ada' },
      { ...cell('PAY-9', 0, 30), accountId: 'bob' },
    ],
  };
  const running = { task: of('bob').task, startTime: new Date(local(9, 20)).toISOString() };
  const { projects, total } = sumTimesheet(withRunning(both, running, local(9, 20, 15)), RULES);
  expect(projects.map(({ project, tasks, total }) => [project.accountId, tasks.length, total.exact / MINUTE])).toEqual([
    ['ada', 1, 60],
    ['bob', 1, 45],
  ]);
  expect(total.exact / MINUTE).toBe(105);

  const targets = { ...RULES.targets, on: true };
  const ofBob = sumAccount(both, { ...RULES, targets }, 'bob');
  expect([ofBob.projects.map(({ project }) => project.accountId), ofBob.total.exact / MINUTE]).toEqual([['bob'], 30]);
  // They are those of all accounts.
  expect([ofBob.target, ofBob.days.map(({ target }) => target)]).toEqual([null, Array(7).fill(null)]);
  expect(sumAccount(both, { ...RULES, targets }, null)).toEqual(sumTimesheet(both, { ...RULES, targets }));
});

test('what changed since a week was closed: other lengths, new and vanished cells', () => {
  const closed = (taskId: string, day: number, minutes: number) => ({
    taskId,
    identifier: taskId,
    title: taskId,
    projectName: 'Payments',
    day: dayAfter(MONDAY, day),
    ms: minutes * MINUTE,
  });
  const was = [closed('PAY-1', 0, 60), closed('PAY-2', 0, 60), closed('PAY-3', 1, 60)];
  const is = [closed('PAY-1', 0, 60), closed('PAY-2', 0, 80), closed('PAY-4', 0, 10)];
  expect(changesSince(was, is).map(({ identifier, wasMs, ms }) => [identifier, wasMs / MINUTE, ms / MINUTE])).toEqual([
    ['PAY-2', 60, 80],
    ['PAY-4', 0, 10],
    ['PAY-3', 60, 0],
  ]);
  expect(changesSince(was, was)).toEqual([]);
});
