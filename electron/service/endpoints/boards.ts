/** Single pages of boards (docs/service.md#boards). electron/service/read-boards.ts reads whole boards. */
import type { Priority } from '../../../shared/tasks/priority.ts';
import { type Http, part } from '../http.ts';
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
  getBoardPage: (projectId: string, query: BoardQuery, signal?: AbortSignal) =>
    http.get(`/task/tasks/${part(projectId)}`, boardPage(query), { query: { ...query }, signal }),

  /**
   * Without signing in. Older servers send the whole board, without `pagination`. 403 if the board is not public, 404 if it does
   * not exist.
   */
  getPublicBoardPage: (projectId: string, query: BoardPageNumbers, signal?: AbortSignal) =>
    http.get(`/public-project/${part(projectId)}`, publicBoardPage(query), {
      query: { ...query },
      authorised: false,
      signal,
    }),
});
