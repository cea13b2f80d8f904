/** Sums of the shown times of entries by task and local day, which may last 23 or 25 hours. Pure; times in ms. */
import { taskKey } from '../accounts.ts';
import type { TimesheetCell } from '../contract/timesheet.ts';
import { dayAfter, dayBounds, type Span } from './day.ts';
import type { Entry } from './entry.ts';
import { shownMinute } from './shown-times.ts';

export interface Tracked {
  /** By task, then by day. */
  cells: TimesheetCell[];
  /** Per day of the period: the entries' parts with a duration. */
  spans: Span[][];
}

/** The completed entries of consecutive local days. */
export function sumEntries(
  entries: readonly Pick<Entry, 'task' | 'startTime' | 'endTime'>[],
  days: readonly string[],
): Tracked {
  const sums = createEntrySums(days);
  for (const { task, startTime, endTime } of entries) if (endTime !== null) sums.add(task, startTime, endTime);
  return sums.result();
}

/** As `sumEntries`, for entries that are read in portions. */
export function createEntrySums(days: readonly string[]) {
  const midnights = days.map((day) => dayBounds(day).from);
  const from = midnights[0] ?? 0;
  const to = dayBounds(dayAfter(days.at(-1) ?? '1970-01-01', 1)).from;
  const byTask = new Map<string, (TimesheetCell | undefined)[]>();
  const spans: Span[][] = days.map(() => []);

  /** The day that contains the instant, by bisection. */
  function indexOf(instant: number): number {
    let [low, high] = [0, midnights.length - 1];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((midnights[middle] ?? to) <= instant) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  return {
    period: { from, to },

    /** Instants as stored. */
    add(task: Pick<TimesheetCell, 'taskId' | 'accountId'>, startTime: string, endTime: string): void {
      const start = shownMinute(Date.parse(startTime));
      const end = Math.max(start, shownMinute(Date.parse(endTime)));
      // It only touches the period.
      if (end <= from && start < from) return;
      const first = indexOf(start);
      const { taskId, accountId } = task;
      const key = taskKey(task);
      for (let index = first; index < days.length; index += 1) {
        const begin = Math.max(start, midnights[index] ?? from);
        const stop = Math.min(end, midnights[index + 1] ?? to);
        if (stop < begin || (stop === begin && end > start)) break;
        const continued = index > first ? 1 : 0;
        const cells = byTask.get(key) ?? byTask.set(key, new Array(days.length)).get(key) ?? [];
        const cell = cells[index];
        if (cell === undefined)
          cells[index] = {
            taskId,
            ...(accountId !== undefined && { accountId }),
            day: days[index] ?? '',
            ms: stop - begin,
            entries: 1,
            ...(continued > 0 && { continued }),
          };
        else {
          cell.ms += stop - begin;
          cell.entries += 1;
          if (continued > 0) cell.continued = (cell.continued ?? 0) + continued;
        }
        if (stop > begin) spans[index]?.push({ from: begin, to: stop });
        if (end === start) break;
      }
    },

    result(): Tracked {
      const cells = [...byTask.values()].flatMap((row) => row.filter((cell) => cell !== undefined));
      return { cells, spans };
    },
  };
}
