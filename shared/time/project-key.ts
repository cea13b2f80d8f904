/** What the rules of a project are stored under. Pure. */
import { taskKey } from '../accounts.ts';
import type { TaskRef } from './entry.ts';

export type ProjectRef = Pick<TaskRef, 'projectId' | 'projectName'> & { accountId?: string | undefined };

/**
 * The project's id, or its name for entries that were stored without the id; with its account, if several are open (`taskKey`). Empty
 * for a task without a project.
 */
export function projectKey({ projectId, projectName, accountId }: ProjectRef): string {
  const id = projectId ?? projectName;
  return id === '' ? '' : taskKey({ id, accountId });
}
