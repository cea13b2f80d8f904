/** The timesheet: projects and their tasks by days, with totals. Pure; lengths in ms, days local `YYYY-MM-DD`. */
import { isSameTask, taskKey } from '../accounts.ts';
import type { TimeRules } from '../contract/time-rules.ts';
import type { EntryView } from '../contract/time-view.ts';
import type { ChangedCell, ClosedCell, TimesheetCell, TimesheetTask, TimesheetView } from '../contract/timesheet.ts';
import { isBillable } from './billable.ts';
import type { TaskRef } from './entry.ts';
import { partsByDay } from './parts-by-day.ts';
import { daysBetween, type Period } from './period.ts';
import { type ProjectRef, projectKey } from './project-key.ts';
import { roundParts } from './rounding.ts';
import { shownSpan } from './shown-times.ts';
import { dayOff, targetOf } from './working-days.ts';

export interface Amount {
  exact: number;
  /** The sum of rounded parts. */
  rounded: number;
}

export interface CountedAmount extends Amount {
  entries: number;
  /** How many of them also count on an earlier day. */
  continued?: number;
}

export interface TaskRow {
  task: TaskRef;
  isBillable: boolean;
  /** One a day. */
  cells: CountedAmount[];
  total: Amount;
}

export interface ProjectRow {
  /** As in the rules (project-key.ts). */
  key: string;
  project: ProjectRef & { projectId: string };
  /** Whether all, some or none of its tasks are billable. */
  billable: 'all' | 'some' | 'none';
  /** One a day. */
  cells: Amount[];
  total: Amount;
  tasks: TaskRow[];
}

export interface DayColumn extends Amount {
  day: string;
  /** The name of a day off. */
  dayOff: string | null;
  /** null without targets. */
  target: number | null;
  /** Exact time beyond the target, negative for less; null without targets. */
  difference: number | null;
}

export interface Timesheet extends Period {
  days: DayColumn[];
  /** By name; tasks by identifier. */
  projects: ProjectRow[];
  total: Amount;
  billable: Amount;
  notBillable: Amount;
  target: number | null;
  difference: number | null;
}

/** Rows and totals. A task without cells gets a row of zeros. */
export function sumTimesheet(
  view: Pick<TimesheetView, 'from' | 'to' | 'tasks' | 'cells'>,
  rules: TimeRules,
): Timesheet {
  const days = daysBetween(view.from, view.to);
  const column = new Map(days.map((day, index) => [day, index]));
  const exact = new Map<string, CountedAmount[]>();
  for (const cell of view.cells) {
    const { day, ms, entries, continued = 0 } = cell;
    const at = column.get(day);
    if (at === undefined) continue;
    const key = taskKey(cell);
    const cells = exact.get(key) ?? days.map((): CountedAmount => ({ exact: 0, rounded: 0, entries: 0 }));
    cells[at] = { exact: ms, rounded: ms, entries, continued };
    exact.set(key, cells);
  }
  const projects = [...Map.groupBy(view.tasks, ({ task }) => task.accountId).values()]
    .flatMap((tasks) => [...byProject(tasks)])
    .map(([projectId, tasks]) => projectRow(projectId, tasks, exact, days, rules))
    .sort((a, b) => compareText(a.project.projectName, b.project.projectName) || compareText(a.key, b.key));
  const tasks = projects.flatMap((project) => project.tasks);
  const columns = days.map((day, index): DayColumn => {
    const amount = sum(projects.map(({ cells }) => cells[index]));
    const target = targetOf(day, rules);
    return { day, ...amount, dayOff: dayOff(day, rules), target, difference: beyond(amount, target) };
  });
  const total = sum(columns);
  const target = rules.targets.on ? columns.reduce((all, { target }) => all + (target ?? 0), 0) : null;
  return {
    from: view.from,
    to: view.to,
    days: columns,
    projects,
    total,
    billable: sum(tasks.map((task) => (task.isBillable ? task.total : undefined))),
    notBillable: sum(tasks.map((task) => (task.isBillable ? undefined : task.total))),
    target,
    difference: beyond(total, target),
  };
}

/** The sums of one account, without targets, which count all accounts; null: of all. */
export function sumAccount(
  view: Pick<TimesheetView, 'from' | 'to' | 'tasks' | 'cells'>,
  rules: TimeRules,
  accountId: string | null,
): Timesheet {
  if (accountId === null) return sumTimesheet(view, rules);
  const tasks = view.tasks.filter(({ task }) => task.accountId === accountId);
  const cells = view.cells.filter((cell) => cell.accountId === accountId);
  return sumTimesheet({ ...view, tasks, cells }, { ...rules, targets: { ...rules.targets, on: false } });
}

const beyond = ({ exact }: Amount, target: number | null): number | null => (target === null ? null : exact - target);

