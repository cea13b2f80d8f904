/**
 * Reminders about due dates: looks when something may be due, says it, writes down what the desktop took, and does what the
 * buttons ask for. The rules are in plan.ts; here are the clock and the effects. Every event may come twice, late or never.
 * Instants in ms.
 */
import type { RemindersView } from '../../../shared/contract/reminders-view.ts';
import type { TaskView } from '../../../shared/contract/task-view.ts';

import {
  ACTIONS,
  DIGEST,
  type NotificationContent,
  type NotificationEvents,
  notificationFor,
  taskNotification,
} from '../../../shared/reminders/notification.ts';
import {
  type DatedTask,
  type PlannedNotification,
  passedLeads,
  passedSteps,
  planReminders,
  type Reminder,
  type RemindersSettings,
} from '../../../shared/reminders/planner.ts';
import { type SnoozeFor, snoozeUntil, untilDue } from '../../../shared/reminders/snooze.ts';
import { type Due, parseDue } from '../../../shared/tasks/due-date.ts';
import type { ReminderList } from './reminder-lists.ts';
import type { ReminderStore } from './reminder-store.ts';

/** Kept between two runs. */
export interface ReminderHistory {
  pausedUntil: number | null;
}

/** One moment to wake up at, by the wall clock (ms). */
interface Wake {
  set(at: number): void;
  check(): void;
  stop(): void;
}

export interface RemindersOptions {
  ledger: ReminderStore;
  memory: { read(): ReminderHistory; write(memory: ReminderHistory): void };
  accountId: () => string | undefined;
  /**
   * All the person wants to be reminded of, as far as it is known; what is not in it any more falls silent. A task in several
   * is as the first one has it.
   */
  lists: () => readonly ReminderList[];
  /** Projects' own leads in minutes, where they are known. */
  leadMinutes: () => ReadonlyMap<string, number>;
  settings: () => RemindersSettings & { respectDoNotDisturb: boolean };
  notifications: {
    /** False where the desktop could not show it. */
    show(notice: NotificationContent, events: NotificationEvents): Promise<boolean>;
    close(noticeId: string): void;
    /** Does the desktop want silence? False where it does not tell. */
    isInhibited(): Promise<boolean>;
  };
  wake: (ring: () => void) => Wake;
  now: () => number;
  /** The task whose timer runs. */
  runningTaskId: () => string | undefined;
  onStart: (taskId: string) => void;
  /** null: no single task, but the list. */
  onOpen: (taskId: string | null) => void;
  onChange: () => void;
}

export type Reminders = ReturnType<typeof createReminders>;

/** After the start and after a wake nothing is said for so long: the list from before is old, and its answer on its way. */
export const SETTLE_MS = 10_000;
/** After the disk did not take what was said, or the desktop did not show it; the latter waits longer each time. */
const RETRY_MS = 60_000;
const MAX_RETRY_MS = 3_600_000;
/** What is said so soon after another notification takes its place and says both. */
const JOIN_MS = 60_000;
/** A pause ends with the next day's morning; one that seems longer was made by a clock that was wrong. */
const LONGEST_PAUSE_MS = 48 * 3_600_000;

