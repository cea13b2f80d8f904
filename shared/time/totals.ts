/** Totals by local day, project and task. Pure. */
import { addDays, startOfDay, startOfWeek } from 'date-fns';
import type { Day } from '../dates/week-start.ts';
import { localDay } from './day.ts';
import type { Entry, TaskRef } from './entry.ts';
import { overlapMs } from './overlaps.ts';

export interface WeekTotals {
  /** Seven local days, `YYYY-MM-DD`, from the first day of the week; ms tracked in each. */
  days: { day: string; ms: number }[];
  /** Longest first. */
  projects: { name: string; ms: number }[];
  /** Longest first. */
  tasks: { task: TaskRef; ms: number }[];
  totalMs: number;
}

/** The week of `now`: seven day starts and the start of the next week. */
export function weekDays(now: Date, weekStartsOn: Day): Date[] {
  const first = startOfWeek(now, { weekStartsOn });
  // startOfDay for each day: one may begin at 1:00, or last 23 or 25 hours.
  return Array.from({ length: 8 }, (_, index) => startOfDay(addDays(first, index)));
}

/** Completed entries only; the window adds the running one. */
export function weekTotals(entries: readonly Entry[], now: Date, weekStartsOn: Day): WeekTotals {
  const starts = weekDays(now, weekStartsOn);
  const days = starts.slice(0, 7).map((start) => ({ day: localDay(start), ms: 0 }));
  const projects = new Map<string, { name: string; ms: number }>();
  const tasks = new Map<string, { task: TaskRef; ms: number }>();
  let totalMs = 0;
  for (const { task, startTime, endTime } of entries) {
    if (endTime === null) continue;
    const span = { start: Date.parse(startTime), end: Date.parse(endTime) };
    for (const [index, day] of days.entries()) {
      const [from, to] = [starts[index], starts[index + 1]];
      if (from === undefined || to === undefined) continue;
      const ms = overlapMs(span, { start: from.getTime(), end: to.getTime() });
      if (ms === 0) continue;
      day.ms += ms;
      totalMs += ms;
      const project = projects.get(task.projectName) ?? { name: task.projectName, ms: 0 };
      project.ms += ms;
      projects.set(task.projectName, project);
      const totals = tasks.get(task.taskId) ?? { task, ms: 0 };
      totals.ms += ms;
      tasks.set(task.taskId, totals);
    }
  }
  const longest = (a: { ms: number }, b: { ms: number }) => b.ms - a.ms;
  return { days, projects: [...projects.values()].sort(longest), tasks: [...tasks.values()].sort(longest), totalMs };
}
