import { plainTask } from '../../shared/quick-add/plain-task.ts';
import { send, useAppState } from '../state/main-process.ts';
import { useRead } from '../state/use-read.ts';

export interface NewTaskChoice {
  project: { id: string; name: string };
  /** Creates the task and starts its timer. False if that failed; the error is shown. */
  create: (title: string) => Promise<boolean>;
}

/**
 * Where a new task would go: to the project of the last timer, else to that of quick add. null if it is not known yet or there is
 * none. `isWanted`: reads the projects whenever it becomes true.
 */
export function useNewTask(isWanted: boolean): NewTaskChoice | null {
  const { value: directory } = useRead('quick-add.directory', isWanted ? {} : null);
  const timedProjectId = useAppState((state) => state.time.recent[0]?.projectId);
  if (!directory) return null;
  const find = (projectId: string | null | undefined) => directory.projects.find(({ id }) => id === projectId);
  const project = find(timedProjectId) ?? find(directory.lastProjectId);
  if (project === undefined) return null;
  return {
    project,
    create: (title) => send('quick-add.create', { tasks: [plainTask(title, project, directory)], startTimer: true }),
  };
}
