/** Creates parsed tasks for the window, the command line and the drop folder, and builds the directory that lines are parsed with. */
import type { NewTask } from '../../../shared/contract/new-task.ts';
import { AppError } from '../../../shared/errors/app-error.ts';
import { messages } from '../../../shared/i18n/generated/main.ts';
import type { ParserDirectory } from '../../../shared/quick-add/types.ts';
import type { AccountAccess } from '../account/index.ts';
import type { DirectoryLists, WorkspaceDirectory } from '../projects/index.ts';
import type { CreateOptions, Creation, CreationTarget } from '../tasks/index.ts';
import type { Timer } from '../time/index.ts';

/**
 * The lists of the workspace with the person's defaults. `assigned`: the person's tasks. A person who is alone in the workspace is
 * assigned every new task; in the local workspace (`isLocal`) that is always so, because its sample people cannot sign in.
 */
export function directoryForParser(
  { projects, ...lists }: DirectoryLists,
  {
    me,
    lastProjectId,
    assigned,
    assignToMe,
    isLocal,
    locale,
  }: Pick<ParserDirectory, 'me' | 'lastProjectId' | 'assignToMe' | 'locale'> & {
    assigned: readonly { projectId: string }[];
    isLocal: boolean;
  },
): Omit<ParserDirectory, 'now'> {
  return {
    ...lists,
    people: lists.people.map(({ id, name, email }) => ({ id, name, email })),
    projects: projects.map(({ totalTasks: _, ...project }) => project),
    me: { id: me.id, name: me.name },
    lastProjectId: defaultProject(projects, lastProjectId, assigned),
    assignToMe: assignToMe || isLocal || (lists.people.length === 1 && lists.people[0]?.id === me.id),
    locale,
  };
}

export interface CreateTasksOptions {
  account: Pick<AccountAccess, 'current'>;
  creation: Pick<Creation, 'create'>;
  timer: Pick<Timer, 'start' | 'checkMayTrack'>;
  directory: Pick<WorkspaceDirectory, 'lists' | 'setLastProject'>;
}

/**
 * Creates all tasks or none; they are on disk when this returns. The timer starts on the first one. `alongside` runs in the same
 * transaction. `instead`: an unsent task that the first one replaces. `writtenAt`: when the person wrote each task (ms), if that was
 * earlier. Throws AppError.
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

/** The project used last, else the one with most of the person's tasks (`assigned`), else the first; null if there is none. */
export function defaultProject(
  projects: readonly { id: string }[],
  lastProjectId: string | null,
  assigned: readonly { projectId: string }[],
): string | null {
  if (projects.some(({ id }) => id === lastProjectId)) return lastProjectId;
  const tasksOf = (project: { id: string }) => assigned.filter(({ projectId }) => projectId === project.id).length;
  // The sort is stable: of equal projects the first one wins.
  const [first] = projects.toSorted((a, b) => tasksOf(b) - tasksOf(a));
  return first?.id ?? null;
}
