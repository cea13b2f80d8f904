/** A time entry as this computer keeps it. */
import type { TaskView } from '../contract/task-view.ts';

/** A task as a time entry remembers it, so that it can be shown without the service. */
export interface TaskRef {
  taskId: string;
  identifier: string;
  title: string;
  projectName: string;
}

export interface Entry {
  id: string;
  accountId: string;
  task: TaskRef;
  startTime: string;
  /** null while it runs. */
  endTime: string | null;
  note: string;
  /** Set while it counts as never made; it can be brought back. */
  discardedAt: string | null;
  /** When it was made here; its start is another moment where the person chose it. */
  createdAt: string;
}

export function taskRef(task: TaskView): TaskRef {
  return { taskId: task.id, identifier: task.identifier, title: task.title, projectName: task.projectName };
}

/** One's own entry on a task that others work on, too. */
export interface OwnEntry {
  id: string;
  /** How the service calls it; undefined where it does not have it yet. */
  serverId: string | undefined;
  startTime: string;
  endTime: string | null;
  note: string;
  isDiscarded: boolean;
  /** The service does not have it as it is here. */
  isUnsent: boolean;
}
