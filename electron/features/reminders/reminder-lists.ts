/** What a person is reminded of: the tasks assigned to them, and those of the boards they watch. Pure. */
import type { NewTask } from '../../../shared/contract/new-task.ts';
import type { TasksView, TaskView } from '../../../shared/contract/task-view.ts';
import type { WatchedBoard } from '../../../shared/reminders/watched-board.ts';
import { applyPendingToWatchedTask, type PendingChanges } from '../tasks/index.ts';

export interface ReminderList {
  /** The same for as long as it is the same list. */
  id: string;
  tasks: readonly TaskView[];
}

export const boardList = (projectId: string): string => `board ${projectId}`;

export interface KnownTasks {
  /** As the person left it, sent or not; null where it is not this account's and workspace's yet. */
  assigned: TasksView | null;
  /** As the service has them. */
  boards: readonly WatchedBoard[];
  userId: string;
  workspaceId: string | null;
  pending: PendingChanges;
  /** New tasks whose creation the service has not confirmed: until then nobody can tell that they are the person's own doing. */
  underWay: readonly Pick<NewTask, 'projectId' | 'title' | 'dueDate'>[];
}

/** The lists that are known, the assigned tasks first. */
export function reminderLists({
  assigned,
  boards,
  userId,
  workspaceId,
  pending,
  underWay,
}: KnownTasks): ReminderList[] {
  // Until it was given once, nobody knows what is in it.
  const isKnown = assigned !== null && assigned.fetchedAt !== null;
  const isWhole = isKnown && assigned.total <= assigned.tasks.length;
  const isUnderWay = (task: TaskView): boolean =>
    underWay.some(
      ({ projectId, title, dueDate = null }) =>
        task.projectId === projectId && task.dueDate === dueDate && task.title === title,
    );
  const lists: ReminderList[] = boards.map((board) => ({
    id: boardList(board.projectId),
    tasks: board.tasks
      // The assigned list knows of the person's own tasks sooner when they are done, unless it is cut.
      .filter(({ assignee }) => assignee?.id !== userId || !isWhole || board.workspaceId !== workspaceId)
      .flatMap((task) => applyPendingToWatchedTask(task, pending.get(task.id)) ?? [])
      .map(({ assignee, ...task }) => (assignee?.id === userId ? task : { ...task, assignee })),
  }));
  if (isKnown) lists.unshift({ id: `assigned ${workspaceId}`, tasks: assigned.tasks });
  if (underWay.length === 0) return lists;
  return lists.map(({ id, tasks }) => ({ id, tasks: tasks.filter((task) => !isUnderWay(task)) }));
}
