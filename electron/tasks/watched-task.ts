/** Open, dated tasks of a board that is watched for its due dates: all that is kept of it. */
import { z } from 'zod';
import { Priority } from '../service/records.ts';
import type { TaskView } from './task-view.ts';

export interface WatchedTask extends TaskView {
  assignee: { id: string; name: string } | null;
}

/** As the service last gave it. */
export interface WatchedBoard {
  projectId: string;
  workspaceId: string;
  tasks: readonly WatchedTask[];
}

export const WatchedTask: z.ZodType<WatchedTask> = z.object({
  id: z.string(),
  identifier: z.string(),
  title: z.string(),
  projectId: z.string(),
  projectName: z.string(),
  status: z.string(),
  statusName: z.string().nullable(),
  priority: Priority,
  dueDate: z.string().nullable(),
  labels: z.array(z.object({ name: z.string(), color: z.string() })),
  assignee: z.object({ id: z.string(), name: z.string() }).nullable(),
});
