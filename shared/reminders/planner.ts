/**
 * Plans reminders: which to show now, and when the plan changes next. Pure; in the local time zone of the process; instants in ms.
 *
 * Each task passes through steps: *before* (once for each lead time), *due*, *overdue*. A moment is due at that time; a whole day
 * is due in its morning (`dailyAt`) and has only lead times of whole days. A task is overdue in the morning after its due day.
 * Only the last step reached is shown and settles the earlier ones, so that each task has one reminder after a weekend asleep. A
 * step of a due date is shown once, whatever the clock does; a new due date starts again. Overdue tasks are repeated on later
 * days, in one line a day: in the morning, or with the first task that becomes overdue before. What was shown is kept by
 * electron/features/reminders/reminder-store.ts.
 */

import { addDays, startOfDay, subDays, subMinutes } from 'date-fns';
import type { TaskView } from '../contract/task-view.ts';
import { timeOn } from '../dates/calendar-day.ts';
import { DAY_MINUTES } from '../dates/minutes.ts';
import { type Due, dayOf, parseDue } from '../tasks/due-date.ts';
import { localDay } from '../time/day.ts';
import { type QuietHours, quietUntil } from './quiet-hours.ts';

/** `before-60`: an hour before. */
export type ReminderKind = `before-${number}` | 'due' | 'overdue';

export interface RemindersSettings {
  on: boolean;
  /** Lead times in minutes; empty for no reminder before the due date. */
  beforeMinutes: readonly number[];
  /** `HH:mm`, local: the morning. */
  dailyAt: string;
  quiet: QuietHours;
}

/** A reminder about one task. */
export interface Reminder {
  task: TaskView;
  due: Due;
  kind: ReminderKind;
  /** Steps that it settles. */
  settles: ReminderKind[];
  /** It ends a snooze. */
  wasSnoozed: boolean;
}

/** One notification with all reminders of a moment: of several, it is a digest (notification.ts). */
export interface PlannedNotification {
  reminders: Reminder[];
  /** The local day, `yyyy-MM-dd`, if it contains overdue tasks. */
  day: string | null;
}

export interface ReminderPlan {
  /** null if there is nothing to show, or reminders are silent. */
  notification: PlannedNotification | null;
  /** When the plan changes next; null for never. */
  nextAt: number | null;
}

export interface Snooze {
  dueDate: string;
  /** The end of the snooze. */
  at: number;
}

export interface ReminderPlanInput {
  /** Each task once. */
  tasks: readonly TaskView[];
  settings: RemindersSettings;
  /** By project id: its lead time in minutes, if known, in addition to the person's lead times if they have any. */
  leadMinutes: ReadonlyMap<string, number>;
  /** Steps already shown for a task's due date. */
  shownKinds: (taskId: string, dueDate: string) => ReadonlySet<ReminderKind> | undefined;
  /** Days with a reminder of overdue tasks. */
  overdueDays: ReadonlySet<string>;
  /** By task id: no reminder before the end. It applies to one due date only. */
  snoozes: ReadonlyMap<string, Snooze>;
  now: number;
  /** No reminder is shown before this time, the end of the pause or of the focus round; null if there is neither. */
  notBefore: number | null;
  /** The desktop's do-not-disturb is on; its end is unknown. */
  isInhibited: boolean;
}

/** How far nextOverdueReminder() looks ahead (days): days ahead have had theirs already if the clock was wrong for a while. */
const DAYS_AHEAD = 10;

interface Step {
  kind: ReminderKind;
  at: number;
}

export function planReminders(input: ReminderPlanInput): ReminderPlan {
  const { settings, now, overdueDays, notBefore } = input;
  if (!settings.on) return { notification: null, nextAt: null };
  const states = input.tasks.flatMap((task) => taskState(task, input) ?? []);

  const due = states.flatMap(({ due }) => due ?? []);
  const overdue = states.flatMap(({ overdue }) => overdue ?? []);
  const today = localDay(now);
  const isMorning = timeOn(new Date(now), settings.dailyAt) <= now;
  const isOverdueReminderDue = !overdueDays.has(today) && (isMorning || due.some(({ kind }) => kind === 'overdue'));
  const reminders = isOverdueReminderDue ? [...overdue, ...due] : due;

  const silentUntil = Math.max(quietUntil(settings.quiet, now), notBefore ?? now);
  const isSilent = input.isInhibited || silentUntil > now;
  const times = states.flatMap(({ next }) => next ?? []);
  if (states.some(({ isOverdue }) => isOverdue)) {
    times.push(nextOverdueReminder(settings.dailyAt, now, overdueDays, overdue.length > 0));
  }
  if (isSilent && reminders.length > 0) times.push(silentUntil);
  const next = Math.min(...times.filter((at) => at > now));
  const nextAt = Number.isFinite(next) ? next : null;
  if (isSilent || reminders.length === 0) return { notification: null, nextAt };
  const day = reminders.some(({ kind }) => kind === 'overdue') ? today : null;
  return { notification: { reminders, day }, nextAt };
}

interface TaskState {
  /** Not shown yet, or at the end of its snooze. */
  due?: Reminder;
  /** Already shown as overdue: for the overdue reminder of the day. */
  overdue?: Reminder;
  isOverdue: boolean;
  /** The next step, or the end of the snooze. */
  next?: number;
}

