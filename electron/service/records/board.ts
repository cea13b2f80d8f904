/** Boards and their pages (docs/service.md#boards). */

import { z } from 'zod';
import { ReadPriority } from '../../../shared/contract/task-schema.ts';
import { Name, Title } from '../../../shared/contract/text.ts';
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

/** BoardColumn: its `id` is the slug. */
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

/** A column's id is its slug, and the status of its tasks. */
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

/** The related fields are missing on older servers. */
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

/** Older servers give the whole board at once, without `pagination`. */
export const PublicBoardPage = Board.extend({ pagination: BoardPagination.optional() });
export type PublicBoardPage = z.infer<typeof PublicBoardPage>;

/** Which page of a board was asked for, and how many tasks it holds at most. */
export interface AskedPage {
  page: number;
  limit: number;
}

/** A page of a board, whatever its pagination is like. */
export const boardPage = (asked: AskedPage) =>
  z
    .object({ data: oneOf('project', Board, BOARD_OPTIONS), pagination: z.unknown().optional() })
    .transform(({ data, pagination }): BoardResponse => ({ data, pagination: paginationOf(pagination, asked, data) }));

const AnyPublicBoard = Board.extend({ pagination: z.unknown().optional() });

/** The same of a public board. */
export const publicBoardPage = (asked: AskedPage) =>
  oneOf('project', AnyPublicBoard, BOARD_OPTIONS).transform(
    ({ pagination, ...board }): PublicBoardPage =>
      pagination == null ? board : { ...board, pagination: paginationOf(pagination, asked, board) },
  );

/** So many related pages are read where the service does not say how many there are; one that adds nothing is the last. */
const MAX_RELATED_PAGES = 100;

/**
 * What is odd or missing is derived from what was asked for and what came. Where nothing says how many pages there are, there
 * may be one more: an empty page is the last.
 */
function paginationOf(given: unknown, { page, limit }: AskedPage, board: Board): BoardPagination {
  const told: Record<string, unknown> = typeof given === 'object' && given !== null ? { ...given } : {};
  const total = countOf(told.total);
  const pageSize = countOf(told.pageSize) || limit;
  const here = [...board.columns, { tasks: board.plannedTasks }, { tasks: board.archivedTasks }].reduce(
    (count, { tasks }) => count + tasks.length,
    0,
  );
  const toldPages = countOf(told.totalPages);
  const neededPages = total === undefined ? undefined : Math.ceil(total / pageSize);
  // A full page is not the last one where the total says that there are more tasks.
  const isTooFew = here >= pageSize && (neededPages ?? 0) > (toldPages ?? 0);
  return {
    total: Math.max(total ?? (page - 1) * pageSize + here, here),
    page: countOf(told.page) ?? page,
    pageSize,
    totalPages: (isTooFew ? neededPages : (toldPages ?? neededPages)) ?? page + 1,
    relatedPage: countOf(told.relatedPage),
    relatedPageSize: countOf(told.relatedPageSize),
    relatedTotalPages:
      countOf(told.relatedTotalPages) ?? (told.relatedTotalPages == null ? undefined : MAX_RELATED_PAGES),
    relatedRevision: textOf(told.relatedRevision),
    revision: textOf(told.revision),
  };
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