export function createReminders(options: RemindersOptions) {
  const { ledger, memory, accountId, lists, leadMinutes, settings, notifications, now, runningTaskId } = options;
  const { onStart, onOpen, onChange } = options;
  const alarm = options.wake(evaluate);
  /** What is on screen, by the notice's id. */
  const shown = new Map<string, { notice: NotificationContent; reminders: readonly Reminder[]; at: number }>();
  let settlesUntil = now() + SETTLE_MS;
  let last = settings();
  /** So often in a row the desktop did not show something. */
  let failures = 0;
  let underWay: Promise<void> | null = null;
  let askedAgain = false;
  let isStopped = false;
  /** On screen, and not in the ledger yet. */
  let unwritten: { id: string; say: PlannedNotification } | null = null;
  /** That it could not be written is in the log, once. */
  let isTold = false;

  function pausedUntil(): number | null {
    const until = memory.read().pausedUntil;
    return until === null || until <= now() || until - now() > LONGEST_PAUSE_MS ? null : until;
  }

  function listed(): Map<string, TaskView> {
    const all = new Map<string, TaskView>();
    for (const { tasks } of lists()) for (const task of tasks) if (!all.has(task.id)) all.set(task.id, task);
    return all;
  }

  const input = (id: string) => ({
    tasks: [...listed().values()],
    settings: settings(),
    leadMinutes: leadMinutes(),
    said: ledger.said(id),
    days: ledger.days(id),
    snoozes: ledger.snoozes(id),
    now: now(),
    pausedUntil: pausedUntil(),
  });

  /** Says what is to be said, and arms the next look. Call whenever tasks, settings or account changed. */
  function evaluate(): void {
    if (underWay !== null) {
      askedAgain = true;
      return;
    }
    underWay = evaluateOnce()
      .catch((error: unknown) => {
        if (isStopped) return;
        if (unwritten === null || !isTold) console.error('reminders:', error);
        isTold = unwritten !== null;
        alarm.set(now() + RETRY_MS);
      })
      .finally(() => {
        underWay = null;
        if (askedAgain && !isStopped) {
          askedAgain = false;
          evaluate();
        }
      });
  }

  async function evaluateOnce(): Promise<void> {
    const id = accountId();
    withdraw();
    if (id === undefined || isStopped) {
      alarm.stop();
      return;
    }
    writeDown();
    // At once, so that what changes in a moment is news.
    const begun = ledger.begun(id);
    begin(id, (list) => !begun.has(list));
    const left = settlesUntil - now();
    if (left > 0 && left <= SETTLE_MS) {
      alarm.set(settlesUntil);
      return;
    }
    let next = planReminders({ ...input(id), isInhibited: false });
    // The desktop is asked only if there is something to say.
    if (next.say !== null && settings().respectDoNotDisturb) {
      const isInhibited = await notifications.isInhibited();
      if (isStopped || accountId() !== id) {
        askedAgain = true;
        return;
      }
      next = planReminders({ ...input(id), isInhibited });
    }
    const { say, nextLook } = next;
    const hasFailed = say !== null && !(await sayIt(id, say));
    if (isStopped) return;
    failures = hasFailed ? failures + 1 : 0;
    const retryAt = hasFailed ? now() + Math.min(MAX_RETRY_MS, RETRY_MS * 2 ** (failures - 1)) : null;
    const looks = [nextLook, pausedUntil(), retryAt].filter((at) => at !== null);
    if (looks.length === 0) alarm.stop();
    else alarm.set(Math.min(...looks));
    onChange();
  }

  /** Nothing is said of what these lists had before. */
  function begin(id: string, isNew: (list: string) => boolean): void {
    for (const { id: list, tasks } of lists()) {
      if (!isNew(list)) continue;
      const passed = passedSteps({ tasks, settings: settings(), leadMinutes: leadMinutes(), now: now() });
      ledger.begin(id, list, passed, now());
    }
  }

  async function sayIt(id: string, say: PlannedNotification): Promise<boolean> {
    const joined = unread(id, say);
    const reminders = [...say.reminders, ...joined];
    const made = notificationFor(reminders, new Date(now()), context());
    const [single] = joined;
    const notice = made.id === DIGEST && single ? { ...made, replaces: taskNotification(single.task.id) } : made;
    const isShown = await notifications.show(notice, {
      onAction: (action) => acted(notice.id, action),
      onClosed: () => shown.delete(notice.id),
    });
    if (!isShown) return false;
    unwritten = { id, say };
    writeDown();
    // What a digest says need not stand beside it.
    if (notice.id === DIGEST) for (const { task } of reminders) close(taskNotification(task.id));
    shown.set(notice.id, { notice, reminders, at: now() });
    return true;
  }

  const context = () => ({ dailyAt: settings().dailyAt, runningTaskId: runningTaskId() });

  /**
   * What the notifications say, and still holds, in whose place this one comes: those of the last minute, and the digest before
   * a newer digest. This one says it, too.
   */
  function unread(id: string, say: PlannedNotification): Reminder[] {
    const known = new Set(say.reminders.map(({ task }) => task.id));
    const isRecent = ({ at }: { at: number }): boolean => Math.abs(now() - at) < JOIN_MS;
    const recent = [...shown.values()].filter(isRecent).flatMap(({ reminders }) => reminders);
    const isDigest = say.reminders.length > 1 || recent.some(({ task }) => !known.has(task.id));
    const digest = shown.get(DIGEST);
    const replaced = isDigest && digest && !isRecent(digest) ? [...recent, ...digest.reminders] : recent;
    const snoozes = ledger.snoozes(id);
    const isPutOff = ({ task }: Reminder): boolean => {
      const snooze = snoozes.get(task.id);
      return snooze !== undefined && snooze.dueDate === task.dueDate && snooze.at > now();
    };
    const left = holding(replaced).filter((one) => !known.has(one.task.id) && !isPutOff(one));
    // A task may be in the digest and in a newer notification of its own, which comes first here.
    return [...new Map(left.toReversed().map((one) => [one.task.id, one])).values()];
  }

  /** Those whose task is in a list and due when it was, as it is now. */
  function holding(reminders: readonly Reminder[]): Reminder[] {
    const all = listed();
    return reminders.flatMap((one) => {
      const task = all.get(one.task.id);
      return task?.dueDate === one.task.dueDate ? [{ ...one, task }] : [];
    });
  }

  /** Throws where the disk does not take it; until it does, nothing more is said, because it would be said again and again. */
  function writeDown(): void {
    if (unwritten === null) return;
    ledger.wasSaid(unwritten.id, unwritten.say, now());
    unwritten = null;
  }

  /** What does not hold any more leaves the screen; a changed title is shown in place. */
  function withdraw(): void {
    for (const [noticeId, { notice, reminders, at }] of shown) {
      const still = holding(reminders);
      if (still.length === 0 || accountId() === undefined) {
        close(noticeId);
      } else if (reminders.length === 1) {
        const next = notificationFor(still, new Date(now()), context());
        if (next.title !== notice.title) replace(noticeId, { ...notice, title: next.title }, still, at);
      }
    }
  }

  function replace(noticeId: string, notice: NotificationContent, reminders: readonly Reminder[], at: number): void {
    shown.set(noticeId, { notice, reminders, at });
    void notifications.show(notice, {
      onAction: (action) => acted(noticeId, action),
      onClosed: () => shown.delete(noticeId),
    });
  }

  function close(noticeId: string): void {
    if (shown.delete(noticeId)) notifications.close(noticeId);
  }

  function acted(noticeId: string, action: string): void {
    const reminders = shown.get(noticeId)?.reminders ?? [];
    const asked = ACTIONS[action];
    const [first] = reminders;
    if (first === undefined || asked === undefined) return;
    if (asked.do === 'snooze') {
      // Of what has another due date by now, another snooze may be kept. The due moment is told all the same: the notification
      // may be from long before, or about several tasks.
      const until = (due: Due) => untilDue(snoozeFor(asked.length, due), now(), due);
      putOff(
        holding(reminders).map(({ task }) => task),
        until,
      );
    } else if (asked.do === 'start' && reminders.length === 1) {
      onStart(first.task.id);
    } else {
      onOpen(reminders.length === 1 ? first.task.id : null);
    }
    close(noticeId);
  }

  const snoozeFor = (length: SnoozeFor, due: Due): number => snoozeUntil(length, now(), settings().dailyAt, due);

  function putOff(which: readonly TaskView[], until: (due: Due) => number): void {
    const id = accountId();
    if (id === undefined) return;
    const dated = which.flatMap(({ id: taskId, dueDate }) => {
      const due = parseDue(dueDate);
      return dueDate === null || due === null ? [] : { taskId, dueDate, until: until(due) };
    });
    ledger.snooze(id, dated);
    for (const { taskId } of dated) close(taskNotification(taskId));
    evaluate();
  }

  function setPause(until: number | null): void {
    memory.write({ ...memory.read(), pausedUntil: until });
    onChange();
    evaluate();
  }

  return {
    evaluate,

    /** A notification that an earlier run showed; what a digest was about is not known any more. */
    actedEarlier(noticeId: string, action: string): void {
      const task = [...listed().values()].find(({ id }) => taskNotification(id) === noticeId);
      const asked = ACTIONS[action];
      if (task === undefined || asked === undefined || asked.do === 'open') onOpen(task?.id ?? null);
      else if (asked.do === 'snooze') putOff([task], (due) => snoozeFor(asked.length, due));
      else onStart(task.id);
    },

    /** The settings changed. */
    settingsChanged(): void {
      const { on, beforeMinutes, dailyAt } = settings();
      const added = beforeMinutes.filter((minutes) => !last.beforeMinutes.includes(minutes));
      const isSwitchedOn = on && !last.on;
      last = settings();
      const id = accountId();
      if (id !== undefined && isSwitchedOn) begin(id, () => true);
      else if (id !== undefined && added.length > 0) {
        ledger.forgo(id, passedLeads({ tasks: [...listed().values()], dailyAt, now: now() }, added), now());
      }
      evaluate();
    },

    /** The computer woke: what is known is old, so a fresh list is waited for. May come twice. */
    woke(): void {
      settlesUntil = now() + SETTLE_MS;
      evaluate();
    },

    /** The clock may have been set meanwhile. */
    check: alarm.check,

    /** A list is not asked for any more. */
    end(list: string): void {
      const id = accountId();
      if (id !== undefined) ledger.end(id, list);
      evaluate();
    },

    /**
     * The person set this due date, at `at`: what it had passed by then is no news to them. A task that is still to be made goes
     * by its name here.
     */
    dueDateSet(id: string, task: DatedTask, at = now()): void {
      const passed = (tasks: readonly DatedTask[]) =>
        passedSteps({ tasks, settings: settings(), leadMinutes: leadMinutes(), now: at });
      const { steps, day } = passed([task]);
      ledger.forgo(id, steps, at);
      const others = [...listed().values()].filter((other) => other.id !== task.id);
      // The line of the day is left to the others that are overdue.
      if (day !== null && passed(others).day === null) ledger.skipDay(id, day, at);
    },
    /** The service has made a task: what is kept under its name here is about that one. */
    adopt: ledger.adopt,

    snooze(task: TaskView, length: SnoozeFor): void {
      putOff([task], (due) => snoozeFor(length, due));
    },
    /** Nothing is said for an hour, or until tomorrow's morning. */
    pause(length: '1-hour' | 'tomorrow'): void {
      setPause(snoozeUntil(length, now(), settings().dailyAt));
    },
    resume(): void {
      setPause(null);
    },

    view(): RemindersView {
      const until = pausedUntil();
      return { pausedUntil: until === null ? null : new Date(until).toISOString() };
    },

    /** Drops what is long over; once a run is enough. */
    tidy(): void {
      const id = accountId();
      if (id !== undefined) ledger.tidy(id, [...listed().keys()], now());
    },

    /** Resolves when nothing is being said. */
    idle: async (): Promise<void> => {
      while (underWay !== null) await underWay;
    },

    stop(): void {
      isStopped = true;
      alarm.stop();
    },
  };
}
