/** Suggestions for “Start a timer…”: recent tasks first, then the best matches for the query. Pure. */
import type { TaskRef, TaskView } from '../contract/index.ts';
import { folded, wordsOf } from '../tasks/filter-tasks.ts';
import { taskRef } from './entry.ts';

const MAX_SUGGESTIONS = 50;

/** `recent` keeps its order and precedes the other tasks. */
export function suggest(query: string, recent: readonly TaskRef[], tasks: readonly TaskView[]): TaskRef[] {
  const all = new Map<string, TaskRef>();
  for (const ref of recent) all.set(ref.taskId, ref);
  // The list may have a newer title than the time entry.
  for (const task of tasks) all.set(task.id, taskRef(task));
  const words = wordsOf(query);
  if (words.length === 0) return [...all.values()].slice(0, MAX_SUGGESTIONS);
  return [...all.values()]
    .map((ref) => ({ ref, score: score(ref, words) }))
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score)
    .slice(0, MAX_SUGGESTIONS)
    .map(({ ref }) => ref);
}

/** 0 if a word does not match. Identifiers count most, then the beginning of the title, then of any word. */
function score(ref: TaskRef, words: readonly string[]): number {
  const identifier = folded(ref.identifier);
  const title = folded(ref.title);
  const project = folded(ref.projectName);
  let sum = 0;
  for (const word of words) {
    if (identifier === word) sum += 100;
    else if (identifier.startsWith(word) || identifier.endsWith(`-${word}`)) sum += 50;
    else if (title.startsWith(word)) sum += 30;
    else if (` ${title}`.includes(` ${word}`)) sum += 20;
    else if (title.includes(word) || identifier.includes(word)) sum += 10;
    else if (project.includes(word)) sum += 5;
    else return 0;
  }
  return sum;
}