/** Of one account, by id. Entries stored without a project's id belong to the project of the same name, unless several have it. */
function byProject(tasks: readonly TimesheetTask[]): Map<string, TimesheetTask[]> {
  const known = tasks.flatMap(({ task }) => (task.projectId && task.projectName !== '' ? [task] : []));
  const byName = Map.groupBy(known, ({ projectName }) => projectName);
  const idOf = (name: string): string | undefined => {
    const ids = new Set(byName.get(name)?.map(({ projectId }) => projectId));
    return ids.size === 1 ? [...ids][0] : undefined;
  };
  return Map.groupBy(tasks, ({ task }) => task.projectId ?? idOf(task.projectName) ?? task.projectName);
}

function projectRow(
  projectId: string,
  tasks: readonly TimesheetTask[],
  exact: ReadonlyMap<string, readonly CountedAmount[]>,
  days: readonly string[],
  rules: TimeRules,
): ProjectRow {
  const { accountId, projectName = '' } = tasks[0]?.task ?? {};
  const project = { projectId, projectName, accountId };
  const key = projectKey(project);
  const rows = tasks
    .map(({ task, labels }) => ({
      task,
      isBillable: isBillable(key, labels, rules),
      cells: exact.get(taskKey(task)) ?? days.map(() => ({ exact: 0, rounded: 0, entries: 0 })),
    }))
    .sort((a, b) => compareText(a.task.identifier, b.task.identifier) || compareText(a.task.taskId, b.task.taskId));
  const rounded = days.map((_, index) =>
    roundParts(
      rows.map(({ cells }) => cells[index]?.exact ?? 0),
      rules.rounding,
    ),
  );
  const taskRows = rows.map((row, at): TaskRow => {
    const cells = row.cells.map((cell, index) => ({ ...cell, rounded: rounded[index]?.[at] ?? 0 }));
    return { ...row, cells, total: sum(cells) };
  });
  const billable = taskRows.filter((row) => row.isBillable).length;
  const cells = days.map((_, index) => sum(taskRows.map((row) => row.cells[index])));
  return {
    key,
    project,
    billable: billable === 0 ? 'none' : billable === taskRows.length ? 'all' : 'some',
    cells,
    total: sum(cells),
    tasks: taskRows,
  };
}

function sum(amounts: readonly (Amount | undefined)[]): Amount {
  let [exact, rounded] = [0, 0];
  for (const amount of amounts) {
    exact += amount?.exact ?? 0;
    rounded += amount?.rounded ?? 0;
  }
  return { exact, rounded };
}

const collator = new Intl.Collator(undefined, { numeric: true });
const compareText = (one: string, other: string): number => collator.compare(one, other);

/** The view with the running entry up to `now` (ms); `labels` are those of its task, if it is not in the view. */
export function withRunning<View extends Pick<TimesheetView, 'from' | 'to' | 'tasks' | 'cells'>>(
  view: View,
  running: Pick<EntryView, 'task' | 'startTime'> | null,
  now: number,
  labels: readonly string[] = [],
): View {
  if (running === null) return view;
  const { task, startTime } = running;
  const shown = shownSpan({ startTime, endTime: null }, now);
  const parts = partsByDay(shown.from, shown.to).filter(({ day }) => day >= view.from && day <= view.to);
  if (parts.length === 0) return view;
  const isListed = view.tasks.some((one) => isSameTask(one.task, task));
  const { taskId, accountId } = task;
  const cells = parts.map(({ day, from, to }): TimesheetCell => {
    const before = view.cells.find((cell) => isSameTask(cell, task) && cell.day === day);
    const [ms, entries] = [(before?.ms ?? 0) + to - from, (before?.entries ?? 0) + 1];
    return { taskId, ...(accountId !== undefined && { accountId }), day, ms, entries };
  });
  const isReplaced = (cell: TimesheetCell) => isSameTask(cell, task) && parts.some(({ day }) => day === cell.day);
  return {
    ...view,
    tasks: isListed ? view.tasks : [...view.tasks, { task, labels: [...labels] }],
    cells: [...view.cells.filter((cell) => !isReplaced(cell)), ...cells],
  };
}

/** The cells that differ from those of the closed week. */
export function changesSince(closed: readonly ClosedCell[], current: readonly ClosedCell[]): ChangedCell[] {
  const keyOf = (cell: ClosedCell): string => `${taskKey(cell)} ${cell.day}`;
  const was = new Map(closed.map((cell) => [keyOf(cell), cell]));
  const is = new Map(current.map((cell) => [keyOf(cell), cell]));
  return [...new Map([...was, ...is])]
    .map(([key, cell]) => ({ ...cell, wasMs: was.get(key)?.ms ?? 0, ms: is.get(key)?.ms ?? 0 }))
    .filter(({ wasMs, ms }) => wasMs !== ms)
    .sort((a, b) => compareText(a.day, b.day) || compareText(a.identifier, b.identifier));
}
