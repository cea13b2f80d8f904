/** The tasks that the palette and the desktop's search find on this computer. Pure. */
import { taskKey } from '../accounts.ts';
import type { PaletteView } from '../contract/palette-view.ts';
import type { TaskHit } from '../contract/task-page.ts';
import type { TaskView } from '../contract/task-view.ts';
import type { ReadPriority } from '../tasks/priority.ts';
import type { TaskRef } from '../time/entry.ts';

/** A task from any list. */
export interface PaletteTask extends Omit<TaskHit, 'accountId'> {
  accountId?: string | undefined;
  /** Absent for a task of which only time entries are known. */
  projectId?: string;
  priority: ReadPriority | null;
  dueDate: string | null;
  /** Known only for the person's own tasks, as is `statusName`. */
  status?: string;
  statusName?: string | null;
  isDone: boolean;
  isOwn: boolean;
}

/** Assigned tasks, then those of boards, then tasks known only from time entries. */
export function paletteTasks(
  assigned: readonly TaskView[],
  recent: readonly TaskRef[],
  { boardTasks, tracked }: Pick<PaletteView, 'boardTasks' | 'tracked'>,
): PaletteTask[] {
  const all = new Map<string, PaletteTask>();
  const add = (task: PaletteTask) => all.has(taskKey(task)) || all.set(taskKey(task), task);
  for (const task of assigned) add({ ...task, isDone: false, isOwn: true });
  for (const task of boardTasks) add({ ...task, isOwn: false });
  for (const { taskId, ...task } of [...recent, ...tracked])
    add({ ...task, id: taskId, priority: null, dueDate: null, isDone: false, isOwn: false });
  return [...all.values()];
}

/** What of a task is searched, and the line under which its uses are counted. */
export const searchableTask = (task: PaletteTask, untitled: string) => ({
  id: `task ${taskKey(task)}`,
  group: 'tasks' as const,
  identifier: task.identifier,
  title: task.title || untitled,
  words: task.projectName,
  isOwn: task.isOwn,
});
