/** A task as the list, the timer and the tray show it. */
import type { AppErrorView } from '../errors/app-error.ts';
import type { ReadPriority } from '../tasks/priority.ts';

export interface LabelView {
  name: string;
  /** As the service has it: a colour in any CSS form, or a word. */
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
  /** All open tasks assigned to the person, of which `tasks` are the first. */
  total: number;
  /** When the service last gave this list; null before the first time. */
  fetchedAt: string | null;
  /** The first list, or one the person asked for, is on its way. */
  loading: boolean;
  /** Why the list is not fresh; the old list stays. */
  error: AppErrorView | null;
  /** Since when the service has not answered well; null while it does. */
  failingSince: string | null;
  nextTryAt: string | null;
}
