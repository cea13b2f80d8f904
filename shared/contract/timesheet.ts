/** The timesheet: tracked time by task and day, editing its cells, and closing weeks. */
import { z } from 'zod';
import type { Span } from '../time/day.ts';
import type { TaskRef } from '../time/entry.ts';
import { type CommandsOf, command } from './command.ts';
import { Id, LocalDay, Name, PeriodDay, Title } from './fields.ts';
import { ProjectKey } from './time-rules.ts';

const OneWeek = { weekStart: PeriodDay };

/** A task with time in the period. */
export interface TimesheetTask {
  task: TaskRef;
  /** Names of its labels, as last known. */
  labels: string[];
}

/** The time of a task on a day. Cells without entries are left out. */
export interface TimesheetCell {
  taskId: string;
  /** If several accounts are open. */
  accountId?: string;
  day: string;
  /** Exact; overlaps count twice, as at the service. */
  ms: number;
  /** Number of entries, including those with no duration. */
  entries: number;
  /** How many of them also count on an earlier day of the period. */
  continued?: number;
}

/** The completed entries of a period, cut at local midnights; the window adds the running one (shared/time/timesheet.ts). */
export interface TimesheetView {
  /** Local days, inclusive. */
  from: string;
  to: string;
  tasks: TimesheetTask[];
  cells: TimesheetCell[];
  /** What completed entries cover on each day, by start. The window finds the gaps (shared/time/gaps.ts). */
  tracked: Span[];
}

/** What is open in a week: a reason to look at it before closing it. */
export interface WeekReview {
  /** By start. */
  gaps: Span[];
  /** Time that several entries cover, by start. */
  overlaps: Span[];
  /** Ids of entries with changes that are not at the service. */
  unsent: string[];
  /** A timer runs in the week. */
  isRunning: boolean;
}

/** What was tracked on a task on a day when its week was closed. */
export const ClosedCell = z.object({
  taskId: Id,
  /** Missing on disk for the account that keeps the rules. */
  accountId: Id.optional(),
  identifier: Name,
  title: Title,
  projectName: Name,
  day: LocalDay,
  /** At most a hundred days, so that sums are exact: each of several entries at a time counts. */
  ms: z.number().int().min(0).max(8_640_000_000),
});
export type ClosedCell = z.infer<typeof ClosedCell>;

/** A cell that differs from what it was when its week was closed. */
export interface ChangedCell extends ClosedCell {
  wasMs: number;
}

export const timesheetCommands = {
  /** Local days, inclusive; at most 400. */
  'timesheet.read': command({ from: PeriodDay, to: PeriodDay }).returns<TimesheetView>(),
  /** The overtime at the end of the day (ms), with the running timer; null without an overtime account. */
  'timesheet.overtime': command({ to: PeriodDay }).returns<number | null>(),
  /**
   * Makes the entries of a task on a day last `ms` in all (shared/time/cell-edit.ts), as one change. Asks before an entry exceeds
   * twelve hours or the week is closed (error `needs-confirmation`) unless `allowLong` or `allowClosed`.
   */
  'timesheet.edit-cell': command({
    day: PeriodDay,
    taskId: Id,
    accountId: Id.optional(),
    ms: z.number().int().min(0).max(90_000_000),
    allowLong: z.boolean().optional(),
    allowClosed: z.boolean().optional(),
  }),

  /** What is doubtful in these days, before they are reported; `projectKey`: null for all projects. */
  'timesheet.review': command({
    from: PeriodDay,
    to: PeriodDay,
    projectKey: ProjectKey.nullable(),
  }).returns<WeekReview>(),
  'week.review': command(OneWeek).returns<WeekReview>(),
  /** From now on its entries ask before they change. */
  'week.close': command(OneWeek),
  'week.reopen': command(OneWeek),
  /** What changed since the week was closed; null if it is open. */
  'week.compare': command(OneWeek).returns<ChangedCell[] | null>(),
} satisfies CommandsOf<'timesheet' | 'week'>;
