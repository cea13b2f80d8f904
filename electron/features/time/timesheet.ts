/** The timesheet for the window, the overtime account, and closing weeks. Days are local, `YYYY-MM-DD`; lengths in ms. */
import { taskKey } from '../../../shared/accounts.ts';
import type { TaskView } from '../../../shared/contract/task-view.ts';
import type {
  ChangedCell,
  ClosedCell,
  TimesheetTask,
  TimesheetView,
  WeekReview,
} from '../../../shared/contract/timesheet.ts';
import type { Day } from '../../../shared/dates/week-start.ts';
import { ValidationError } from '../../../shared/errors/app-error.ts';
import { messages } from '../../../shared/i18n/generated/main.ts';
import { dayAfter, dayBounds } from '../../../shared/time/day.ts';
import { type TaskRef, taskRef } from '../../../shared/time/entry.ts';
import { sumEntries, type Tracked } from '../../../shared/time/entry-sums.ts';
import { trackedSpans } from '../../../shared/time/gaps.ts';
import { partsByDay } from '../../../shared/time/parts-by-day.ts';
import { daysBetween, daysOfWeek, weekNumber, weekOf, wrongPeriod } from '../../../shared/time/period.ts';
import { projectKey } from '../../../shared/time/project-key.ts';
import { shownSpan } from '../../../shared/time/shown-times.ts';
import { changesSince } from '../../../shared/time/timesheet.ts';
import { weekReview } from '../../../shared/time/week-review.ts';
import { overtimeMs } from '../../../shared/time/working-days.ts';
import type { Outbox } from '../../outbox/outbox.ts';
import type { FeatureContext } from '../context.ts';
import type { TimeRulesService } from '../time-rules/index.ts';
import { boundsOf } from './closed-week.ts';
import type { Entries } from './entry-store.ts';
import type { TrackedLabels } from './tracked-labels.ts';
import type { TrackedSums } from './tracked-sums.ts';

export interface TimesheetOptions {
  entries: Pick<Entries, 'taskOf' | 'running' | 'views' | 'between'>;
  sums: TrackedSums;
  labels: TrackedLabels;
  rules: Pick<TimeRulesService, 'rules' | 'closedWeeks' | 'closedCells' | 'close' | 'reopen'>;
  outbox: Outbox;
  /** An account and those that are open beside it. */
  together: (accountId: string) => string[];
  weekStartsOn: Day;
  /** A task of a list or board of the account; undefined if none has it. */
  findTask: (taskId: string, accountId: string) => TaskView | undefined;
  /** Of the account's workspace. */
  projects: (accountId: string) => readonly { id: string; name: string }[];
  /** In the local workspace, waiting writes are not reported. */
  isLocal: (accountId: string) => boolean;
  onClosed: (weekStart: string) => void;
}

