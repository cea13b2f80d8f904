/** The priorities of a task, the most urgent first: schemas, quick add and the screen derive from this table. */

/** `word` and `digit` follow `!` in quick add; 1 is the most urgent, as in P1. `mark`: drawn as `!` or as this number of bars. */
export const PRIORITIES = [
  { id: 'urgent', word: 'urgent', digit: '1', mark: '!' },
  { id: 'high', word: 'high', digit: '2', mark: 3 },
  { id: 'medium', word: 'medium', digit: '3', mark: 2 },
  { id: 'low', word: 'low', digit: '4', mark: 1 },
  { id: 'no-priority', word: 'none', digit: '', mark: 0 },
] as const;

export type Priority = (typeof PRIORITIES)[number]['id'];

/** A priority from the service: `unknown` for one that this version does not support. */
export type ReadPriority = Priority | 'unknown';

/** Higher for more urgent priorities; 0 for none and unknown ones. */
export function priorityRank(priority: ReadPriority): number {
  const at = PRIORITIES.findIndex(({ id }) => id === priority);
  return at < 0 ? 0 : PRIORITIES.length - 1 - at;
}
