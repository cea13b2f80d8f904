/** A task as the list, the timer and the tray show it. */
import type { AppErrorView } from '../errors/app-error.ts';
import type { ReadPriority } from '../tasks/priority.ts';

export interface LabelView {
  name: string;
  /** The service's value: a CSS color in any form, or a word. */
  color: string;
}

export interface TaskView {
  id: string;
  /** `{projectSlug}-{number}`, such as PAY-142. */
  identifier: string;
  title: string;
  projectId: string;
  projectName: string;
  status: string;
  statusName: string | null;
  priority: ReadPriority;
  /** A whole day or a moment (shared/dates/calendar-day.ts). */
  dueDate: string | null;
  labels: LabelView[];
}

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
