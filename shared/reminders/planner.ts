/**
 * Plans reminders: which to show now, and when to evaluate again. Pure; in the local time zone of the process; instants in ms.
 *
 * Each task passes through steps: *before* (once for each lead time), *due*, *overdue*. A moment is due at that time; a whole day
 * is due in its morning (`dailyAt`) and has only lead times of whole days. A task is overdue in the morning after its due day.
 * Only the last step reached is shown and settles the earlier ones, so that each task has one reminder after a weekend asleep. A
 * step of a due date is shown once, whatever the clock does; a new due date starts again. Overdue tasks are repeated on later
 * days, in one line a day: in the morning, or with the first task that becomes overdue before.
 */

import { addDays, format, startOfDay, subDays, subMinutes } from 'date-fns';
import type { TaskView } from '../contract/task-view.ts';
import { timeOn } from '../dates/calendar-day.ts';

import { type Due, dayOf, parseDue } from '../tasks/due-date.ts';

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

/** One notification with all reminders of a moment. */
export interface PlannedNotification {
  reminders: Reminder[];
  /** The local day, `yyyy-MM-dd`, if it contains overdue tasks. */
  day: string | null;
}

export interface ReminderPlan {
  /** null if there is nothing to show, or reminders are silent. */
  say: PlannedNotification | null;
  /** When the plan changes next; null for never. */
  nextLook: number | null;
}

export interface Snooze {
  dueDate: string;
  /** The end of the snooze. */
  at: number;
}

export interface ReminderPlanInput {
  /** Without duplicates. */
  tasks: readonly TaskView[];
  settings: RemindersSettings;
  /** By project id: its lead time in minutes, if known, in addition to the person's lead times if they have any. */
  leadMinutes: ReadonlyMap<string, number>;
  /** Steps already shown for a task's due date. */
  said: (taskId: string, dueDate: string) => ReadonlySet<ReminderKind> | undefined;
  /** Days with a reminder of overdue tasks. */
  days: ReadonlySet<string>;
  /** By task id: no reminder before the end. It applies to one due date only. */
  snoozes: ReadonlyMap<string, Snooze>;
  now: number;
  /** No reminders before. */
  pausedUntil: number | null;
  /** The desktop's do-not-disturb is on; its end is unknown. */
  isInhibited: boolean;
}

const DAY_MINUTES = 24 * 60;
/** Days ahead that may already have their line, because the clock was ahead for a while. */
const DAYS_AHEAD = 10;

interface Step {
  kind: ReminderKind;
  at: number;
}

export function planReminders(input: ReminderPlanInput): ReminderPlan {
  const { settings, now, days, pausedUntil } = input;
  if (!settings.on) return { say: null, nextLook: null };
  const looked = input.tasks.flatMap((task) => lookAt(task, input) ?? []);

  const news = looked.flatMap(({ news }) => news ?? []);
  const again = looked.flatMap(({ again }) => again ?? []);
  const today = dayText(now);
  const isMorning = timeOn(new Date(now), settings.dailyAt) <= now;
  const isLineDue = !days.has(today) && (isMorning || news.some(({ kind }) => kind === 'overdue'));
  const line = isLineDue ? again : [];
  const reminders = [...line, ...news];

  const silentUntil = Math.max(quietUntil(settings.quiet, now), pausedUntil ?? now);
  const isSilent = input.isInhibited || silentUntil > now;
  const looks = looked.flatMap(({ next }) => next ?? []);
  if (looked.some(({ isOverdue }) => isOverdue)) looks.push(nextLine(settings.dailyAt, now, days, again.length > 0));
  if (isSilent && reminders.length > 0) looks.push(silentUntil);
  const next = Math.min(...looks.filter((at) => at > now && Number.isFinite(at)));
  const nextLook = Number.isFinite(next) ? next : null;
  if (isSilent || reminders.length === 0) return { say: null, nextLook };
  const day = reminders.some(({ kind }) => kind === 'overdue') ? today : null;
  return { say: { reminders, day }, nextLook };
}

