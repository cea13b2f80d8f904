/** Time tracking: the timer, and time entries and their changes. */
import { isSameTask, taskKey } from '../../../shared/accounts.ts';
import type { TaskView } from '../../../shared/contract/task-view.ts';
import type { DayView, TimeView } from '../../../shared/contract/time-view.ts';
import type { Day } from '../../../shared/dates/week-start.ts';
import { createEvents } from '../../../shared/events.ts';
import { messages } from '../../../shared/i18n/generated/main.ts';
import { dayBounds, localDay } from '../../../shared/time/day.ts';
import type { Entry, TaskRef } from '../../../shared/time/entry.ts';
import { weekOf } from '../../../shared/time/period.ts';
import type { Outbox } from '../../outbox/outbox.ts';
import type { OutboxItem } from '../../outbox/write-kind.ts';
import { transaction } from '../../store/database.ts';
import { type AccountPart, type FirstAccount, nothing } from '../account/index.ts';
import type { FeatureContext } from '../context.ts';
import type { TimeRulesService } from '../time-rules/index.ts';
import { BYTE_ORDER_MARK, toCsv } from './csv-export.ts';
import { createEntryEditor } from './edit-entries.ts';
import { createEntryChanges } from './entry-changes.ts';
import { TIME_ENTRY_CLOSE, TimeEntryClosePayload } from './entry-close-write.ts';
import { createEntries } from './entry-store.ts';
import { createLinkQuestions } from './link-question.ts';
import { createRunClock } from './run-clock.ts';
import { createTimer } from './timer.ts';
import { createTimesheet } from './timesheet.ts';
import { createTrackedLabels } from './tracked-labels.ts';
import { createTrackedSums } from './tracked-sums.ts';
import { writeKinds } from './write-kinds.ts';

export interface TimeEvents {
  /** Emitted after the change is committed. */
  entriesChanged: undefined;
  /** The person started a timer from a list, a page or the tray. */
  timerStarted: { accountId: string; taskId: string };
  /** The person closed the week that begins on this local day. */
  weekClosed: string;
  /** Time of an entry moved to the successor. */
  entrySplit: { entryId: string; successorId: string };
}

/** `accountId`: if several are open. */
type TaskOfAccount = { taskId: string; accountId?: string | undefined };

export interface TimeOptions {
  account: FirstAccount;
  /** An account and those that are open beside it. */
  together: (accountId: string) => string[];
  outbox: Outbox;
  rules: TimeRulesService;
  weekStartsOn: Day;
  /** A task, of the named account if several know it, that a timer may run for. Throws AppError if it is unknown. */
  taskToTrack: (taskId: string, accountId?: string) => TaskRef;
  /** The assigned tasks, whose labels are kept. */
  assignedTasks: () => readonly TaskView[];
  /** A task of a list or board, of the named account if there is one; undefined if none has it. */
  findTask: (taskId: string, accountId?: string) => TaskView | undefined;
  /** Of the account's workspace. */
  projects: (accountId: string) => readonly { id: string; name: string }[];
  /** Its server, with what tells it from others there. */
  accountTitle: (accountId: string) => string;
  /** Asks for a location and writes the file; returns the path, or null if the person cancels. */
  saveFile: (name: string, content: string) => Promise<string | null>;
}

export type TimeService = ReturnType<typeof createTime>;

