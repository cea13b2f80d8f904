/** Open, dated tasks of a board that is watched for its due dates: all that is kept of it. */

import { z } from 'zod';
import type { TaskView } from '../contract/task-view.ts';

import { Name } from '../contract/text.ts';
import { StoredTask } from '../tasks/stored-task.ts';

export interface WatchedTask extends TaskView {
  assignee: { id: string; name: string } | null;
}

/** As the service last gave it. */
export interface WatchedBoard {
  projectId: string;
  workspaceId: string;
  tasks: readonly WatchedTask[];
}

export const WatchedTask: z.ZodType<WatchedTask> = StoredTask.extend({
  assignee: z.object({ id: z.string(), name: Name }).nullable(),
});
