/** Making what was understood, for the window, the command line and the inbox alike; and what it is understood by. */

import type { NewTask } from '../../../shared/contract/new-task.ts';
import { AppError } from '../../../shared/errors/app-error.ts';
import { messages } from '../../../shared/i18n/generated/main.ts';
import type { ParserDirectory } from '../../../shared/quick-add/types.ts';

import type { AccountService } from '../account/index.ts';
import type { DirectoryLists, WorkspaceDirectory } from '../projects/index.ts';

import type { CreateOptions, Creation } from '../tasks/index.ts';
import type { Timer } from '../time/index.ts';

/**
 * The lists, and whose they are; `assigned` are their tasks. A person who is alone in the workspace has every new task: in the
 * local one (`isLocal`) nobody else ever signs in, the people of its sample included.
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
    projects: projects.map(({ icon, ...project }) => (icon === undefined ? project : { ...project, icon })),
    me: { id: me.id, name: me.name },
    lastProjectId: defaultProject(projects, lastProjectId, assigned),
    assignToMe: assignToMe || isLocal || (lists.people.length === 1 && lists.people[0]?.id === me.id),
    locale,
  };
}

export interface CreateTasksOptions {
  account: Pick<AccountService, 'current'>;
  creation: Pick<Creation, 'create'>;
  timer: Pick<Timer, 'start' | 'checkMayTrack'>;
  known: Pick<WorkspaceDirectory, 'lists' | 'used'>;
}

/**
 * All of them or none: on disk when this returns. The timer starts on the first one. `alongside` writes in the same
 * transaction. `instead`: the first takes the place of this write, a task that waits. `writtenAt`: when the person wrote each, in
 * ms, where that was before now. Throws AppError.
 */
export type CreateTasks = (tasks: readonly NewTask[], options: CreateOptions & { startTimer: boolean }) => void;

export function createTasksFrom({ account: signedIn, creation, timer, known }: CreateTasksOptions): CreateTasks {
  return (tasks, { startTimer, ...options }) => {
    const account = signedIn.current();
    if (account?.workspaceId == null) {
      throw new AppError({ kind: 'signed-out', ...messages.account.nobodyForTask });
    }
    const { id: accountId, workspaceId } = account;
    const [first] = tasks;
    if (startTimer) timer.checkMayTrack();
    const [taskId] = creation.create({ accountId, workspaceId }, tasks, options);
    const last = tasks.at(-1);
    if (last !== undefined) known.used(last.projectId);
    if (!startTimer || first === undefined || taskId === undefined) return;
    const project = known.lists().projects.find(({ id }) => id === first.projectId);
    // Its number is the service’s to give; until then it is known by its project.
    const { projectSlug: identifier, title } = first;
    timer.start(accountId, { taskId, identifier, title, projectName: project?.name ?? identifier });
  };
}

/**
 * The one used last; before the first task, the one with most of my tasks, or else the first; null where there is none.
 * `assigned`: my tasks.
 */
export function defaultProject(
  projects: readonly { id: string }[],
  lastProjectId: string | null,
  assigned: readonly { projectId: string }[],
): string | null {
  if (projects.some(({ id }) => id === lastProjectId)) return lastProjectId;
  const tasksOf = (project: { id: string }) => assigned.filter(({ projectId }) => projectId === project.id).length;
  // Of equals the earlier one stays first.
  const [first] = projects.toSorted((a, b) => tasksOf(b) - tasksOf(a));
  return first?.id ?? null;
}
