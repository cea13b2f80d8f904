/** How long each task was worked on in a local day. Pure. */
import type { EntryView } from '../contract/index.ts';
import { dayBounds, lengthOf, pieces } from './day.ts';

/** ms by task id, the running entry until `now` (ms) included. `day`: `YYYY-MM-DD`; empty for none. */
export function taskTotals(entries: readonly EntryView[], day: string, now: number): ReadonlyMap<string, number> {
  const totals = new Map<string, number>();
  if (day === '') return totals;
  for (const piece of pieces(entries, dayBounds(day), now)) {
    const { taskId } = piece.entry.task;
    totals.set(taskId, (totals.get(taskId) ?? 0) + lengthOf(piece));
  }
  return totals;
}
