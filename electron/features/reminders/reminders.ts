/**
 * Reminders of due dates: evaluates when one is due, shows it, saves what the desktop accepted, and handles the notification's
 * buttons. The rules are in shared/reminders/planner.ts; here are the clock and the effects. Every event may come twice, late or
 * never. Instants in ms.
 */
import type { RemindersView } from '../../../shared/contract/reminders.ts';
import type { TaskView } from '../../../shared/contract/task-view.ts';
import { HOUR_MS, MINUTE_MS } from '../../../shared/dates/milliseconds.ts';
import {
  ACTIONS,
  DIGEST,
  type NotificationContent,
  type NotificationEvents,
  type Notifications,
  notificationFor,
  taskNotification,
} from '../../../shared/reminders/notification.ts';
import {
  type DatedTask,
  type PlannedNotification,
  pastLeadSteps,
  pastSteps,
  planReminders,
  type Reminder,
  type RemindersSettings,
} from '../../../shared/reminders/planner.ts';
import { type SnoozeFor, snoozeUntil, untilDue } from '../../../shared/reminders/snooze.ts';
import { type Due, parseDue } from '../../../shared/tasks/due-date.ts';
import type { Alarm } from '../../store/alarm.ts';
import type { ReminderList } from './reminder-lists.ts';
import type { ReminderStore } from './reminder-store.ts';

export interface RemindersOptions {
  store: ReminderStore;
  /** The end of the pause, on disk. */
  pause: { read(): number | null; write(until: number | null): void };
  /** Until when no reminder is shown, for another reason than the pause; null if there is none. */
  heldUntil?: () => number | null;
  accountId: () => string | undefined;
  /** The loaded lists. A task in several lists is as in the first one; a task in none has no reminders. */
  lists: () => readonly ReminderList[];
  /** By project id: its lead time in minutes. */
  leadMinutes: () => ReadonlyMap<string, number>;
  settings: () => RemindersSettings & { respectDoNotDisturb: boolean };
  notifications: Pick<Notifications, 'show' | 'close' | 'isInhibited'>;
  alarm: (ring: () => void) => Alarm;
  now: () => number;
  /** The task with the running timer. */
  runningTaskId: () => string | undefined;
  /** A reminder of these tasks was shown, the first one since their due date was reached. */
  onDue?: (tasks: readonly TaskView[]) => void;
  onStart: (taskId: string) => void;
  /** null: the list. */
  onOpen: (taskId: string | null) => void;
  onChange: () => void;
}

/** How long reminders wait for a fresh list after the start and after a wake-up. */
export const SETTLE_MS = 10_000;
/** After a failure of the disk or of the desktop; the latter's retries back off. */
const RETRY_MS = MINUTE_MS;
const MAX_RETRY_MS = HOUR_MS;
/** A reminder within this time after another one replaces it and repeats it. */
const JOIN_MS = MINUTE_MS;
/** A pause ends the next morning; a longer one comes from a wrong clock and is ignored. */
const LONGEST_PAUSE_MS = 48 * HOUR_MS;

