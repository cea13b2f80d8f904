/** Long descriptions, page by page (newer servers only; docs/service.md#descriptions). */
import { type Http, segment } from '../http.ts';
import { TaskDescriptionMatches, TaskDescriptionPage } from './tasks.ts';

/** `offset` in code points; `version` as returned by the first page. */
export interface DescriptionQuery {
  offset: number;
  version?: string;
}

export const descriptionEndpoints = (http: Http) => {
  const page = (path: string, query: DescriptionQuery, authorised: boolean, signal: AbortSignal | undefined) =>
    http.get(path, TaskDescriptionPage, { query: { ...query }, authorised, signal });

  return {
    /** 409 if it changed since the first page, so the read must begin again. */
    getTaskDescriptionPage: (taskId: string, query: DescriptionQuery, signal?: AbortSignal) =>
      page(`/task/${segment(taskId)}/description`, query, true, signal),

    /** Without signing in; 409 also if the project is no longer public. */
    getPublicProjectDescriptionPage: (projectId: string, query: DescriptionQuery, signal?: AbortSignal) =>
      page(`/public-project/${segment(projectId)}/description`, query, false, signal),

    /** Without signing in; 409 also if the project is no longer public. */
    getPublicTaskDescriptionPage: (projectId: string, taskId: string, query: DescriptionQuery, signal?: AbortSignal) =>
      page(`/public-project/${segment(projectId)}/task/${segment(taskId)}/description`, query, false, signal),

    /**
     * Ids of tasks whose description contains `query` (1 to 256 characters, ignoring case) but is too long for the board (over
     * 64 KiB). 100 per page; `after`: the previous page's `nextCursor`.
     */
    listDescriptionMatches: (projectId: string, query: { query: string; after?: string }, signal?: AbortSignal) =>
      http.get(`/task/description-matches/${segment(projectId)}`, TaskDescriptionMatches, {
        query: { ...query },
        signal,
      }),
  };
};
