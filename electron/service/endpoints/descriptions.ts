/** Long descriptions, page by page (newer servers only; docs/service.md#descriptions). */
import type { Http } from '../http.ts';
import { part } from '../http.ts';
import { TaskDescriptionMatches, TaskDescriptionPage } from '../records.ts';

/** `offset` in code points; `version` as returned by the first page. */
export interface DescriptionQuery {
  offset: number;
  version?: string;
}

export const descriptionEndpoints = (http: Http) => {
  const page = (path: string, query: DescriptionQuery, authorised: boolean, signal: AbortSignal | undefined) =>
    http.request({ method: 'GET', path, query: { ...query }, schema: TaskDescriptionPage, authorised, signal });

  return {
    /** GET /task/{id}/description: 409 if it changed since the first page, so the read must begin again. */
    getTaskDescriptionPage: (taskId: string, query: DescriptionQuery, signal?: AbortSignal) =>
      page(`/task/${part(taskId)}/description`, query, true, signal),

    /** GET /public-project/{id}/description: without signing in; 409 also if the project is no longer public. */
    getPublicProjectDescriptionPage: (projectId: string, query: DescriptionQuery, signal?: AbortSignal) =>
      page(`/public-project/${part(projectId)}/description`, query, false, signal),

    /** GET /public-project/{id}/task/{taskId}/description: without signing in; 409 also if the project is no longer public. */
    getPublicTaskDescriptionPage: (projectId: string, taskId: string, query: DescriptionQuery, signal?: AbortSignal) =>
      page(`/public-project/${part(projectId)}/task/${part(taskId)}/description`, query, false, signal),

    /**
     * GET /task/description-matches/{projectId}: ids of tasks whose description contains `query` (1 to 256 characters, ignoring
     * case) but is too long for the board (over 64 KiB). 100 per page; `after`: the previous page's `nextCursor`.
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