export function createReminders(options: RemindersOptions) {
  const { store, pause, accountId, lists, leadMinutes, settings, notifications, now, runningTaskId } = options;
  const { heldUntil = () => null, onDue = () => undefined, onStart, onOpen, onChange } = options;
  const alarm = options.alarm(evaluate);
  /** The notifications on screen, by id. */
  const shown = new Map<string, { content: NotificationContent; reminders: readonly Reminder[]; at: number }>();
  let settledAt = now() + SETTLE_MS;
  let lastSettings = settings();
  /** Failed notifications in a row. */
  let failures = 0;
  let evaluation: Promise<void> | null = null;
  let mustRepeat = false;
  let isStopped = false;
  /** On screen but not saved yet. */
  let unsaved: { accountId: string; planned: PlannedNotification } | null = null;
  /** The failure to save it is in the log. */
  let isLogged = false;

  function pausedUntil(): number | null {
    const until = pause.read();
    return until === null || until <= now() || until - now() > LONGEST_PAUSE_MS ? null : until;
  }

  /** The end of the pause, or of what else holds reminders. */
  function notBefore(): number | null {
    const [paused, held] = [pausedUntil(), heldUntil()];
    return paused === null || held === null ? (paused ?? held) : Math.max(paused, held);
  }

  const taskOfNotification = (notificationId: string): TaskView | undefined =>
    [...listed().values()].find(({ id }) => taskNotification(id) === notificationId);

  function listed(): Map<string, TaskView> {
    const all = new Map<string, TaskView>();
    for (const { tasks } of lists()) for (const task of tasks) if (!all.has(task.id)) all.set(task.id, task);
    return all;
  }

  const input = (id: string) => ({
    tasks: [...listed().values()],
    settings: settings(),
    leadMinutes: leadMinutes(),
    shownKinds: store.shownKinds(id),
    overdueDays: store.overdueDays(id),
    snoozes: store.snoozes(id),
    now: now(),
    notBefore: notBefore(),
  });

  /** Shows what is due and arms the alarm. Call when tasks, settings or account changed. */
  function evaluate(): void {
    if (evaluation !== null) {
      mustRepeat = true;
      return;
    }
    evaluation = evaluateOnce()
      .catch((error: unknown) => {
        if (isStopped) return;
        if (unsaved === null || !isLogged) console.error('The reminders failed:', error);
        isLogged = unsaved !== null;
        alarm.set(now() + RETRY_MS);
      })
      .finally(() => {
        evaluation = null;
        if (mustRepeat && !isStopped) {
          mustRepeat = false;
          evaluate();
        }
      });
  }

  async function evaluateOnce(): Promise<void> {
    const id = accountId();
    updateShown();
    if (id === undefined || isStopped) {
      alarm.stop();
      return;
    }
    saveShown();
    // New lists start before the wait below: changes during the wait are reminded of.
    const started = store.startedLists(id);
    startLists(id, (list) => !started.has(list));
    const waitMs = settledAt - now();
    if (waitMs > 0 && waitMs <= SETTLE_MS) {
      alarm.set(settledAt);
      return;
    }
    let next = planReminders({ ...input(id), isInhibited: false });
    if (next.notification !== null && settings().respectDoNotDisturb) {
      const isInhibited = await notifications.isInhibited();
      if (isStopped || accountId() !== id) {
        mustRepeat = true;
        return;
      }
      next = planReminders({ ...input(id), isInhibited });
    }
    const { notification, nextAt } = next;
    const hasFailed = notification !== null && !(await show(id, notification));
    if (isStopped) return;
    failures = hasFailed ? failures + 1 : 0;
    const retryAt = hasFailed ? now() + Math.min(MAX_RETRY_MS, RETRY_MS * 2 ** (failures - 1)) : null;
    const times = [nextAt, pausedUntil(), heldUntil(), retryAt].filter((at) => at !== null);
    if (times.length === 0) alarm.stop();
    else alarm.set(Math.min(...times));
    onChange();
  }

  /** Past steps of these lists are skipped. */
  function startLists(id: string, isNew: (list: string) => boolean): void {
    for (const { id: list, tasks } of lists()) {
      if (!isNew(list)) continue;
      const past = pastSteps({ tasks, settings: settings(), leadMinutes: leadMinutes(), now: now() });
      store.startList(id, list, past, now());
    }
  }

  async function show(account: string, planned: PlannedNotification): Promise<boolean> {
    const repeated = remindersToRepeat(account, planned);
    const reminders = [...planned.reminders, ...repeated];
    const plain = notificationFor(reminders, new Date(now()), context());
    const [single] = repeated;
    const content = plain.id === DIGEST && single ? { ...plain, replaces: taskNotification(single.task.id) } : plain;
    const at = now();
    const isShown = await notifications.show(content, eventsOf(content.id));
    if (!isShown) return false;
    if (content.id === DIGEST) for (const { task } of reminders) close(taskNotification(task.id));
    // Before it is saved: its buttons work even if the disk fails.
    shown.set(content.id, { content, reminders, at });
    unsaved = { accountId: account, planned };
    saveShown();
    onDue(planned.reminders.flatMap(({ task, settles }) => (settles.includes('due') ? task : [])));
    return true;
  }

  const eventsOf = (id: string): NotificationEvents => ({
    onAction: (action) => handleAction(id, action),
    onClosed: () => shown.delete(id),
  });

  const context = () => ({ dailyAt: settings().dailyAt, runningTaskId: runningTaskId() });

  /**
   * The valid reminders on screen that this notification replaces and therefore repeats: those of the last minute, and the
   * digest's if it is a digest itself.
   */
  function remindersToRepeat(id: string, planned: PlannedNotification): Reminder[] {
    const included = new Set(planned.reminders.map(({ task }) => task.id));
    const recent = [...shown.values()].filter(isRecent).flatMap(({ reminders }) => reminders);
    const isDigest = planned.reminders.length > 1 || recent.some(({ task }) => !included.has(task.id));
    const digest = shown.get(DIGEST);
    const replaced = isDigest && digest && !isRecent(digest) ? [...recent, ...digest.reminders] : recent;
    const snoozes = store.snoozes(id);
    const isSnoozed = ({ task }: Reminder): boolean => {
      const snooze = snoozes.get(task.id);
      return snooze !== undefined && snooze.dueDate === task.dueDate && snooze.at > now();
    };
    const repeated = stillValid(replaced).filter((one) => !included.has(one.task.id) && !isSnoozed(one));
    // A task may be in the digest and in a newer notification of its own, which wins here.
    return [...new Map(repeated.toReversed().map((one) => [one.task.id, one])).values()];
  }

  const isRecent = ({ at }: { at: number }): boolean => Math.abs(now() - at) < JOIN_MS;

  /** Reminders whose task is listed with the same due date, with the task as it is now. */
  function stillValid(reminders: readonly Reminder[]): Reminder[] {
    const all = listed();
    return reminders.flatMap((one) => {
      const task = all.get(one.task.id);
      return task?.dueDate === one.task.dueDate ? [{ ...one, task }] : [];
    });
  }

  /** Throws if the disk fails. Until it succeeds no reminder is shown: it would be shown again and again. */
  function saveShown(): void {
    if (unsaved === null) return;
    store.saveShown(unsaved.accountId, unsaved.planned, now());
    unsaved = null;
  }

  /** Closes notifications that are no longer valid, and updates a changed title. An older one would be shown again. */
  function updateShown(): void {
    for (const [id, { content, reminders, at }] of shown) {
      const valid = stillValid(reminders);
      if (valid.length === 0 || accountId() === undefined) {
        close(id);
      } else if (reminders.length === 1 && isRecent({ at })) {
        const { title } = notificationFor(valid, new Date(now()), context());
        if (title === content.title) continue;
        const updated = { ...content, title };
        shown.set(id, { content: updated, reminders: valid, at });
        void notifications.show(updated, eventsOf(id));
      }
    }
  }

  function close(id: string): void {
    if (shown.delete(id)) notifications.close(id);
  }

  function handleAction(id: string, actionId: string): void {
    const reminders = shown.get(id)?.reminders ?? [];
    const action = ACTIONS[actionId];
    const [first] = reminders;
    if (first === undefined || action === undefined) return;
    if (action.do === 'snooze') {
      // A task with a new due date may have a snooze of its own.
      const tasks = stillValid(reminders).map(({ task }) => task);
      snooze(tasks, snoozeFromNotification(action.length));
    } else if (action.do === 'start' && reminders.length === 1) {
      onStart(first.task.id);
    } else {
      onOpen(reminders.length === 1 ? first.task.id : null);
    }
    close(id);
  }

  /** Ends at the due time at the latest: the notification may be old, or about several tasks. */
  const snoozeFromNotification = (length: SnoozeFor) => (due: Due) => untilDue(snoozeEnd(length, due), now(), due);
  const snoozeEnd = (length: SnoozeFor, due: Due): number => snoozeUntil(length, now(), settings().dailyAt, due);

  function snooze(tasks: readonly TaskView[], until: (due: Due) => number): void {
    const id = accountId();
    if (id === undefined) return;
    const dated = tasks.flatMap(({ id: taskId, dueDate }) => {
      const due = parseDue(dueDate);
      return dueDate === null || due === null ? [] : { taskId, dueDate, until: until(due) };
    });
    store.snooze(id, dated);
    for (const { taskId } of dated) close(taskNotification(taskId));
    evaluate();
  }

  function setPause(until: number | null): void {
    pause.write(until);
    onChange();
    evaluate();
  }

  return {
    evaluate,

    /** The action on a notification from an earlier run. The tasks of a digest are unknown by then. */
    handleEarlierAction(notificationId: string, actionId: string): void {
      const task = taskOfNotification(notificationId);
      const action = ACTIONS[actionId];
      if (task === undefined || action === undefined || action.do === 'open') onOpen(task?.id ?? null);
      else if (action.do === 'snooze') snooze([task], snoozeFromNotification(action.length));
      else onStart(task.id);
    },

    settingsChanged(): void {
      const { on, beforeMinutes, dailyAt } = settings();
      const added = beforeMinutes.filter((minutes) => !lastSettings.beforeMinutes.includes(minutes));
      const isSwitchedOn = on && !lastSettings.on;
      lastSettings = settings();
      const id = accountId();
      if (id !== undefined && isSwitchedOn) startLists(id, () => true);
      else if (id !== undefined && added.length > 0) {
        store.skipSteps(id, pastLeadSteps({ tasks: [...listed().values()], dailyAt, now: now() }, added), now());
      }
      evaluate();
    },

    /** The computer woke, or the network is back: waits for a fresh list. May be called twice. */
    woke(): void {
      settledAt = now() + SETTLE_MS;
      evaluate();
    },

    /** Re-evaluates the clock. */
    check: alarm.check,

    endList(list: string): void {
      const id = accountId();
      if (id !== undefined) store.endList(id, list);
      evaluate();
    },

    /** The person set this due date at `at`: steps past by then are skipped. A new task has its local id. */
    dueDateSet(id: string, task: DatedTask, at = now()): void {
      const pastOf = (tasks: readonly DatedTask[]) =>
        pastSteps({ tasks, settings: settings(), leadMinutes: leadMinutes(), now: at });
      const { steps, day } = pastOf([task]);
      store.skipSteps(id, steps, at);
      const others = [...listed().values()].filter((other) => other.id !== task.id);
      // Other overdue tasks still need the line of the day.
      if (day !== null && pastOf(others).day === null) store.skipDay(id, day, at);
    },
    replaceTaskId: store.replaceTaskId,

    snooze(task: TaskView, length: SnoozeFor): void {
      snooze([task], (due) => snoozeEnd(length, due));
    },
    /** Pauses reminders for an hour or until tomorrow morning. */
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

    /** Deletes old rows. */
    tidy(): void {
      const id = accountId();
      if (id !== undefined) store.tidy(id, [...listed().keys()], now());
    },

    /** Resolves when no evaluation runs. */
    idle: async (): Promise<void> => {
      while (evaluation !== null) await evaluation;
    },

    stop(): void {
      isStopped = true;
      alarm.stop();
    },
  };
}
