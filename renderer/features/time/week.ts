/** The bars and shares of a week, including the running entry. Pure; times in ms. */
import type { EntryView, TaskRef, WeekTotals } from '../../../shared/contract/index.ts';
import { dayBounds } from '../../../shared/time/day.ts';
import { overlapMs } from '../../../shared/time/overlaps.ts';

export interface WeekView {
  days: { day: string; ms: number; height: number }[];
  /** Longest first. */
  projects: Share<{ name: string }>[];
  /** Longest first. */
  tasks: Share<{ task: TaskRef }>[];
  totalMs: number;
}

/** `share`: relative to the longest, 0 to 1. */
type Share<T> = T & { ms: number; share: number; percent: number };

/** Height of the tallest bar (px). */
const TALLEST = 54;
/** Height of an empty day (px). */
const LINE = 2;

export function weekView(week: WeekTotals, running: EntryView | null, now: number): WeekView {
  const days = week.days.map(({ day, ms }) => {
    if (running === null) return { day, ms };
    const { from, to } = dayBounds(day);
    return { day, ms: ms + overlapMs({ start: Date.parse(running.startTime), end: now }, { start: from, end: to }) };
  });
  const totalMs = days.reduce((sum, { ms }) => sum + ms, 0);
  const most = Math.max(0, ...days.map(({ ms }) => ms));

  const runningMs = totalMs - week.totalMs;
  const byProject = new Map(week.projects.map(({ name, ms }) => [name, ms]));
  const byTask = new Map(week.tasks.map((one) => [one.task.taskId, one]));
  if (running !== null) {
    const { task } = running;
    byProject.set(task.projectName, (byProject.get(task.projectName) ?? 0) + runningMs);
    byTask.set(task.taskId, { task, ms: (byTask.get(task.taskId)?.ms ?? 0) + runningMs });
  }
  return {
    days: days.map(({ day, ms }) => ({ day, ms, height: barHeight(ms, most) })),
    projects: shares(
      [...byProject].map(([name, ms]) => ({ name, ms })),
      totalMs,
    ),
    tasks: shares([...byTask.values()], totalMs),
    totalMs,
  };
}

function shares<T extends { ms: number }>(parts: readonly T[], totalMs: number): Share<T>[] {
  const sorted = parts.filter(({ ms }) => ms > 0).sort((one, other) => other.ms - one.ms);
  const longest = sorted[0]?.ms ?? 0;
  return sorted.map((part) => ({
    ...part,
    share: part.ms / longest,
    percent: Math.round((part.ms / totalMs) * 100),
  }));
}

/** In px, of the tallest bar. Any tracked time is higher than an empty day. */
export function barHeight(ms: number, most: number, tallest = TALLEST): number {
  return ms <= 0 ? LINE : Math.max(LINE + 1, Math.round((ms / most) * tallest));
}
