/** Full-text search for tasks of the workspace. */

import type { TaskHit } from '../../../shared/contract/task-page.ts';
import { identifierOf } from '../../../shared/tasks/clean-text.ts';
import { ServiceError } from '../../service/errors.ts';
import type { DirectoryLists } from '../projects/index.ts';
import type { TaskPageSource } from './task-page.ts';

const MAX_HITS = 20;
/** The maximum of the service; results are of all kinds. */
const MAX_FOUND = 50;

/** Throws ServiceError. */
export async function searchTasks(
  { client, workspaceId }: Pick<TaskPageSource, 'client' | 'workspaceId'>,
  projects: DirectoryLists['projects'],
  query: string,
): Promise<TaskHit[]> {
  const hitOf = (id: string, projectId: string, number: number | null, title: string): TaskHit => {
    const project = projects.find((one) => one.id === projectId);
    const identifier = project === undefined ? '' : identifierOf(project.slug, number);
    return {
      id,
      identifier: identifier || (number === null ? '' : `#${number}`),
      title,
      projectName: project?.name ?? '',
    };
  };
  try {
    const { results } = await client.search({ q: query, workspaceId, limit: MAX_FOUND });
    const found = results.flatMap(({ type, id, projectId, taskNumber, title }) =>
      type === 'task' && projectId != null ? [hitOf(id, projectId, taskNumber ?? null, title)] : [],
    );
    // Older servers return a task once per member (docs/service.md#search).
    return [...new Map(found.map((one) => [one.id, one])).values()];
  } catch (error) {
    if (!(error instanceof ServiceError && error.kind === 'rejected' && error.status === 404)) throw error;
    // A server without search may list tasks (GET /task).
    const lowerQuery = query.toLocaleLowerCase();
    return (await client.listTasks(workspaceId))
      .filter(({ title }) => title?.toLocaleLowerCase().includes(lowerQuery))
      .slice(0, MAX_HITS)
      .map(({ id, projectId, number, title }) => hitOf(id, projectId, number ?? null, title ?? ''));
  }
}
