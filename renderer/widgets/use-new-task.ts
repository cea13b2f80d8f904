import type { NewTask } from '../../shared/contract/new-task.ts';
import { plainTask } from '../../shared/quick-add/plain-task.ts';
import { send, useAppState } from '../state/main-process.ts';
import { useRead } from '../state/use-read.ts';

export interface NewTaskChoice {
  project: { id: string; name: string };
  /** Creates the task and starts its timer. False if that failed; the error is shown. */
  create: (title: string) => Promise<boolean>;
  /** Creates the task in My tasks. */
  createMine: (title: string) => Promise<boolean>;
}

/**
 * Where a new task would go: to the project of the last timer, else to that of quick add. undefined until that is read, null if there
 * is no project. `isWanted`: reads the projects whenever it becomes true.
 */
export function useNewTask(isWanted: boolean): NewTaskChoice | null | undefined {
  const { value: directory, error } = useRead('quick-add.directory', isWanted ? {} : null);
  const timedProjectId = useAppState((state) => state.time.recent[0]?.projectId);
  if (error !== null) return null;
  if (!directory) return undefined;
  const find = (projectId: string | null | undefined) => directory.projects.find(({ id }) => id === projectId);
  const project = find(timedProjectId) ?? find(directory.lastProjectId);
  if (project === undefined) return null;
  const create = (task: NewTask, startTimer: boolean) => send('quick-add.create', { tasks: [task], startTimer });
  return {
    project,
    create: (title) => create(plainTask(title, project, directory), true),
    createMine: (title) => create({ ...plainTask(title, project, directory), userId: directory.me.id }, false),
  };
}
