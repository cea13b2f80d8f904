/** Timesheets as main answers with, made of entries that do not cross midnight. */
import type { EntryView, TimesheetCell, TimesheetView } from '../../../shared/contract/index.ts';
import { localDay } from '../../../shared/time/day.ts';
import { gapsBetween } from '../../../shared/time/gaps.ts';

/** `labels`: by task id. */
export function timesheetOf(
  entries: readonly EntryView[],
  from: string,
  to: string,
  labels: Record<string, string[]> = {},
): TimesheetView {
  const inPeriod = entries.filter(({ startTime }) => {
    const day = localDay(new Date(startTime));
    return from <= day && day <= to;
  });
  const cells = new Map<string, TimesheetCell>();
  for (const { task, startTime, endTime } of inPeriod) {
    const day = localDay(new Date(startTime));
    const key = `${task.taskId} ${day}`;
    const cell = cells.get(key) ?? { taskId: task.taskId, day, ms: 0, entries: 0 };
    const ms = cell.ms + Date.parse(endTime ?? startTime) - Date.parse(startTime);
    cells.set(key, { ...cell, ms, entries: cell.entries + 1 });
  }
  const byDay = Map.groupBy(inPeriod, ({ startTime }) => localDay(new Date(startTime)));
  const gaps = [...byDay.values()].flatMap((day) =>
    gapsBetween(
      day.map(({ startTime, endTime }) => ({ from: Date.parse(startTime), to: Date.parse(endTime ?? startTime) })),
    ),
  );
  const tasks = new Map(inPeriod.map(({ task }) => [task.taskId, { task, labels: labels[task.taskId] ?? [] }]));
  return { from, to, tasks: [...tasks.values()], cells: [...cells.values()], gaps };
}
