/** Long descriptions, page by page (newer servers only; docs/service.md#descriptions). */
import type { Http } from '../http.ts';
import { part } from '../http.ts';
import { TaskDescriptionMatches, TaskDescriptionPage } from '../records.ts';

/** Where a page begins, in code points, and the version that the first page gave. */
export interface DescriptionQuery {
  offset: number;
  version?: string;
}

export const descriptionEndpoints = (http: Http) => {
  const page = (path: string, query: DescriptionQuery, authorised: boolean, signal: AbortSignal | undefined) =>
    http.request({ method: 'GET', path, query: { ...query }, schema: TaskDescriptionPage, authorised, signal });

  return {
    /** GET /task/{id}/description: 409 where it changed since the first page: begin again. */
    getTaskDescriptionPage: (taskId: string, query: DescriptionQuery, signal?: AbortSignal) =>
      page(`/task/${part(taskId)}/description`, query, true, signal),

    /** GET /public-project/{id}/description: read without signing in; 409 also when no longer public. */
    getPublicProjectDescriptionPage: (projectId: string, query: DescriptionQuery, signal?: AbortSignal) =>
      page(`/public-project/${part(projectId)}/description`, query, false, signal),

    /** GET /public-project/{id}/task/{taskId}/description: as the one above. */
    getPublicTaskDescriptionPage: (projectId: string, taskId: string, query: DescriptionQuery, signal?: AbortSignal) =>
      page(`/public-project/${part(projectId)}/task/${part(taskId)}/description`, query, false, signal),

    /**
     * GET /task/description-matches/{projectId}: ids of tasks whose description is over 64 KiB, so not on
     * the board, and holds `query` (1 to 256 characters, case aside). 100 a page; `after` is the last page's `nextCursor`.
     */
    listDescriptionMatches: (projectId: string, query: { query: string; after?: string }, signal?: AbortSignal) =>
      http.request({
        method: 'GET',
        path: `/task/description-matches/${part(projectId)}`,
        query: { ...query },
        schema: TaskDescriptionMatches,
        signal,
      }),
  };
};
