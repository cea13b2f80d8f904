/** Finds tasks that are in no local list. */
import { identifierOf } from '../../../shared/tasks/clean-text.ts';
import type { TaskRef } from '../../../shared/time/entry.ts';
import type { Client } from '../../service/client.ts';
import { isRejected } from '../../service/errors.ts';
import type { DirectoryLists } from '../projects/index.ts';
import type { TaskPageSource } from './task-page.ts';

const MAX_HITS = 20;
/** The maximum of the service; results are of all kinds. */
const MAX_FOUND = 50;

/** By the words of the query. Throws ServiceError. */
export async function searchTasks(
  { client, workspaceId }: Pick<TaskPageSource, 'client' | 'workspaceId'>,
  projects: DirectoryLists['projects'],
  query: string,
): Promise<TaskRef[]> {
  const hitOf = (found: Found): TaskRef => refOf(projects, found, found.number === null ? '' : `#${found.number}`);
  try {
    const { results } = await client.search({ q: query, workspaceId, limit: MAX_FOUND });
    const found = results.flatMap(({ type, id, projectId, taskNumber, title }) =>
      type === 'task' && projectId != null ? [hitOf({ id, projectId, number: taskNumber ?? null, title })] : [],
    );
    // Older servers return a task once per member (docs/service.md#search).
    return [...new Map(found.map((one) => [one.taskId, one])).values()];
  } catch (error) {
    if (!isRejected(error, 404)) throw error;
    // A server without search may list tasks (GET /task).
    const lowerQuery = query.toLocaleLowerCase();
    return (await client.listTasks(workspaceId))
      .filter(({ title }) => title?.toLocaleLowerCase().includes(lowerQuery))
      .slice(0, MAX_HITS)
      .map(({ id, projectId, number = null, title = '' }) => hitOf({ id, projectId, number, title }));
  }
}

export interface FindRemoteTaskSource {
  client: Pick<Client, 'getTaskByTicketId' | 'search'>;
  workspaceId: string;
  projects: DirectoryLists['projects'];
}

/** `{projectSlug}-{number}` (docs/service.md#projects). */
export const isIdentifier = (text: string): boolean => /^[\p{L}\p{N}_-]+-\d+$/u.test(text);
const MAX_LIKE_IT = 20;

/** undefined if there is no such task. Throws ServiceError. */
export async function findRemoteTask(source: FindRemoteTaskSource, identifier: string): Promise<TaskRef | undefined> {
  try {
    const { id, projectId, number = null, title = '' } = await source.client.getTaskByTicketId(identifier);
    return refOf(source.projects, { id, projectId, number, title }, identifier.toUpperCase());
  } catch (error) {
    // The route or the task is missing, or several workspaces have such a task: search in this workspace.
    if (!isRejected(error, 400, 403, 404, 409)) throw error;
  }
  const { workspaceId } = source;
  const search = source.client.search({ q: identifier, workspaceId, limit: MAX_LIKE_IT });
  const { results } = await search.catch((error: unknown) => {
    // An older server has no search.
    if (isRejected(error, 404)) return { results: [] };
    throw error;
  });
  for (const { type, id, projectId, taskNumber, title } of results) {
    if (type !== 'task' || projectId == null) continue;
    const found = refOf(source.projects, { id, projectId, number: taskNumber ?? null, title }, '');
    if (found.identifier.toLowerCase() === identifier.toLowerCase()) return found;
  }
  return undefined;
}

interface Found {
  id: string;
  projectId: string;
  number: number | null;
  title: string;
}

/** `fallback`: the identifier if the project is not known here. */
function refOf(
  projects: DirectoryLists['projects'],
  { id, projectId, number, title }: Found,
  fallback: string,
): TaskRef {
  const project = projects.find((one) => one.id === projectId);
  const identifier = project === undefined ? fallback : identifierOf(project.slug, number);
  return { taskId: id, identifier, title, projectId, projectName: project?.name ?? '' };
}
