/** Filters tasks: every typed word must occur in the identifier, title, project or labels. Pure. */

import type { TaskView } from '../contract/index.ts';
import type { TaskRef } from '../time/entry.ts';

/** For comparison without case and accents. */
export function folded(text: string): string {
  if (/^[\x20-\x7e]*$/.test(text)) return text.toLowerCase();
  return text
    .normalize('NFKD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase();
}

export function wordsOf(query: string): string[] {
  return folded(query).split(/\s+/u).filter(Boolean);
}

export function filterTasks(tasks: readonly TaskView[], query: string): readonly TaskView[] {
  const words = wordsOf(query);
  if (words.length === 0) return tasks;
  return tasks.filter((task) => {
    const text = folded(
      [task.identifier, task.title, task.projectName, ...task.labels.map((label) => label.name)].join('\n'),
    );
    return words.every((word) => text.includes(word));
  });
}

export type FoundTask = { is: 'one'; task: TaskRef } | { is: 'none' } | { is: 'several'; tasks: TaskRef[] };

/** `tasks` are recent and assigned tasks, possibly with duplicates. */
export function findTask(name: string, tasks: readonly TaskRef[]): FoundTask {
  const wanted = name.trim().toLowerCase();
  if (wanted === '') return { is: 'none' };
  const unique = [...new Map(tasks.map((task) => [`${task.accountId ?? ''} ${task.taskId}`, task])).values()];
  const exact = unique.filter(({ identifier }) => identifier.toLowerCase() === wanted);
  // Each account has its own numbers; within one, the first counts.
  const ofAccounts = [...new Map(exact.toReversed().map((task) => [task.accountId, task])).values()].toReversed();
  return oneOfTasks(
    ofAccounts.length > 0 ? ofAccounts : unique.filter(({ title }) => title.toLowerCase().includes(wanted)),
  );
}

export function oneOfTasks([first, ...others]: readonly TaskRef[]): FoundTask {
  if (first === undefined) return { is: 'none' };
  return others.length === 0 ? { is: 'one', task: first } : { is: 'several', tasks: [first, ...others] };
}