function taskState(
  task: TaskView,
  { settings, leadMinutes, shownKinds, snoozes, now }: ReminderPlanInput,
): TaskState | undefined {
  const due = parseDue(task.dueDate);
  if (due === null || task.dueDate === null) return undefined;
  const all = steps(due, leads(settings, leadMinutes.get(task.projectId)), settings.dailyAt);
  const reached = all.filter(({ at }) => at <= now);
  const next = all[reached.length]?.at;
  const last = reached.at(-1);
  const shown = shownKinds(task.id, task.dueDate);
  const snooze = snoozes.get(task.id);
  const isSnoozed = snooze?.dueDate === task.dueDate;
  if (isSnoozed && snooze.at > now) return { isOverdue: false, next: snooze.at };

  const state: TaskState = { isOverdue: last?.kind === 'overdue', ...(next !== undefined && { next }) };
  // A snooze may end before the first step if the lead times changed meanwhile.
  const kind = last?.kind ?? all[0]?.kind ?? 'due';
  const settles = reached.map((step) => step.kind).filter((one) => !shown?.has(one));
  const reminder = { task, due, kind, settles, wasSnoozed: isSnoozed };
  if (isSnoozed || (last && !shown?.has(last.kind))) state.due = reminder;
  else if (state.isOverdue) state.overdue = reminder;
  return state;
}

function steps(due: Due, leads: readonly number[], dailyAt: string): Step[] {
  const day = dayOf(due);
  const moment = due.allDay ? timeOn(day, dailyAt) : due.at.getTime();
  const before = leads.filter((minutes) => !due.allDay || minutes >= DAY_MINUTES);
  const all: Step[] = [
    ...before.map((minutes): Step => ({ kind: `before-${minutes}`, at: earlier(moment, minutes) })),
    { kind: 'due', at: moment },
    { kind: 'overdue', at: timeOn(addDays(day, 1), dailyAt) },
  ];
  // Outside the range of Date there is no step.
  return all.filter(({ at }) => !Number.isNaN(at)).sort((one, other) => one.at - other.at);
}

/** Subtracts whole calendar days, so that the time of day stays across clock changes. */
function earlier(moment: number, minutes: number): number {
  return subMinutes(subDays(moment, Math.floor(minutes / DAY_MINUTES)), minutes % DAY_MINUTES).getTime();
}

function leads({ beforeMinutes }: RemindersSettings, projectMinutes: number | undefined): number[] {
  if (beforeMinutes.length === 0) return [];
  return [...new Set(projectMinutes === undefined ? beforeMinutes : [...beforeMinutes, projectMinutes])];
}

/** The next morning with a line of overdue tasks; today's only if there are any. */
function nextOverdueReminder(dailyAt: string, now: number, days: ReadonlySet<string>, isToday: boolean): number {
  for (let offset = isToday ? 0 : 1; offset < DAYS_AHEAD; offset += 1) {
    const day = addDays(startOfDay(now), offset);
    const at = timeOn(day, dailyAt);
    if (at > now && !days.has(localDay(day))) return at;
  }
  return Number.POSITIVE_INFINITY;
}

/**
 * Steps of a new list that are already in the past. They are not shown: after signing in or starting to watch a board, reminders
 * begin with what becomes due from now on. `day` is the day whose line of overdue tasks is past.
 */
export function pastSteps<T extends DatedTask>({
  tasks,
  settings,
  leadMinutes,
  now,
}: PastStepsInput<T>): {
  steps: { task: T; kind: ReminderKind }[];
  day: string | null;
} {
  const past = tasks.flatMap((task) => {
    const due = parseDue(task.dueDate);
    if (due === null) return [];
    return steps(due, leads(settings, leadMinutes.get(task.projectId)), settings.dailyAt)
      .filter(({ at }) => at <= now)
      .map(({ kind }) => ({ task, kind }));
  });
  const hasLine = timeOn(new Date(now), settings.dailyAt) <= now && past.some(({ kind }) => kind === 'overdue');
  return { steps: past, day: hasLine ? localDay(now) : null };
}

/** The properties that determine the steps of a task. */
export type DatedTask = Pick<TaskView, 'id' | 'projectId' | 'dueDate'>;

interface PastStepsInput<T extends DatedTask> extends Pick<ReminderPlanInput, 'settings' | 'leadMinutes' | 'now'> {
  tasks: readonly T[];
}

/**
 * Steps of newly added lead times that are already in the past. They are not shown: changing a setting would otherwise remind of
 * every task of the coming days.
 */
export function pastLeadSteps(
  { tasks, dailyAt, now }: Pick<ReminderPlanInput, 'tasks' | 'now'> & { dailyAt: string },
  added: readonly number[],
): { task: TaskView; kind: ReminderKind }[] {
  return tasks.flatMap((task) => {
    const due = parseDue(task.dueDate);
    if (due === null) return [];
    return steps(due, added, dailyAt)
      .filter(({ kind, at }) => kind.startsWith('before-') && at <= now)
      .map(({ kind }) => ({ task, kind }));
  });
}
