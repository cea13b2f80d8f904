/** Creates parsed tasks for the window, the command line and the drop folder. */
import type { NewTask } from '../../../shared/contract/new-task.ts';
import { AppError } from '../../../shared/errors/app-error.ts';
import { messages } from '../../../shared/i18n/generated/main.ts';
import type { AccountAccess } from '../account/index.ts';
import type { WorkspaceDirectory } from '../projects/index.ts';
import type { CreateOptions, Creation, CreationTarget } from '../tasks/index.ts';
import type { Timer } from '../time/index.ts';

export interface CreateTasksOptions {
  account: Pick<AccountAccess, 'current'>;
  creation: Pick<Creation, 'create'>;
  timer: Pick<Timer, 'start' | 'checkMayTrack'>;
  directory: Pick<WorkspaceDirectory, 'lists' | 'setLastProject'>;
}

/**
 * Creates all tasks or none; they are on disk when this returns. The timer starts on the first one. The other options are those of
 * `Creation.create`. Throws AppError.
 */
export type CreateTasks = (tasks: readonly NewTask[], options: CreateOptions & { startTimer: boolean }) => void;

/** Throws AppError if nobody is signed in or no workspace is chosen. */
export function targetOf(account: CreateTasksOptions['account']): CreationTarget {
  const current = account.current();
  if (current?.workspaceId == null) {
    throw new AppError({ kind: 'signed-out', ...messages.account.nobodyForTask });
  }
  return { accountId: current.id, workspaceId: current.workspaceId };
}

export function createTasksFrom({ account, creation, timer, directory }: CreateTasksOptions): CreateTasks {
  return (tasks, { startTimer, ...options }) => {
    const target = targetOf(account);
    const { accountId } = target;
    const [first] = tasks;
    if (startTimer) timer.checkMayTrack(accountId);
    const [taskId] = creation.create(target, tasks, options);
    const last = tasks.at(-1);
    if (last !== undefined) directory.setLastProject(last.projectId);
    if (!startTimer || first === undefined || taskId === undefined) return;
    const project = directory.lists().projects.find(({ id }) => id === first.projectId);
    // The service assigns the number; until then the identifier is the project’s key.
    const { projectSlug: identifier, title } = first;
    const { projectId } = first;
    timer.start(accountId, { taskId, identifier, title, projectId, projectName: project?.name ?? identifier });
  };
}