interface Looked {
  news?: Reminder;
  /** Overdue and already shown: for the line of the day. */
  again?: Reminder;
  isOverdue: boolean;
  next?: number;
}

function lookAt(task: TaskView, { settings, leadMinutes, said, snoozes, now }: ReminderPlanInput): Looked | undefined {
  const due = parseDue(task.dueDate);
  if (due === null || task.dueDate === null) return undefined;
  const all = steps(due, leads(settings, leadMinutes.get(task.projectId)), settings.dailyAt);
  const reached = all.filter(({ at }) => at <= now);
  const next = all[reached.length]?.at;
  const last = reached.at(-1);
  const before = said(task.id, task.dueDate);
  const snooze = snoozes.get(task.id);
  const isSnoozed = snooze?.dueDate === task.dueDate;
  if (isSnoozed && snooze.at > now) return { isOverdue: false, next: snooze.at };

  const found: Looked = { isOverdue: last?.kind === 'overdue', ...(next !== undefined && { next }) };
  // A snooze before the first step: the leads were changed meanwhile. It comes back all the same.
  const kind = last?.kind ?? all[0]?.kind ?? 'due';
  const settles = reached.map((step) => step.kind).filter((one) => !before?.has(one));
  const reminder = { task, due, kind, settles, wasSnoozed: isSnoozed };
  if (isSnoozed || (last && !before?.has(last.kind))) found.news = reminder;
  else if (found.isOverdue) found.again = reminder;
  return found;
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

function leads({ beforeMinutes }: RemindersSettings, ofProject: number | undefined): number[] {
  if (beforeMinutes.length === 0) return [];
  return [...new Set(ofProject === undefined ? beforeMinutes : [...beforeMinutes, ofProject])];
}

/** The next morning with a line of overdue tasks; today's only if there are any. */
function nextLine(dailyAt: string, now: number, days: ReadonlySet<string>, isToday: boolean): number {
  for (let offset = isToday ? 0 : 1; offset < DAYS_AHEAD; offset += 1) {
    const day = addDays(startOfDay(now), offset);
    const at = timeOn(day, dailyAt);
    if (at > now && !days.has(dayText(day))) return at;
  }
  return Number.POSITIVE_INFINITY;
}

/**
 * Steps of a new list that are already in the past. They are not shown: after signing in or starting to watch a board, reminders
 * begin with what becomes due from now on. `day` is the day whose line of overdue tasks is past.
 */
export function passedSteps<T extends DatedTask>({
  tasks,
  settings,
  leadMinutes,
  now,
}: PassedInput<T>): {
  steps: { task: T; kind: ReminderKind }[];
  day: string | null;
} {
  const passed = tasks.flatMap((task) => {
    const due = parseDue(task.dueDate);
    if (due === null) return [];
    return steps(due, leads(settings, leadMinutes.get(task.projectId)), settings.dailyAt)
      .filter(({ at }) => at <= now)
      .map(({ kind }) => ({ task, kind }));
  });
  const hasLine = timeOn(new Date(now), settings.dailyAt) <= now && passed.some(({ kind }) => kind === 'overdue');
  return { steps: passed, day: hasLine ? dayText(now) : null };
}

/** What the steps of a task follow from. */
export type DatedTask = Pick<TaskView, 'id' | 'projectId' | 'dueDate'>;

interface PassedInput<T extends DatedTask> extends Pick<ReminderPlanInput, 'settings' | 'leadMinutes' | 'now'> {
  tasks: readonly T[];
}

/**
 * Steps of newly added lead times that are already in the past. They are not shown: changing a setting would otherwise remind of
 * every task of the coming days.
 */
export function passedLeads(
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

const dayText = (instant: number | Date): string => format(instant, 'yyyy-MM-dd');
