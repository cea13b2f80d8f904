/** What a report counts: time and amounts of completed entries, by project, task and day. Pure; times in ms, days local `YYYY-MM-DD`. */
import type { Rate, ReportSwitches, Rounding, TimeRules } from '../contract/time-rules.ts';
import type { TimesheetView } from '../contract/timesheet.ts';
import { amountFor, fractionDigits, projectRules } from './billable.ts';
import { ALL_PROJECTS, DEFAULT_REPORT } from './default-rules.ts';
import type { TaskRef } from './entry.ts';
import { shareUnits } from './rounding.ts';
import { type Amount, type CountedAmount, type ProjectRow, sumTimesheet, type TaskRow } from './timesheet.ts';

/** In main units of the currency, such as euros. */
export interface Money {
  amount: number;
  currency: string;
}

export interface ReportTask {
  task: TaskRef;
  isBillable: boolean;
  /** One a day of the period; `rounded` is as the report shows it. */
  cells: CountedAmount[];
  /** As the report shows it: rounded, or exact. */
  ms: number;
  /** Of the report's time; the percentages of all tasks add up to 100. */
  percent: number;
  /** null without a rate, and for time that is not billable. */
  money: Money | null;
}

export interface ReportProject {
  key: string;
  name: string;
  ms: number;
  percent: number;
  rate: Rate | null;
  money: Money | null;
  tasks: ReportTask[];
}

export interface Report {
  /** Local days, inclusive. */
  from: string;
  to: string;
  /** null for all projects. */
  projectKey: string | null;
  switches: ReportSwitches;
  /** null if the report shows exact time. */
  rounding: Rounding | null;
  projects: ReportProject[];
  /** The days of the period, each with the time of the report's tasks. */
  days: { day: string; ms: number }[];
  total: Amount;
  ms: number;
  billableMs: number;
  /** Number of entries; one over midnight counts once. */
  entries: number;
  /** Currencies in the order of their projects. */
  sums: Money[];
  /** The rate of all amounts, if there is only one. */
  rate: Rate | null;
  /** Tasks with time that the report leaves out because they are not billable. */
  leftOut: TaskRef[];
}

/**
 * The remembered switches of a project's reports; null for those of all projects. The first report of a project has the sender and the
 * language of others.
 */
export function reportSwitches(projectKey: string | null, { reports }: Pick<TimeRules, 'reports'>): ReportSwitches {
  const key = projectKey ?? ALL_PROJECTS;
  const own = Object.hasOwn(reports, key) ? reports[key] : undefined;
  if (own) return own;
  const { sender, language } = Object.values(reports).findLast((other) => other.sender !== '') ?? DEFAULT_REPORT;
  return { ...DEFAULT_REPORT, sender, language };
}

/** Rounds as the timesheet does, before anything is left out, so that both show the same time for a task. */
export function report(
  view: Pick<TimesheetView, 'from' | 'to' | 'tasks' | 'cells'>,
  rules: TimeRules,
  projectKey: string | null,
  switches = reportSwitches(projectKey, rules),
): Report {
  const isExact = switches.hours === 'exact' || rules.rounding.mode === 'none';
  const timesheet = sumTimesheet(view, rules);
  const rows = timesheet.projects
    .filter(({ key }) => projectKey === null || key === projectKey)
    .map((row) => ({
      ...row,
      tasks: row.tasks
        .filter((task) => task.cells.some(({ entries }) => entries > 0))
        .map((task) => (isExact ? asExact(task) : task)),
    }));
  const isLeftOut = (task: TaskRow) => switches.onlyBillable && !task.isBillable;
  const kept = rows
    .map((row) => ({ ...row, tasks: row.tasks.filter((task) => !isLeftOut(task)) }))
    .filter(({ tasks }) => tasks.length > 0);
  const tasks = kept.flatMap((row) => row.tasks);
  const percents = shareUnits(
    100,
    tasks.map(({ total }) => total.rounded),
  );
  const percentOf = new Map(tasks.map((task, index) => [task, percents[index] ?? 0]));
  const projects = kept.map((row) => {
    const rate = switches.rate ? projectRules(row.key, rules).rate : null;
    return reportProject(row, rate, percentOf);
  });
  const rates = new Map(projects.flatMap(({ rate, money }) => (rate && money ? [[JSON.stringify(rate), rate]] : [])));
  const [rate] = rates.values();
  const ms = projects.reduce((sum, project) => sum + project.ms, 0);
  return {
    from: view.from,
    to: view.to,
    projectKey,
    switches,
    rounding: isExact ? null : rules.rounding,
    projects,
    days: timesheet.days.map(({ day }, index) => ({
      day,
      ms: tasks.reduce((sum, { cells }) => sum + (cells[index]?.rounded ?? 0), 0),
    })),
    total: {
      exact: tasks.reduce((sum, { total }) => sum + total.exact, 0),
      rounded: tasks.reduce((sum, { total }) => sum + total.rounded, 0),
    },
    ms,
    billableMs: tasks.reduce((sum, task) => sum + (task.isBillable ? task.total.rounded : 0), 0),
    entries: tasks
      .flatMap(({ cells }) => cells)
      .reduce((sum, { entries, continued = 0 }) => sum + entries - continued, 0),
    sums: sumsOf(projects.flatMap(({ money }) => money ?? [])),
    rate: rates.size === 1 ? (rate ?? null) : null,
    leftOut: rows.flatMap((row) => row.tasks.filter(isLeftOut).map(({ task }) => task)),
  };
}

function asExact(task: TaskRow): TaskRow {
  const cells = task.cells.map((cell) => ({ ...cell, rounded: cell.exact }));
  return { ...task, cells, total: { ...task.total, rounded: task.total.exact } };
}

/** An amount in parts that add up to it, in proportion to lengths of time (ms). */
export function shareMoney({ amount, currency }: Money, parts: readonly number[]): Money[] {
  const unit = 10 ** fractionDigits(currency);
  return shareUnits(Math.round(amount * unit), parts).map((units) => ({ amount: units / unit, currency }));
}

function reportProject(
  row: Pick<ProjectRow, 'key' | 'project'> & { tasks: readonly TaskRow[] },
  rate: Rate | null,
  percentOf: ReadonlyMap<TaskRow, number>,
): ReportProject {
  const earned = row.tasks.map((task) => (task.isBillable ? task.total.rounded : 0));
  const isCharged = rate !== null && row.tasks.some((task) => task.isBillable);
  const money = isCharged
    ? {
        amount: amountFor(
          earned.reduce((sum, ms) => sum + ms, 0),
          rate,
        ),
        currency: rate.currency,
      }
    : null;
  const shares = money ? shareMoney(money, earned) : [];
  const tasks = row.tasks.map(
    (task, index): ReportTask => ({
      task: task.task,
      isBillable: task.isBillable,
      cells: task.cells,
      ms: task.total.rounded,
      percent: percentOf.get(task) ?? 0,
      money: task.isBillable ? (shares[index] ?? null) : null,
    }),
  );
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
  return {
    key: row.key,
    name: row.project.projectName,
    ms: sum(tasks.map(({ ms }) => ms)),
    percent: sum(tasks.map(({ percent }) => percent)),
    rate,
    money,
    tasks,
  };
}

/** One a currency. Summed in its smallest units, so that cents do not drift. */
function sumsOf(amounts: readonly Money[]): Money[] {
  return [...Map.groupBy(amounts, ({ currency }) => currency)].map(([currency, same]) => {
    const unit = 10 ** fractionDigits(currency);
    return { currency, amount: same.reduce((sum, { amount }) => sum + Math.round(amount * unit), 0) / unit };
  });
}
