/**
 * What is to be said of due dates now, and when to look again. Pure; all arithmetic in the local zone of the process; instants
 * in ms.
 *
 * Each task passes through steps: *before* it is due (once for each lead), *due*, *overdue*. A moment in time is due at that
 * moment; a plain day is due in its morning (`dailyAt`), and only leads of whole days come before it. Overdue is said in the
 * morning after the day on which it was due. Only the last step that was reached is said: it settles the earlier ones, so that
 * a weekend asleep leaves one thing to say of each task. What was said of one due date is never said of it again, whatever the
 * clock does; another due date begins anew. What was said to be overdue is told again on later days, in one line a day: in the
 * morning, or with the first task that turns overdue before.
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
  /** So many minutes before a task is due; none: never before. */
  beforeMinutes: readonly number[];
  /** `HH:mm`, local: the morning. */
  dailyAt: string;
  quiet: QuietHours;
}

/** Something to be said of one task. */
export interface Reminder {
  task: TaskView;
  due: Due;
  kind: ReminderKind;
  /** What counts as said with it. */
  settles: ReminderKind[];
  /** It was put off, and comes back with this. */
  wasSnoozed: boolean;
}

/** One notification, of one task or several: whatever is to be said in one moment is said in one. */
export interface PlannedNotification {
  reminders: Reminder[];
  /** The local day, `yyyy-MM-dd`, where something is said to be overdue. */
  day: string | null;
}

export interface ReminderPlan {
  /** null: nothing, or it is not the time to. */
  say: PlannedNotification | null;
  /** Nothing changes by itself before; null: never. */
  nextLook: number | null;
}

export interface Snooze {
  dueDate: string;
  /** When it comes back. */
  at: number;
}

export interface ReminderPlanInput {
  /** Each once. */
  tasks: readonly TaskView[];
  settings: RemindersSettings;
  /** A project's own lead in minutes, by its id, where it is known; it comes on top of the person's, unless there is none. */
  leadMinutes: ReadonlyMap<string, number>;
  /** What was said of a task's due date. */
  said: (taskId: string, dueDate: string) => ReadonlySet<ReminderKind> | undefined;
  /** The days on which something was said to be overdue. */
  days: ReadonlySet<string>;
  /** By task. Nothing is said of a task before; of another due date it does not count. */
  snoozes: ReadonlyMap<string, Snooze>;
  now: number;
  /** Nothing is said before. */
  pausedUntil: number | null;
  /** The desktop itself wants silence, for nobody knows how long. */
  isInhibited: boolean;
}

const DAY_MINUTES = 24 * 60;
/** Lines of so many days may have been said already, because the clock was ahead for a while. */
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
  /** Overdue, and said to be: for the line of the day. */
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
  // At the very ends of what a Date can hold there is nothing before or after.
  return all.filter(({ at }) => !Number.isNaN(at)).sort((one, other) => one.at - other.at);
}

/** Whole days by the calendar, so that a day before ten o'clock is at ten, also when the clock is changed in between. */
function earlier(moment: number, minutes: number): number {
  return subMinutes(subDays(moment, Math.floor(minutes / DAY_MINUTES)), minutes % DAY_MINUTES).getTime();
}

function leads({ beforeMinutes }: RemindersSettings, ofProject: number | undefined): number[] {
  if (beforeMinutes.length === 0) return [];
  return [...new Set(ofProject === undefined ? beforeMinutes : [...beforeMinutes, ofProject])];
}

/** The next morning with a line to say; this day's only if there is something for it. */
function nextLine(dailyAt: string, now: number, days: ReadonlySet<string>, isToday: boolean): number {
  for (let offset = isToday ? 0 : 1; offset < DAYS_AHEAD; offset += 1) {
    const day = addDays(startOfDay(now), offset);
    const at = timeOn(day, dailyAt);
    if (at > now && !days.has(dayText(day))) return at;
  }
  return Number.POSITIVE_INFINITY;
}

/**
 * What a list that is met for the first time would have had said of it by now. It is not made up for: whoever signs in, or
 * begins to watch a board, sees what is late there, and hears of what becomes due from now on. `day`: the day whose line is
 * past, with something in it.
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
 * The steps that the leads a person has just added would have had by now. They are not made up for: a switch in the settings
 * would bring up every task of the coming days.
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
