/** Timesheets as main answers with. */
import { taskKey } from '../../../shared/accounts.ts';
import type { EntryView, TimesheetView } from '../../../shared/contract/index.ts';
import { sumEntries } from '../../../shared/time/entry-sums.ts';
import { trackedSpans } from '../../../shared/time/gaps.ts';
import { daysBetween } from '../../../shared/time/period.ts';

/** `labels`: by task id. */
export function timesheetOf(
  entries: readonly EntryView[],
  from: string,
  to: string,
  labels: Record<string, string[]> = {},
): TimesheetView {
  const { cells, spans } = sumEntries(entries, daysBetween(from, to));
  const tasks = new Map(entries.map(({ task }) => [taskKey(task), { task, labels: labels[task.taskId] ?? [] }]));
  return {
    from,
    to,
    tasks: [...tasks.values()].filter(({ task }) => cells.some((cell) => taskKey(cell) === taskKey(task))),
    cells,
    tracked: spans.flatMap(trackedSpans),
  };
}
