/** A task as the list, the timer and the tray show it. */
import type { z } from 'zod';
import type { AppErrorView } from '../errors/app-error.ts';
import type { TaskSchema } from './task-schema.ts';

export type TaskView = z.infer<typeof TaskSchema>;
export type LabelView = TaskView['labels'][number];

export interface TasksView {
  tasks: TaskView[];
  /** Number of open tasks assigned to the person; `tasks` holds the first of them. */
  total: number;
  /** When the list was last read; null if never. */
  fetchedAt: string | null;
  /** The first list, or one that the person requested, is being read. */
  loading: boolean;
  /** Why the list is not fresh; the old list stays. */
  error: AppErrorView | null;
  /** Since when requests fail; null while they succeed. */
  failingSince: string | null;
  nextTryAt: string | null;
}
