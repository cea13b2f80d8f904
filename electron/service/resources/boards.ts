/** Boards and their pages (docs/service.md#boards). */

import { z } from 'zod';
import { Name, Title } from '../../../shared/contract/fields.ts';
import { ReadPriority } from '../../../shared/contract/task-schema.ts';
import type { Priority } from '../../../shared/tasks/priority.ts';
import { wrongRecord } from '../errors.ts';
import { type Http, segment } from '../http.ts';
import { ColumnName } from './columns.ts';
import { countOf, fallbackPriority, Id, NO_TIME, ProjectSlug, TaskNumber, Timestamp } from './common.ts';
import { TaskLabels } from './labels.ts';
import { listOf, oneOf } from './lenient.ts';
import { TaskExternalLinks } from './relations.ts';

/** Older servers lack `subtaskCounts`. */
export const BoardTask = z.object({
  id: Id,
  title: Title,
  number: TaskNumber.nullable(),
  description: z.string().nullish(),
  descriptionDeferred: z.boolean().optional(),
  status: Id,
  priority: ReadPriority,
  startDate: Timestamp.nullish(),
  dueDate: Timestamp.nullish(),
  position: z.number().nullish(),
  createdAt: Timestamp,
  userId: Id.nullish(),
  assigneeName: Name.nullish(),
  assigneeId: Id.nullish(),
  assigneeImage: z.string().nullish(),
  projectId: Id,
  subtaskCounts: z
    .object({ completed: z.number().int().nonnegative(), total: z.number().int().nonnegative() })
    .optional(),
  labels: TaskLabels.optional(),
  externalLinks: TaskExternalLinks.optional(),
});
export type BoardTask = z.infer<typeof BoardTask>;

const BoardTasks = listOf('task', BoardTask, {
  fallback: { title: '', status: '', priority: fallbackPriority, createdAt: NO_TIME, projectId: '' },
});

/** Its `id` is its slug. */
export const BoardColumn = z.object({
  id: Id,
  slug: Id.optional(),
  name: ColumnName,
  icon: z.string().nullish(),
  isFinal: z.boolean(),
  position: z.number().nullish(),
  tasks: BoardTasks,
});
export type BoardColumn = z.infer<typeof BoardColumn>;

const BoardColumns = listOf('column', BoardColumn, {
  fallback: { id: columnSlug, name: columnSlug, isFinal: false, tasks: [] },
});

/** A column's id, its slug and the status of its tasks are the same text: one replaces another. */
function columnSlug({ id, slug, tasks }: Record<string, unknown>): unknown {
  const [first]: unknown[] = Array.isArray(tasks) ? tasks : [];
  const status = typeof first === 'object' && first !== null && 'status' in first ? first.status : undefined;
  return [slug, id, status].find((text) => typeof text === 'string');
}

export const Board = z.object({
  id: Id,
  name: Name,
  slug: ProjectSlug,
  icon: z.string().nullish(),
  description: z.string().nullish(),
  descriptionDeferred: z.boolean().optional(),
  isPublic: z.boolean().nullish(),
  workspaceId: Id,
  backgroundVersion: z.string().nullish(),
  columns: BoardColumns,
  archivedTasks: BoardTasks,
  plannedTasks: BoardTasks,
});
export type Board = z.infer<typeof Board>;

const BOARD_OPTIONS = { fallback: { name: '', slug: '', workspaceId: '', archivedTasks: [], plannedTasks: [] } };

/** Older servers lack the `related…` fields. */
export const BoardPagination = z.object({
  total: z.number(),
  page: z.number(),
  pageSize: z.number(),
  totalPages: z.number(),
  relatedPage: z.number().optional(),
  relatedPageSize: z.number().optional(),
  relatedTotalPages: z.number().optional(),
  relatedRevision: z.string().optional(),
  revision: z.string().optional(),
});
export type BoardPagination = z.infer<typeof BoardPagination>;

export const BoardResponse = z.object({
  data: oneOf('project', Board, BOARD_OPTIONS),
  pagination: BoardPagination,
});
export type BoardResponse = z.infer<typeof BoardResponse>;

/** Older servers send the whole board, without `pagination`. */
export const PublicBoardPage = Board.extend({ pagination: BoardPagination.optional() });
export type PublicBoardPage = z.infer<typeof PublicBoardPage>;

/** `limit`: tasks per page. */
export interface RequestedPage {
  page: number;
  limit: number;
}

/** A page of a board. Its pagination may be malformed or missing. */
const boardPage = (requested: RequestedPage) =>
  z
    .object({ data: oneOf('project', Board, BOARD_OPTIONS), pagination: z.unknown().optional() })
    .transform(
      ({ data, pagination }): BoardResponse => ({ data, pagination: paginationOf(pagination, requested, data) }),
    );

const AnyPublicBoard = Board.extend({ pagination: z.unknown().optional() });

/** A page of a public board. Its pagination may be malformed or missing. */
const publicBoardPage = (requested: RequestedPage) =>
  oneOf('project', AnyPublicBoard, BOARD_OPTIONS).transform(
    ({ pagination, ...board }): PublicBoardPage =>
      pagination == null ? board : { ...board, pagination: paginationOf(pagination, requested, board) },
  );

/** Assumed if `relatedTotalPages` is unreadable; a page without new records ends the read. */
const MAX_RELATED_PAGES = 100;

/**
 * Derives malformed or missing fields from the request and the tasks of the page. Without any count of pages, assumes one more page;
 * an empty page ends the read.
 */
function paginationOf(given: unknown, { page, limit }: RequestedPage, board: Board): BoardPagination {
  const raw: Record<string, unknown> = typeof given === 'object' && given !== null ? { ...given } : {};
  const total = countOf(raw.total);
  const pageSize = countOf(raw.pageSize) || limit;
  const onPage = [...board.columns, { tasks: board.plannedTasks }, { tasks: board.archivedTasks }].reduce(
    (count, { tasks }) => count + tasks.length,
    0,
  );
  const statedPages = countOf(raw.totalPages);
  const computedPages = total === undefined ? undefined : Math.ceil(total / pageSize);
  // A full page cannot be the last if the total is higher.
  const isTooFew = onPage >= pageSize && (computedPages ?? 0) > (statedPages ?? 0);
  return {
    total: Math.max(total ?? (page - 1) * pageSize + onPage, onPage),
    page: countOf(raw.page) ?? page,
    pageSize,
    totalPages: (isTooFew ? computedPages : (statedPages ?? computedPages)) ?? page + 1,
    relatedPage: countOf(raw.relatedPage),
    relatedPageSize: countOf(raw.relatedPageSize),
    relatedTotalPages:
      countOf(raw.relatedTotalPages) ?? (raw.relatedTotalPages == null ? undefined : MAX_RELATED_PAGES),
    relatedRevision: textOf(raw.relatedRevision),
    revision: textOf(raw.revision),
  };
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

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
  async getBoardPage(projectId: string, query: BoardQuery, signal?: AbortSignal) {
    const path = `/task/tasks/${segment(projectId)}`;
    const page = await http.get(path, boardPage(query), { query: { ...query }, signal });
    // A mixed-up answer would hide the tasks of this project.
    if (page.data.id !== projectId) throw wrongRecord();
    return page;
  },

  /**
   * Without signing in. Older servers send the whole board, without `pagination`. 403 if the board is not public, 404 if it does
   * not exist.
   */
  getPublicBoardPage: (projectId: string, query: BoardPageNumbers, signal?: AbortSignal) =>
    http.get(`/public-project/${segment(projectId)}`, publicBoardPage(query), {
      query: { ...query },
      authorised: false,
      signal,
    }),
});
