/** A task by what a person calls it: its identifier, or a part of its title that only one has. Pure. */
import type { TaskRef } from '../../electron/features/time/entry-store.ts';

export type FoundTask = { is: 'one'; task: TaskRef } | { is: 'none' } | { is: 'several'; tasks: TaskRef[] };

/** `tasks`: those worked on lately and those assigned; the same one may stand there twice. */
export function findTask(name: string, tasks: readonly TaskRef[]): FoundTask {
  const wanted = name.trim().toLowerCase();
  if (wanted === '') return { is: 'none' };
  const each = [...new Map(tasks.map((task) => [task.taskId, task])).values()];
  const exact = each.find(({ identifier }) => identifier.toLowerCase() === wanted);
  if (exact !== undefined) return { is: 'one', task: exact };
  const [first, ...others] = each.filter(({ title }) => title.toLowerCase().includes(wanted));
  if (first === undefined) return { is: 'none' };
  return others.length === 0 ? { is: 'one', task: first } : { is: 'several', tasks: [first, ...others] };
}
