/** What a report counts: time and amounts by project, task and day. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ReportSwitches, Rounding, TimeRules } from '../../../shared/contract/time-rules.ts';
import type { TimesheetCell, TimesheetTask } from '../../../shared/contract/timesheet.ts';
import { fractionDigits } from '../../../shared/time/billable.ts';
import { dayAfter } from '../../../shared/time/day.ts';
import { DEFAULT_REPORT, DEFAULT_TIME_RULES } from '../../../shared/time/default-rules.ts';
import { type Report, report, reportSwitches, shareMoney } from '../../../shared/time/report.ts';
import { sumTimesheet } from '../../../shared/time/timesheet.ts';
import { HOUR, MINUTE } from './entries.ts';

const MONDAY = '2026-11-09';
const task = (identifier: string, projectId: string, labels: string[] = []): TimesheetTask => ({
  task: { taskId: identifier, identifier, title: identifier, projectId, projectName: projectId.toUpperCase() },
  labels,
});
const cell = (taskId: string, day: number, ms: number, entries = 1): TimesheetCell => ({
  taskId,
  day: dayAfter(MONDAY, day),
  ms,
  entries,
});
const VIEW = {
  from: MONDAY,
  to: dayAfter(MONDAY, 6),
  tasks: [task('PAY-132', 'pay'), task('PAY-133', 'pay'), task('PAY-9', 'pay', ['internal']), task('WEB-1', 'web')],
  cells: [
    cell('PAY-132', 0, 133 * MINUTE),
    cell('PAY-132', 1, 92 * MINUTE, 2),
    cell('PAY-133', 1, 47 * MINUTE),
    cell('PAY-9', 0, 31 * MINUTE),
    cell('WEB-1', 4, 62 * MINUTE),
  ],
};
const EUR = (amount: number) => ({ amount, currency: 'EUR' });
const rulesWith = (switches: Partial<ReportSwitches> = {}, changed: Partial<TimeRules> = {}): TimeRules => ({
  ...DEFAULT_TIME_RULES,
  rounding: { mode: 'nearest', minutes: 15, per: 'task' },
  billableLabels: { internal: false },
  projects: {
    pay: { name: 'PAY', isBillable: true, rate: EUR(85), hue: null },
    web: { name: 'WEB', isBillable: false, rate: EUR(60), hue: null },
  },
  reports: {
    all: { ...DEFAULT_REPORT, ...switches },
    pay: { ...DEFAULT_REPORT, ...switches },
  },
  ...changed,
});
const hours = ({ projects }: Report) =>
  projects.map(({ name, ms, tasks }) => [
    name,
    ms / HOUR,
    ...tasks.map((one) => `${one.task.identifier} ${one.ms / HOUR}`),
  ]);

test('projects with the same id at two servers have reports and rates of their own', () => {
  const of = (accountId: string, identifier: string): TimesheetTask => ({
    ...task(identifier, 'pay'),
    task: { ...task(identifier, 'pay').task, accountId },
  });
  const view = {
    ...VIEW,
    tasks: [of('ada', 'PAY-1'), of('bob', 'PAY-1')],
    cells: [
      { ...cell('PAY-1', 0, HOUR), accountId: 'ada' },
      { ...cell('PAY-1', 0, 2 * HOUR), accountId: 'bob' },
    ],
  };
  const project = { name: 'PAY', isBillable: true, rate: EUR(85), hue: null };
  const rules = rulesWith({}, { projects: { 'ada pay': project, 'bob pay': { ...project, rate: EUR(100) } } });
  const switches = { ...DEFAULT_REPORT, rate: true };
  expect(report(view, rules, null, switches).sums).toEqual([EUR(285)]);
  expect(report(view, rules, 'bob pay', switches)).toMatchObject({ ms: 2 * HOUR, entries: 1, sums: [EUR(200)] });
});

describe('a week', () => {
  test('of all projects has their tasks with rounded hours', () => {
    expect(hours(report(VIEW, rulesWith(), null))).toEqual([
      ['PAY', 5, 'PAY-9 0.5', 'PAY-132 3.75', 'PAY-133 0.75'],
      ['WEB', 1, 'WEB-1 1'],
    ]);
  });

  test('counts an entry over midnight once, and shows its time on both days', () => {
    const night = [cell('WEB-1', 3, HOUR), { ...cell('WEB-1', 4, 2 * HOUR, 3), continued: 1 }];
    const made = report({ ...VIEW, cells: night }, rulesWith(), null);
    expect([made.entries, made.days.map(({ ms }) => ms / HOUR)]).toEqual([3, [0, 0, 0, 1, 2, 0, 0]]);
  });

  test('of one project has no other, and shows the same hours', () => {
    const made = report(VIEW, rulesWith(), 'pay');
    expect(hours(made)).toEqual([['PAY', 5, 'PAY-9 0.5', 'PAY-132 3.75', 'PAY-133 0.75']]);
    expect(made.days.map(({ ms }) => ms / HOUR)).toEqual([2.75, 2.25, 0, 0, 0, 0, 0]);
    expect([made.ms / HOUR, made.total.exact / MINUTE, made.billableMs / HOUR, made.entries]).toEqual([5, 303, 4.5, 5]);
  });

  test('of a project that vanished is empty', () => {
    const made = report(VIEW, rulesWith({ rate: true }), 'gone');
    expect([made.projects, made.sums, made.ms, made.entries]).toEqual([[], [], 0, 0]);
  });

  test('leaves out what is not billable, and says what that is', () => {
    const made = report(VIEW, rulesWith({ onlyBillable: true }), null);
    expect(hours(made)).toEqual([['PAY', 4.5, 'PAY-132 3.75', 'PAY-133 0.75']]);
    expect(made.leftOut.map(({ identifier }) => identifier)).toEqual(['PAY-9', 'WEB-1']);
  });

  test('shows exact hours on request', () => {
    const made = report(VIEW, rulesWith({ hours: 'exact', rate: true }), 'pay');
    expect([made.ms / MINUTE, made.rounding, made.sums]).toEqual([303, null, [EUR(385.33)]]);
  });
});

describe('amounts', () => {
  test('are those of rounded billable hours; time that is not billable has none', () => {
    const [pay, web] = report(VIEW, rulesWith({ rate: true }), null).projects;
    expect([pay?.money, web?.money]).toEqual([EUR(382.5), null]);
    expect(pay?.tasks.map(({ money }) => money)).toEqual([null, EUR(318.75), EUR(63.75)]);
  });

  test('are not shown without the switch, or without a rate', () => {
    expect(report(VIEW, rulesWith(), null).sums).toEqual([]);
    expect(report(VIEW, rulesWith({ rate: true }, { projects: {} }), null).sums).toEqual([]);
  });

  test('of several currencies are summed apart, and then there is no common rate', () => {
    const projects = {
      pay: { name: 'PAY', isBillable: true, rate: EUR(85), hue: null },
      web: { name: 'WEB', isBillable: true, rate: { amount: 9000, currency: 'JPY' }, hue: null },
    };
    const made = report(VIEW, rulesWith({ rate: true }, { projects }), null);
    expect([made.sums, made.rate]).toEqual([[EUR(382.5), { amount: 9000, currency: 'JPY' }], null]);
    expect(report(VIEW, rulesWith({ rate: true }), null).rate).toEqual(EUR(85));
  });
});

test('A project that was never set up has the default switches, whatever its key is', () => {
  expect(reportSwitches('constructor', rulesWith())).toEqual(DEFAULT_REPORT);
  expect(reportSwitches(null, rulesWith({ notes: false })).notes).toBe(false);
});

const roundings = fc.record<Rounding>({
  mode: fc.constantFrom('none', 'nearest', 'up', 'down'),
  minutes: fc.integer({ min: 1, max: 60 }),
  per: fc.constantFrom('task', 'project'),
});
const cellsOf = fc.uniqueArray(
  fc.record({
    taskId: fc.constantFrom('PAY-132', 'PAY-133', 'PAY-9', 'WEB-1'),
    day: fc.integer({ min: 0, max: 6 }),
    ms: fc.integer({ min: 0, max: 24 * HOUR }),
  }),
  { selector: ({ taskId, day }) => `${taskId} ${day}` },
);
const cents = (amounts: readonly ({ amount: number; currency: string } | null)[]) =>
  amounts.reduce(
    (sum, money) => sum + (money ? Math.round(money.amount * 10 ** fractionDigits(money.currency)) : 0),
    0,
  );

test('Parts add up to the whole: tasks, days, percentages and amounts', () => {
  fc.assert(
    fc.property(roundings, cellsOf, fc.double({ min: 0, max: 1000, noNaN: true }), (rounding, drawn, rate) => {
      const cells = drawn.map(({ taskId, day, ms }) => cell(taskId, day, ms));
      const rules = rulesWith({ rate: true }, { rounding });
      rules.projects.pay = { name: 'PAY', isBillable: true, rate: EUR(rate), hue: null };
      const made = report({ ...VIEW, cells }, rules, null);
      const tasks = made.projects.flatMap((project) => project.tasks);
      const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
      expect(sum(tasks.map(({ ms }) => ms))).toBe(made.ms);
      expect(sum(made.days.map(({ ms }) => ms))).toBe(made.ms);
      const { total } = sumTimesheet({ ...VIEW, cells }, rules);
      expect(rounding.mode === 'none' ? total.exact : total.rounded).toBe(made.ms);
      expect(sum(tasks.map(({ percent }) => percent))).toBe(made.ms === 0 ? 0 : 100);
      for (const { money, tasks } of made.projects) {
        if (money) expect(cents(tasks.map((one) => one.money))).toBe(cents([money]));
      }
      expect(cents(made.sums)).toBe(cents(made.projects.map(({ money }) => money)));
    }),
  );
});

test('A shared amount adds up in the smallest unit of its currency', () => {
  expect(shareMoney(EUR(1), [HOUR, HOUR, HOUR])).toEqual([EUR(0.34), EUR(0.33), EUR(0.33)]);
  expect(shareMoney({ amount: 100, currency: 'JPY' }, [2, 1])).toEqual([
    { amount: 67, currency: 'JPY' },
    { amount: 33, currency: 'JPY' },
  ]);
  expect(shareMoney(EUR(0), [0, 0])).toEqual([EUR(0), EUR(0)]);
});
