import { ofAccount, type TaskOfAccount } from '../../shared/quick-add/accounts.ts';
import { plainTask } from '../../shared/quick-add/plain-task.ts';
import type { DirectoryProject } from '../../shared/quick-add/types.ts';
import { send, useAppState } from '../state/main-process.ts';
import { useRead } from '../state/use-read.ts';

export interface NewTaskChoice {
  project: Pick<DirectoryProject, 'id' | 'name' | 'account'>;
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
  const timed = useAppState((state) => state.time.recent[0]);
  if (error !== null) return null;
  if (!directory) return undefined;
  const project =
    directory.projects.find(({ id, account }) => id === timed?.projectId && account?.id === timed?.accountId) ??
    directory.projects.find(({ id }) => id === directory.lastProjectId);
  if (project === undefined) return null;
  const create = (task: TaskOfAccount, startTimer: boolean) => send('quick-add.create', { tasks: [task], startTimer });
  return {
    project,
    create: (title) => create(plainTask(title, project, directory), true),
    createMine: (title) =>
      create({ ...plainTask(title, project, directory), userId: ofAccount(directory, project).me.id }, false),
  };
}