export function createTime(context: FeatureContext, options: TimeOptions) {
  const { database, now, monotonic, invalidate, readAgain, showToast } = context;
  const { account, outbox, rules, weekStartsOn, taskToTrack } = options;
  const events = createEvents<TimeEvents>(context.runInBackground);
  const entries = createEntries(database, options.together);
  const ownEntries = createEntries(database);
  /** Grows whenever entries change. */
  let revision = 0;
  const runClock = createRunClock(now, monotonic);
  const changes = createEntryChanges({
    database,
    entries,
    outbox,
    isLocal: account.isLocal,
    runClock,
    closedWeeks: rules.closedWeeks,
    now,
    undo: context.undo,
    showToast,
    onChange: () => {
      entriesChanged();
      invalidate('away', 'taskPage');
    },
  });
  const labels = createTrackedLabels(database);
  const timesheet = createTimesheet(context, {
    entries,
    sums: createTrackedSums({ database, together: options.together, revision: () => revision }),
    labels,
    rules,
    outbox,
    together: options.together,
    weekStartsOn,
    findTask: options.findTask,
    projects: options.projects,
    isLocal: account.isLocal,
    onClosed: (weekStart) => events.emit('weekClosed', weekStart),
  });
  const timer = createTimer({
    entries,
    outbox,
    changes,
    runClock,
    missingPermissions: account.missingPermissions,
    now,
  });
  const edit = createEntryEditor({
    entries,
    changes,
    onSuccessor: (entryId, successorId) => events.emit('entrySplit', { entryId, successorId }),
    now,
  });
  /** Deleted tasks, as far as noticed (`taskKey`), and whether that was said. */
  const goneTasks = new Map<string, boolean>();

  /** A task was deleted at the service. If its timer runs, a toast says so, once. */
  function taskGone(gone: TaskOfAccount): void {
    const task = running()?.task;
    const wasSaid = goneTasks.get(taskKey(gone)) ?? false;
    const isRunning = task !== undefined && isSameTask(task, gone);
    goneTasks.set(taskKey(gone), wasSaid || isRunning);
    if (!isRunning || wasSaid) return;
    invalidate('time');
    showToast(messages.time.taskGone({ task: task.identifier }), undefined, gone.taskId);
  }

  const linkQuestions = createLinkQuestions({ entries, timer, onChange: () => invalidate('linkQuestion') });
  const id = () => account.required().id;

  function running(): Entry | undefined {
    const accountId = account.id();
    return accountId === undefined ? undefined : entries.running(accountId);
  }

  function entriesReplaced(): void {
    revision += 1;
    readAgain('time');
    invalidate('time', 'outbox');
  }

  function entriesChanged(): void {
    entriesReplaced();
    // Listeners run after the whole change: one of its rows may settle an open question.
    queueMicrotask(() => events.emit('entriesChanged'));
  }

  const part: AccountPart = {
    load(of) {
      if (of !== null) timer.keepLast(of.id);
      const entry = running();
      // A start in the future means that the clock is wrong.
      if (entry && now() >= Date.parse(entry.startTime)) runClock.observe(entry);
    },
    start: nothing,
    transfer(fromId, toId) {
      entries.transfer(fromId, toId);
      labels.transfer(fromId, toId);
      rules.transfer(fromId, toId);
    },
    stop: nothing,
  };

  return {
    on: events.on,
    part,
    entries,
    /** Of the named account alone. */
    ownEntries,
    changes,
    timer,
    edit,
    linkQuestions,
    timesheet,
    taskToTrack,
    weekStartsOn,
    running,
    taskGone,
    /** `accountId`: may be named although it is the only open one. */
    isGone: (task: TaskOfAccount): boolean => goneTasks.has(taskKey(task)) || goneTasks.has(task.taskId),

    view(): TimeView {
      const accountId = account.id();
      if (accountId !== undefined) {
        const view = entries.view(accountId, new Date(now()), outbox);
        const week = timesheet.week(accountId, view.day);
        const isTaskGone = view.running !== null && goneTasks.has(taskKey(view.running.task));
        return { ...view, ...(isTaskGone && { isTaskGone }), weekStartsOn, week };
      }
      const week = { ...weekOf(localDay(now()), weekStartsOn), tasks: [], cells: [], tracked: [] };
      return { running: null, day: '', today: [], week, recent: [], weekStartsOn };
    },
    day: (day: string): DayView => ({ day, entries: entries.day(id(), day, outbox), week: timesheet.week(id(), day) }),

    start(of: TaskOfAccount, startTime?: string, allowClosed?: boolean): void {
      const accountId = id();
      const chosenStart = startTime === undefined ? undefined : Date.parse(startTime);
      const task = taskToTrack(of.taskId, of.accountId);
      timer.start(accountId, task, chosenStart, '', allowClosed);
      events.emit('timerStarted', { accountId: task.accountId ?? accountId, taskId: task.taskId });
    },
    stop(endTime?: string, allowLong?: boolean): void {
      timer.stop(id(), endTime === undefined ? undefined : Date.parse(endTime), allowLong);
    },
    discard: (): void => timer.discard(id()),
    /** Starts a timer on the task of an earlier entry, with its note. */
    continueEntry(entryId: string): void {
      const previous = entries.find(id(), entryId);
      if (previous) timer.start(previous.accountId, previous.task, undefined, previous.note);
    },

    /** Local days, inclusive. */
    export(from: string, to: string): Promise<string | null> {
      const period = { from: dayBounds(from).from, to: dayBounds(to).to };
      const csv = toCsv(entries.between(id(), period.from, period.to), new Date(), period, options.accountTitle);
      return options.saveFile(`punchcard-${from}-${to}.csv`, `${BYTE_ORDER_MARK}${csv}`);
    },

    /** Keeps the labels of tasks that have entries, because completed tasks are no longer listed. */
    rememberLabels(): void {
      const accountId = account.id();
      if (accountId === undefined) return;
      // Tasks of a board may be assigned to nobody.
      const recent = entries
        .recent(accountId)
        .flatMap(({ taskId, accountId }) => options.findTask(taskId, accountId) ?? []);
      const byAccount = Map.groupBy([...options.assignedTasks(), ...recent], (task) => task.accountId ?? accountId);
      for (const [id, tasks] of byAccount) labels.remember(id, tasks);
    },

    /** Call when other entries are shown: those of another account, or of a task with another id. */
    entriesReplaced,
    /** Entries of a task that was created here get the id and the identifier that the service gave it. */
    linkCreatedTask(accountId: string, localId: string, task: { id: string; identifier: string }): void {
      entries.linkTask(accountId, localId, task);
      labels.linkTask(accountId, localId, task.id);
      rules.linkTask(accountId, localId, task);
      outbox.setFieldsAfter(accountId, localId, { taskId: task.id, identifier: task.identifier });
      entriesReplaced();
    },
    /** Call with the service's answer to a write, in its transaction. */
    storeAnswer(item: OutboxItem, value: unknown): void {
      if (!writeKinds.some(({ kind }) => kind === item.kind)) return;
      changes.acceptTheirs(item, value);
      if (value !== undefined) entriesChanged();
    },
    /** The service accepted a write. */
    sent({ kind, payload }: OutboxItem, value: unknown): void {
      if (kind !== TIME_ENTRY_CLOSE || value === undefined) return;
      showToast(messages.outbox.entry.closed({ task: TimeEntryClosePayload.parse(payload).identifier }));
    },
    /** Removes the time entries of deleted tasks. */
    forgetTasks(accountId: string, taskIds: readonly string[]): void {
      transaction(database, () => {
        for (const taskId of taskIds) {
          goneTasks.set(taskKey({ accountId, taskId }), false);
          for (const entryId of entries.deleteOfTask(accountId, taskId)) outbox.forget(entryId);
        }
      });
      entriesChanged();
    },
  };
}
