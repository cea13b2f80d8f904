import type { TaskView } from '../contract/task-view.ts';

/** A watched board: its open tasks with a due date, as last read. The person is reminded of all of them. */
export interface WatchedBoard {
  projectId: string;
  workspaceId: string;
  tasks: readonly TaskView[];
}
