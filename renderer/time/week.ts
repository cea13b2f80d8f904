/** The week as bars and as shares, the running entry included. Pure; times in ms. */
import type { EntryView, WeekTotals } from '../../electron/bridge/contract.ts';
import { dayBounds } from './day.ts';

export interface WeekView {
  days: { day: string; ms: number; height: number }[];
  /** Longest first; `share` of the longest, 0 to 1. */
  projects: { name: string; ms: number; share: number; percent: number }[];
  totalMs: number;
}

/** The tallest bar, px. */
const TALLEST = 54;
/** An empty day is a line. */
const LINE = 2;

export function weekView(week: WeekTotals, running: EntryView | null, now: number): WeekView {
  const start = running === null ? Number.NaN : Date.parse(running.startTime);
  const days = week.days.map(({ day, ms }) => {
    const { from, to } = dayBounds(day);
    const grown = Math.min(now, to) - Math.max(start, from);
    return { day, ms: ms + (grown > 0 ? grown : 0) };
  });
  const totalMs = days.reduce((sum, { ms }) => sum + ms, 0);
  const most = Math.max(0, ...days.map(({ ms }) => ms));

  const byProject = new Map(week.projects.map(({ name, ms }) => [name, ms]));
  if (running !== null) {
    const { projectName } = running.task;
    byProject.set(projectName, (byProject.get(projectName) ?? 0) + totalMs - week.totalMs);
  }
  const projects = [...byProject]
    .map(([name, ms]) => ({ name, ms }))
    .filter(({ ms }) => ms > 0)
    .sort((one, other) => other.ms - one.ms);
  const longest = projects[0]?.ms ?? 0;
  return {
    days: days.map(({ day, ms }) => ({ day, ms, height: barHeight(ms, most) })),
    projects: projects.map(({ name, ms }) => ({
      name,
      ms,
      share: ms / longest,
      percent: Math.round((ms / totalMs) * 100),
    })),
    totalMs,
  };
}

/** In px; what is there at all is higher than the line of an empty day. */
export function barHeight(ms: number, most: number): number {
  return ms <= 0 ? LINE : Math.max(LINE + 1, Math.round((ms / most) * TALLEST));
}
