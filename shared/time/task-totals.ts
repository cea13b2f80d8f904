/** How long each task was worked on in a local day. Pure. */
import { taskKey } from '../accounts.ts';
import type { EntryView } from '../contract/index.ts';
import { dayBounds, lengthOf, pieces } from './day.ts';

/** ms by task (`taskKey`), the running entry until `now` (ms) included. `day`: `YYYY-MM-DD`; empty for none. */
export function taskTotals(entries: readonly EntryView[], day: string, now: number): ReadonlyMap<string, number> {
  const totals = new Map<string, number>();
  if (day === '') return totals;
  for (const piece of pieces(entries, dayBounds(day), now)) {
    const key = taskKey(piece.entry.task);
    totals.set(key, (totals.get(key) ?? 0) + lengthOf(piece));
  }
  return totals;
}
