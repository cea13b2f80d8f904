/** Suggestions for “Start a timer…”: recent tasks first, then the best matches for the query. Pure. */
import { taskKey } from '../accounts.ts';
import type { TaskRef, TaskView } from '../contract/index.ts';
import { wordsOf } from '../tasks/filter-tasks.ts';
import { matchScore } from '../tasks/match-score.ts';
import { taskRef } from './entry.ts';

const MAX_SUGGESTIONS = 50;

/** `recent` keeps its order and precedes the other tasks. */
export function suggest(query: string, recent: readonly TaskRef[], tasks: readonly TaskView[]): TaskRef[] {
  const all = new Map<string, TaskRef>();
  for (const ref of recent) all.set(taskKey(ref), ref);
  // The list may have a newer title than the time entry.
  for (const task of tasks) all.set(taskKey(task), taskRef(task));
  const words = wordsOf(query);
  if (words.length === 0) return [...all.values()].slice(0, MAX_SUGGESTIONS);
  return [...all.values()]
    .map((ref) => ({ ref, score: matchScore({ ...ref, words: ref.projectName }, words) }))
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score)
    .slice(0, MAX_SUGGESTIONS)
    .map(({ ref }) => ref);
}
