/** Single pages of boards (docs/service.md#boards). electron/service/read-boards.ts reads whole boards. */
import type { Priority } from '../../../shared/tasks/priority.ts';
import type { Http } from '../http.ts';
import { part } from '../http.ts';
import { boardPage, publicBoardPage } from '../records.ts';

/** A page of tasks, and the page of their labels and links. */
export interface BoardPageNumbers {
  page: number;
  /** 1 to 100. */
  limit: number;
  relatedPage?: number;
}

export interface BoardQuery extends BoardPageNumbers {
  assigneeId?: string;
  /** Slug of a column, `planned` or `archived`. */
  status?: string;
  priority?: Priority;
  /** Instants; anything else is a 500 on older servers. */
  dueBefore?: string;
  dueAfter?: string;
  /** Always `number`: with the default sort, older servers lose and repeat tasks between pages. */
  sortBy: 'number';
  sortOrder: 'asc' | 'desc';
}

export const boardEndpoints = (http: Http) => ({
  /** GET /task/tasks/{projectId}: one page of a board. */
  getBoardPage: (projectId: string, query: BoardQuery, signal?: AbortSignal) =>
    http.request({
      method: 'GET',
      path: `/task/tasks/${part(projectId)}`,
      query: { ...query },
      schema: boardPage(query),
      signal,
    }),

  /**
   * GET /public-project/{id}: one page of a public board, without signing in. Older servers send the whole board, without
   * `pagination`. 403 if the board is not public, 404 if it does not exist.
   */
  getPublicBoardPage: (projectId: string, query: BoardPageNumbers, signal?: AbortSignal) =>
    http.request({
      method: 'GET',
      path: `/public-project/${part(projectId)}`,
      query: { ...query },
      schema: publicBoardPage(query),
      authorised: false,
      signal,
    }),
});
