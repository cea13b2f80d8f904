/** What the palette offers before anything is typed. Pure. */
import { type Due, dueGroup } from '../tasks/due-date.ts';
import { scoreOfUse } from './search.ts';

export interface LikelyTask {
  id: string;
  due: Due | null;
  /** Place among the last tasks tracked, 0 for the last one; null if it is not one of them. */
  recency: number | null;
  /** How often it was chosen here lately (shared/palette/use.ts). */
  weight: number;
}

const BY_DUE = { overdue: 8, today: 10, tomorrow: 4, 'next-7-days': 2, later: 0, 'no-date': 0 };
const LAST_TRACKED = 12;
const STEP = 4;

/** The tasks that the person most likely wants now: tracked last, due soon, or often chosen. Those without any reason are left out. */
export function likelyTasks<T extends LikelyTask>(tasks: readonly T[], now: Date, most: number): T[] {
  return tasks
    .map((task) => ({ task, score: likelihood(task, now) }))
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score)
    .slice(0, most)
    .map(({ task }) => task);
}

function likelihood({ due, recency, weight }: LikelyTask, now: Date): number {
  const tracked = recency === null ? 0 : Math.max(0, LAST_TRACKED - STEP * recency);
  return BY_DUE[dueGroup(due, now)] + tracked + scoreOfUse(weight);
}

/** Orders lines by use; equal ones keep their order. */
export function byUse<T extends { id: string }>(lines: readonly T[], weightOf: (id: string) => number): T[] {
  return lines.toSorted((one, other) => weightOf(other.id) - weightOf(one.id));
}
