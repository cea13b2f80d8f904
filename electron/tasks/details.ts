/** One task, read when somebody opens it. */
import type { Client } from '../service/client.ts';
import type { TaskView } from './task-view.ts';

/** What GET /task/{id} adds to a row. */
export interface TaskDetails {
  task: TaskView;
  description: string;
  assigneeName: string | null;
  canOpenInBrowser: boolean;
}

/** Longer descriptions are cut on screen (UTF-16 code units); nothing is ever written back. */
const MAX_DESCRIPTION = 100_000;

/** Throws ServiceError. */
export async function readDetails(
  client: Pick<Client, 'getTask'>,
  known: TaskView,
  canOpenInBrowser: boolean,
): Promise<TaskDetails> {
  const task = await client.getTask(known.id);
  return {
    task: {
      ...known,
      status: task.status ?? known.status,
      priority: task.priority ?? known.priority,
      dueDate: task.dueDate === undefined ? known.dueDate : task.dueDate,
      statusName: task.status === undefined || task.status === known.status ? known.statusName : task.status,
    },
    description: (task.description ?? '').slice(0, MAX_DESCRIPTION),
    assigneeName: task.assigneeName ?? null,
    canOpenInBrowser,
  };
}

/** Field notes 1: where the web app shows a task. `web` is its root without a trailing slash. */
export function taskWebAddress(web: string, workspaceId: string, task: Pick<TaskView, 'id' | 'projectId'>): string {
  const part = encodeURIComponent;
  return `${web}/dashboard/workspace/${part(workspaceId)}/project/${part(task.projectId)}/task/${part(task.id)}`;
}
