/** The entries of a report, each with its share of what was rounded. Pure; times in ms. */
import { taskKey } from '../../../shared/accounts.ts';
import { MINUTE_MS } from '../../../shared/dates/milliseconds.ts';
import type { Entry, TaskRef } from '../../../shared/time/entry.ts';
import { partsByDay } from '../../../shared/time/parts-by-day.ts';
import {
  type Money,
  type Report,
  type ReportProject,
  type ReportTask,
  shareMoney,
} from '../../../shared/time/report.ts';
import { shareUnits } from '../../../shared/time/rounding.ts';
import { shownSpan } from '../../../shared/time/shown-times.ts';

/** An entry, or its part on one day of those that it touches. */
export interface ReportEntry {
  /** Local day. */
  day: string;
  /** Since 1970. */
  from: number;
  to: number;
  note: string;
  task: TaskRef;
  project: ReportProject;
  isBillable: boolean;
  exact: number;
  /** The rounded parts of a task on a day add up to what the report shows. */
  rounded: number;
  /** The parts of a task add up to its amount; null without one. */
  money: Money | null;
}

/** A task on a day, as one line of the report. */
export interface ReportLine {
  day: string;
  task: TaskRef;
  ms: number;
  /** Each different note once, in the order of the entries. */
  notes: string[];
}

/** By start. Entries that run are left out, as in the timesheet. */
export function reportEntries(report: Report, entries: readonly Entry[]): ReportEntry[] {
  const ended = entries.filter(({ endTime }) => endTime !== null);
  const byTask = Map.groupBy(ended, ({ task }) => taskKey(task));
  return report.projects
    .flatMap((project) => project.tasks.flatMap((task) => taskEntries(report, project, task, byTask)))
    .sort((one, other) => one.from - other.from || one.to - other.to);
}

function taskEntries(
  { days }: Report,
  project: ReportProject,
  { task, cells, isBillable, money }: ReportTask,
  byTask: ReadonlyMap<string, readonly Entry[]>,
): ReportEntry[] {
  const all = (byTask.get(taskKey(task)) ?? []).flatMap((entry) => {
    const { from, to } = shownSpan(entry, 0);
    return partsByDay(from, to).map((part) => ({ ...part, note: entry.note }));
  });
  const byDay = Map.groupBy(all, ({ day }) => day);
  const entries = days.flatMap(({ day }, index) => {
    const parts = byDay.get(day) ?? [];
    const exact = parts.map(({ from, to }) => to - from);
    const shares = shareUnits((cells[index]?.rounded ?? 0) / MINUTE_MS, exact);
    return parts.map((part, at) => ({ ...part, exact: exact[at] ?? 0, rounded: (shares[at] ?? 0) * MINUTE_MS }));
  });
  const shares = money
    ? shareMoney(
        money,
        entries.map(({ rounded }) => rounded),
      )
    : [];
  return entries.map((entry, at) => ({ ...entry, task, project, isBillable, money: shares[at] ?? null }));
}

/** By day; on a day in the order in which its tasks were begun. */
export function reportLines(entries: readonly ReportEntry[]): ReportLine[] {
  const lines = Map.groupBy(entries, ({ day, task }) => `${day} ${taskKey(task)}`);
  return [...lines.values()].flatMap((parts) => {
    const [first] = parts;
    if (first === undefined) return [];
    const notes = new Set(parts.map(({ note }) => note.trim()).filter((note) => note !== ''));
    const ms = parts.reduce((sum, { rounded }) => sum + rounded, 0);
    return [{ day: first.day, task: first.task, ms, notes: [...notes] }];
  });
}
