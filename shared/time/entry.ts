/** A time entry on this computer. */
import type { z } from 'zod';
import type { TaskRefSchema } from '../contract/task-schema.ts';
import type { TaskView } from '../contract/task-view.ts';

export type TaskRef = z.infer<typeof TaskRefSchema>;

export interface Entry {
  id: string;
  accountId: string;
  task: TaskRef;
  startTime: string;
  /** null while it runs. */
  endTime: string | null;
  note: string;
  /** Set while the entry is discarded; it can be restored. */
  discardedAt: string | null;
  /** When it was created here; the person may choose another start. */
  createdAt: string;
}

export function taskRef(task: TaskView): TaskRef {
  const { id, identifier, title, projectId, projectName, accountId } = task;
  return { taskId: id, identifier, title, projectId, projectName, ...(accountId !== undefined && { accountId }) };
}

/** An own entry, as the task's page lists it. */
export interface OwnEntry extends Pick<Entry, 'id' | 'startTime' | 'endTime' | 'note'> {
  /** The service's id; undefined if the service does not have it yet. */
  serverId: string | undefined;
  isDiscarded: boolean;
  /** Has changes that are not at the service. */
  isUnsent: boolean;
}

/** Tolerated difference between main's clock and the page's (ms). */
const SLACK_MS = 1_000;

/** The entry starts in the future, because the clock was set back. */
export const isAhead = ({ startTime }: Pick<Entry, 'startTime'>, now: Date): boolean =>
  Date.parse(startTime) > now.getTime() + SLACK_MS;
