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
import { addDays, format, getHours, startOfDay, subDays, subMinutes } from 'date-fns';
import { type Due, dayOf, parseDue } from '../tasks/due.ts';
import type { TaskView } from '../tasks/task-view.ts';
import { timeOn } from '../time/time-of-day.ts';
import { type Quiet, quietUntil } from './quiet.ts';

/** `before-60`: an hour before. */
export type Kind = `before-${number}` | 'due' | 'overdue';

export interface RemindersSettings {
  on: boolean;
  /** So many minutes before a task is due; none: never before. */
  beforeMinutes: readonly number[];
  /** `HH:mm`, local: the morning. */
  dailyAt: string;
  quiet: Quiet;
}

/** A task of the person's, or of a board that is watched. */
export interface RemindedTask extends TaskView {
  /** Whose it is, null: nobody's; missing where it is the person's own. */
  assignee?: { name: string } | null;
}

/** Something to be said of one task. */
export interface Reminder {
  task: RemindedTask;
  due: Due;
  kind: Kind;
  /** What counts as said with it. */
  settles: Kind[];
  /** It was put off, and comes back with this. */
  wasSnoozed: boolean;
}

/** One notification: of one task, or several in one. */
export interface Say {
  reminders: Reminder[];
  /** The local day, `yyyy-MM-dd`, where something is said to be overdue. */
  day: string | null;
}

export interface Plan {
  say: Say[];
  /** There is something to say, and it is not the time to. */
  isHeld: boolean;
  /** Nothing changes by itself before; null: never. */
  nextLook: number | null;
}

export interface Snooze {
  dueDate: string;
  /** When it comes back. */
  at: number;
}

export interface PlanInput {
  /** Each once. */
  tasks: readonly RemindedTask[];
  settings: RemindersSettings;
  /** A project's own lead in minutes, by its id, where it is known; it comes on top of the person's, unless there is none. */
  leadMinutes: ReadonlyMap<string, number>;
  /** What was said of a task's due date. */
  said: (taskId: string, dueDate: string) => ReadonlySet<Kind> | undefined;
  /** The days on which something was said to be overdue. */
  days: ReadonlySet<string>;
  /** By task. Nothing is said of a task before; of another due date it does not count. */
  snoozes: ReadonlyMap<string, Snooze>;
  now: number;
  /** Nothing is said before. */
  pausedUntil: number | null;
  /** The desktop itself wants silence, for nobody knows how long. */
  isInhibited: boolean;
  /** Something was held back: what is to be said comes in one. */
  isHolding: boolean;
}

/** More at once than this are one digest. */
export const MOST_AT_ONCE = 3;
/** Later than this, something came between: several of such are one digest. */
const LATE_MS = 60_000;
const DAY_MINUTES = 24 * 60;
const NIGHT_ENDS_AT = 4;
/** Lines of so many days may have been said already, because the clock was ahead for a while. */
const DAYS_AHEAD = 10;

interface Step {
  kind: Kind;
  at: number;
}

export function plan(input: PlanInput): Plan {
  const { settings, now, days, pausedUntil } = input;
  if (!settings.on) return { say: [], isHeld: false, nextLook: null };
  const looked = input.tasks.flatMap((task) => lookAt(task, input) ?? []);

  const news = looked.flatMap(({ news }) => news ?? []);
  const again = looked.flatMap(({ again }) => again ?? []);
  const today = dayText(now);
  const isMorning = timeOn(new Date(now), settings.dailyAt) <= now;
  const isLineDue = !days.has(today) && (isMorning || news.some(({ reminder }) => reminder.kind === 'overdue'));
  const line = isLineDue ? again : [];
  const reminders = [...line, ...news.map(({ reminder }) => reminder)];

  const silentUntil = Math.max(quietUntil(settings.quiet, now), pausedUntil ?? now);
  const isSilent = input.isInhibited || silentUntil > now;
  const isHeld = isSilent && reminders.length > 0;
  const looks = looked.flatMap(({ next }) => next ?? []);
  if (looked.some(({ isOverdue }) => isOverdue)) looks.push(nextLine(settings.dailyAt, now, days, again.length > 0));
  if (isHeld) looks.push(silentUntil);
  const nextLook = Math.min(...looks.filter((at) => at > now && Number.isFinite(at)));
  const result = { isHeld, nextLook: Number.isFinite(nextLook) ? nextLook : null };
  if (isSilent || reminders.length === 0) return { say: [], ...result };

  const isMuch = reminders.length > MOST_AT_ONCE || (reminders.length > 1 && news.some(({ isLate }) => isLate));
  const inOne = line.length > 0 || input.isHolding || isMuch;
  const groups = inOne ? [reminders] : reminders.map((reminder) => [reminder]);
  const dayOfLine = (group: Reminder[]) => (group.some(({ kind }) => kind === 'overdue') ? today : null);
  return { say: groups.map((group) => ({ reminders: group, day: dayOfLine(group) })), ...result };
}

interface Looked {
  news?: { reminder: Reminder; isLate: boolean };
  /** Overdue, and said to be: for the line of the day. */
  again?: Reminder;
  isOverdue: boolean;
  next?: number;
}

function lookAt(task: RemindedTask, { settings, leadMinutes, said, snoozes, now }: PlanInput): Looked | undefined {
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
  if (isSnoozed) found.news = { reminder, isLate: now - snooze.at > LATE_MS };
  else if (last && !before?.has(last.kind)) found.news = { reminder, isLate: now - last.at > LATE_MS };
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
export function passedSteps({ tasks, settings, leadMinutes, now }: PassedInput): {
  steps: { task: RemindedTask; kind: Kind }[];
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

type PassedInput = Pick<PlanInput, 'tasks' | 'settings' | 'leadMinutes' | 'now'>;

/**
 * The steps that the leads a person has just added would have had by now. They are not made up for: a switch in the settings
 * would bring up every task of the coming days.
 */
export function passedLeads(
  { tasks, dailyAt, now }: Pick<PlanInput, 'tasks' | 'now'> & { dailyAt: string },
  added: readonly number[],
): { task: RemindedTask; kind: Kind }[] {
  return tasks.flatMap((task) => {
    const due = parseDue(task.dueDate);
    if (due === null) return [];
    return steps(due, added, dailyAt)
      .filter(({ kind, at }) => kind.startsWith('before-') && at <= now)
      .map(({ kind }) => ({ task, kind }));
  });
}

export type SnoozeFor = '10-min' | '1-hour' | 'tomorrow';

/** When it comes back. Deep in the night, tomorrow's morning is the one to come. */
export function snoozeUntil(length: SnoozeFor, now: number, dailyAt: string): number {
  if (length === '10-min') return now + 10 * 60_000;
  if (length === '1-hour') return now + 60 * 60_000;
  const isNight = getHours(now) < NIGHT_ENDS_AT && timeOn(new Date(now), dailyAt) > now;
  return timeOn(isNight ? new Date(now) : addDays(now, 1), dailyAt);
}

const dayText = (instant: number | Date): string => format(instant, 'yyyy-MM-dd');
