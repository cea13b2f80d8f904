/** The timesheet as it is shown: rows in one list, and days summed up to columns. Pure; lengths in ms. */
import { taskKey } from '../../../../shared/accounts.ts';
import type { TaskRef } from '../../../../shared/time/entry.ts';
import type { ProjectRef } from '../../../../shared/time/project-key.ts';
import type { Amount, CountedAmount, DayColumn, Timesheet } from '../../../../shared/time/timesheet.ts';
import type { Column } from './columns.ts';

export interface ProjectLine {
  kind: 'project';
  /** Of its account's projects (`taskKey`). */
  key: string;
  project: ProjectRef;
  billable: 'all' | 'some' | 'none';
  cells: CountedAmount[];
  total: Amount;
}

export interface TaskLine {
  kind: 'task';
  /** `taskKey`. */
  key: string;
  task: TaskRef;
  /** Not billable, in a project with billable tasks. */
  isException: boolean;
  cells: CountedAmount[];
  total: Amount;
}

export type Line = ProjectLine | TaskLine;

export interface SumColumn extends Column, Amount {
  /** The name of a day off, if the column is that day. */
  dayOff: string | null;
  /** No time is expected: a weekend, a day off, or the future. */
  isFree: boolean;
  /** Exact time beyond the target; null without targets, and for a free day without time. */
  difference: number | null;
}

export interface ShownTimesheet {
  columns: SumColumn[];
  lines: Line[];
}

/** `isWorking`: whether time is expected on a day; false for days in the future. */
export function shownTimesheet(
  timesheet: Timesheet,
  columns: readonly Column[],
  isWorking: (day: string) => boolean,
): ShownTimesheet {
  const inColumns = (cells: readonly Amount[]): CountedAmount[] => columns.map((column) => sum(part(cells, column)));
  return {
    columns: columns.map((column) => sumColumn(part(timesheet.days, column), column, isWorking)),
    lines: timesheet.projects.flatMap(({ project, billable, cells, total, tasks }): Line[] => [
      {
        kind: 'project',
        key: taskKey({ id: project.projectId, accountId: project.accountId }),
        project,
        billable,
        cells: inColumns(cells),
        total,
      },
      ...tasks.map(
        (row): TaskLine => ({
          kind: 'task',
          key: taskKey(row.task),
          task: row.task,
          isException: billable !== 'none' && !row.isBillable,
          cells: inColumns(row.cells),
          total: row.total,
        }),
      ),
    ]),
  };
}

const part = <T>(all: readonly T[], { first, count }: Column): readonly T[] => all.slice(first, first + count);

function sum(cells: readonly (Amount & { entries?: number })[]): CountedAmount {
  const all: CountedAmount = { exact: 0, rounded: 0, entries: 0 };
  for (const { exact, rounded, entries = 0 } of cells) {
    all.exact += exact;
    all.rounded += rounded;
    all.entries += entries;
  }
  return all;
}

function sumColumn(days: readonly DayColumn[], column: Column, isWorking: (day: string) => boolean): SumColumn {
  const [only] = days;
  const { exact, rounded } = sum(days);
  const isFree = days.every(({ day }) => !isWorking(day));
  const differences = days.flatMap(({ difference }) => (difference === null ? [] : [difference]));
  const isKnown = differences.length > 0 && (!isFree || exact > 0);
  return {
    ...column,
    exact,
    rounded,
    dayOff: column.unit === 'day' ? (only?.dayOff ?? null) : null,
    isFree,
    difference: isKnown ? differences.reduce((all, one) => all + one, 0) : null,
  };
}
