/** A board whose due dates the person wants to be reminded of. */

import type { TaskView } from '../contract/task-view.ts';

/** Its open tasks with a due date, as the service last gave them. */
export interface WatchedBoard {
  projectId: string;
  workspaceId: string;
  tasks: readonly TaskView[];
}