export function createTimesheet(
  context: Pick<FeatureContext, 'now' | 'undo' | 'showToast'>,
  options: TimesheetOptions,
) {
  const { entries, sums, labels, rules, outbox, together, weekStartsOn } = options;
  const { findTask, projects, isLocal, onClosed } = options;
  const { now } = context;

  /** The task as it is now, else as stored with its last entry. */
  function refOf(front: string, { taskId, accountId }: TaskOfCell): TaskRef {
    const owner = accountId ?? front;
    const live = findTask(taskId, owner);
    const ref = live
      ? taskRef(live)
      : (entries.taskOf(owner, taskId) ?? { taskId, identifier: taskId, title: '', projectName: '' });
    const known = projects(owner);
    const project =
      ref.projectId === undefined
        ? only(known.filter(({ name }) => name === ref.projectName))
        : known.find(({ id }) => id === ref.projectId);
    return {
      ...ref,
      ...(project && { projectId: project.id, projectName: project.name }),
      ...(accountId !== undefined && { accountId }),
    };
  }

  function taskOf(front: string, cell: TaskOfCell): TimesheetTask {
    const owner = cell.accountId ?? front;
    const live = findTask(cell.taskId, owner)?.labels.map(({ name }) => name);
    return { task: refOf(front, cell), labels: live ?? labels.of(owner, cell.taskId) };
  }

  /** The running entry's parts by day. */
  function runningParts(accountId: string) {
    const running = entries.running(accountId);
    if (running === undefined) return [];
    const { from, to } = shownSpan(running, now());
    return partsByDay(from, to);
  }

  function viewOf(accountId: string, days: readonly string[], { cells, spans }: Tracked): TimesheetView {
    const [from = '', to = from] = [days[0], days.at(-1)];
    const tasks = new Map(cells.map((cell) => [taskKey(cell), cell]));
    return {
      from,
      to,
      tasks: [...tasks.values()].map((cell) => taskOf(accountId, cell)),
      cells,
      tracked: spans.flatMap(trackedSpans),
    };
  }

  async function closedCells(accountId: string, weekStart: string): Promise<ClosedCell[]> {
    const { cells } = await sums.read(accountId, daysOfWeek(weekStart));
    return cells.map((cell) => {
      const { taskId, day, ms } = cell;
      const { identifier, title, projectName } = refOf(accountId, cell);
      return { taskId, accountId: cell.accountId ?? accountId, identifier, title, projectName, day, ms };
    });
  }

  const isClosed = (accountId: string, weekStart: string): boolean =>
    rules.closedWeeks(accountId).some((week) => week.weekStart === weekStart);

  function checkPeriod(from: string, to: string): string[] {
    if (wrongPeriod({ from, to }) !== null) throw new ValidationError(messages.time.periodTooLong);
    return daysBetween(from, to);
  }

  return {
    async read(accountId: string, from: string, to: string): Promise<TimesheetView> {
      const days = checkPeriod(from, to);
      return viewOf(accountId, days, await sums.read(accountId, days));
    },

    /** The week of a day, short enough to be read at once. */
    week(accountId: string, day: string): TimesheetView {
      const weekStart = weekOf(day, weekStartsOn).from;
      const { from, to } = boundsOf(weekStart);
      const days = daysOfWeek(weekStart);
      return viewOf(accountId, days, sumEntries(entries.between(accountId, from, to), days));
    },

    /** The overtime at the end of the day, with the running timer; null without an overtime account. */
    async overtime(accountId: string, to: string): Promise<number | null> {
      const current = rules.rules();
      const { from } = current.overtime;
      if (from === null || to < from || !current.targets.on) return null;
      const tracked = new Map<string, number>();
      const add = (day: string, ms: number) => tracked.set(day, (tracked.get(day) ?? 0) + ms);
      const { cells } = await sums.read(accountId, daysBetween(from, to));
      for (const { day, ms } of cells) add(day, ms);
      for (const part of runningParts(accountId)) add(part.day, part.to - part.from);
      return overtimeMs(current, tracked, to);
    },

    /** Local days, inclusive; a week if only its start is given. `project`: its key; null for all of them. */
    review(accountId: string, from: string, to = dayAfter(from, 6), project: string | null = null): WeekReview {
      const views = entries.views(accountId, dayBounds(from).from, dayBounds(to).to, outbox);
      // By the project that the timesheet shows the task in, which may be another one than is stored with the entry.
      const chosen =
        project === null ? views : views.filter(({ task }) => projectKey(refOf(accountId, task)) === project);
      const review = weekReview(chosen, daysBetween(from, to), rules.rules(), now());
      const atServers = new Set(chosen.filter(({ task }) => !isLocal(task.accountId ?? accountId)).map(({ id }) => id));
      return { ...review, unsent: review.unsent.filter((id) => atServers.has(id)) };
    },

    async close(accountId: string, weekStart: string): Promise<void> {
      if (dayBounds(weekStart).from > now()) throw new ValidationError(messages.time.weekNotBegun);
      const cells = await closedCells(accountId, weekStart);
      // Closing it again would replace what was tracked then, and undoing that would open it.
      if (isClosed(accountId, weekStart)) return;
      rules.close(accountId, weekStart, cells);
      const text = messages.time.weekClosed({ week: weekNumber(weekStart) });
      const offer = context.undo.offer({
        accountId,
        text,
        label: messages.time.undo,
        subjects: [`time-rules:${weekStart}`],
        isOfAll: true,
        undo: () => rules.reopen(accountId, weekStart),
        redo: () => rules.close(accountId, weekStart, cells),
        // It was opened in another way since, such as with rules from a file.
        obstacle: () => (isClosed(accountId, weekStart) ? undefined : messages.app.cannotBeUndone),
      });
      context.showToast(text, offer);
      onClosed(weekStart);
    },

    reopen(accountId: string, weekStart: string): void {
      const cells = rules.closedCells(accountId, weekStart);
      rules.reopen(accountId, weekStart);
      const text = messages.time.weekReopened({ week: weekNumber(weekStart) });
      const offer =
        cells &&
        context.undo.offer({
          accountId,
          text,
          label: messages.time.undo,
          subjects: [`time-rules:${weekStart}`],
          isOfAll: true,
          undo: () => rules.close(accountId, weekStart, cells),
          redo: () => rules.reopen(accountId, weekStart),
          // It was closed in another way since, such as with rules from a file.
          obstacle: () => (isClosed(accountId, weekStart) ? messages.app.cannotBeUndone : undefined),
        });
      context.showToast(text, offer);
    },

    /** What changed in the open accounts since the week was closed; null if it is open. */
    async compare(accountId: string, weekStart: string): Promise<ChangedCell[] | null> {
      const open = together(accountId);
      const closed = rules.closedCells(accountId, weekStart)?.filter((cell) => open.includes(cell.accountId));
      return closed === undefined ? null : changesSince(closed, await closedCells(accountId, weekStart));
    },
  };
}

type TaskOfCell = Pick<TaskRef, 'taskId' | 'accountId'>;

/** The only item, or undefined. */
const only = <T>(items: readonly T[]): T | undefined => (items.length === 1 ? items[0] : undefined);
