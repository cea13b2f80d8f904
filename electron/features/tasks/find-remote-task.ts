/** Finds a task that is in no local list, by its identifier. */
import { identifierOf } from '../../../shared/tasks/clean-text.ts';
import type { TaskRef } from '../../../shared/time/entry.ts';
import type { Client } from '../../service/client.ts';
import { ServiceError } from '../../service/errors.ts';
import type { DirectoryLists } from '../projects/index.ts';

export interface FindRemoteTaskSource {
  client: Pick<Client, 'getTaskByTicketId' | 'search'>;
  workspaceId: string;
  projects: DirectoryLists['projects'];
}

/** `{projectSlug}-{number}` (docs/service.md#projects). */
const IDENTIFIER = /^[\p{L}\p{N}_-]+-\d+$/u;
const MAX_FOUND = 20;

/** undefined if there is no such task or `name` is not an identifier. Throws ServiceError. */
export async function findRemoteTask(source: FindRemoteTaskSource, name: string): Promise<TaskRef | undefined> {
  const identifier = name.trim();
  if (!IDENTIFIER.test(identifier)) return undefined;
  try {
    const { id, projectId, number, title } = await source.client.getTaskByTicketId(identifier);
    return refOf(source, { id, projectId, number: number ?? null, title: title ?? '' }, identifier);
  } catch (error) {
    // The route or the task is missing, or several workspaces have such a task: search in this workspace.
    const status = error instanceof ServiceError && error.kind === 'rejected' ? error.status : undefined;
    if (status === undefined || ![400, 404, 409].includes(status)) throw error;
  }
  const { results } = await source.client.search({ q: identifier, workspaceId: source.workspaceId, limit: MAX_FOUND });
  for (const { type, id, projectId, taskNumber, title } of results) {
    if (type !== 'task' || projectId == null) continue;
    const found = refOf(source, { id, projectId, number: taskNumber ?? null, title }, '');
    if (found.identifier.toLowerCase() === identifier.toLowerCase()) return found;
  }
  return undefined;
}

/** `fallback`: the identifier if the project is not known here. */
function refOf(
  { projects }: FindRemoteTaskSource,
  { id, projectId, number, title }: { id: string; projectId: string; number: number | null; title: string },
  fallback: string,
): TaskRef {
  const project = projects.find((one) => one.id === projectId);
  const identifier = project === undefined ? fallback.toUpperCase() : identifierOf(project.slug, number);
  return { taskId: id, identifier, title, projectId, projectName: project?.name ?? '' };
}
