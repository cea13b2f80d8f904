/** The tasks to remind of: those assigned to the person, and those of the boards they watch. Pure. */
import type { NewTask } from '../../../shared/contract/new-task.ts';
import type { TasksView, TaskView } from '../../../shared/contract/task-view.ts';
import type { WatchedBoard } from '../../../shared/reminders/watched-board.ts';
import { applyPendingToWatchedTask, type PendingChanges } from '../tasks/index.ts';

export interface ReminderList {
  /** Stable for as long as the list exists. */
  id: string;
  tasks: readonly TaskView[];
}

export const boardList = (projectId: string): string => `board ${projectId}`;

export interface ReminderSources {
  /** With pending changes; null until it belongs to the current account and workspace. */
  assigned: TasksView | null;
  /** Without pending changes. */
  boards: readonly WatchedBoard[];
  userId: string;
  workspaceId: string | null;
  pending: PendingChanges;
  /** Tasks created here and not confirmed: their records do not show yet that they are assigned to the person. */
  unconfirmed: readonly Pick<NewTask, 'projectId' | 'title' | 'dueDate'>[];
}

/** The loaded lists, the assigned tasks first. */
export function reminderLists({
  assigned,
  boards,
  userId,
  workspaceId,
  pending,
  unconfirmed,
}: ReminderSources): ReminderList[] {
  const isLoaded = assigned !== null && assigned.fetchedAt !== null;
  const isComplete = isLoaded && assigned.total <= assigned.tasks.length;
  const isUnconfirmed = (task: TaskView): boolean =>
    unconfirmed.some(
      ({ projectId, title, dueDate = null }) =>
        task.projectId === projectId && task.dueDate === dueDate && task.title === title,
    );
  const lists: ReminderList[] = boards.map((board) => ({
    id: boardList(board.projectId),
    tasks: board.tasks
      // The list of assigned tasks is newer than the board, but it may be truncated.
      .filter(({ assignee }) => assignee?.id !== userId || !isComplete || board.workspaceId !== workspaceId)
      .flatMap((task) => applyPendingToWatchedTask(task, pending.get(task.id)) ?? [])
      .map(({ assignee, ...task }) => (assignee?.id === userId ? task : { ...task, assignee })),
  }));
  if (isLoaded) lists.unshift({ id: `assigned ${workspaceId}`, tasks: assigned.tasks });
  if (unconfirmed.length === 0) return lists;
  return lists.map(({ id, tasks }) => ({ id, tasks: tasks.filter((task) => !isUnconfirmed(task)) }));
}
