/** Full-text search for tasks of the workspace. */

import type { TaskHit } from '../../../shared/contract/task-page.ts';
import { identifierOf } from '../../../shared/tasks/clean-text.ts';
import type { DirectoryLists, TaskPageSource } from './task-page.ts';

/** The maximum of the service; results are of all kinds. */
const MAX_FOUND = 50;

/** Throws ServiceError. */
export async function searchTasks(
  { client, workspaceId }: Pick<TaskPageSource, 'client' | 'workspaceId'>,
  projects: DirectoryLists['projects'],
  query: string,
): Promise<TaskHit[]> {
  const { results } = await client.search({ q: query, workspaceId, limit: MAX_FOUND });
  return results.flatMap(({ type, id, projectId, taskNumber, title }) => {
    if (type !== 'task' || projectId == null) return [];
    const project = projects.find((one) => one.id === projectId);
    const identifier = project === undefined ? '' : identifierOf(project.slug, taskNumber ?? null);
    return [
      {
        id,
        identifier: identifier || (taskNumber == null ? '' : `#${taskNumber}`),
        title,
        projectName: project?.name ?? '',
      },
    ];
  });
}
