/** GET /task/tasks/{projectId}: a board, page by page (section 2, Board and BoardPagination; section 4, notes; section 8). */
import { z } from 'zod';
import { type BoardResponse, type BoardTask, Priority, type TaskLabel } from '../service/records.ts';
import { permit } from './access.ts';
import { listColumns } from './columns.ts';
import type { LocalApi, LocalContext } from './context.ts';
import { groupByTask, listLabelsOf } from './labels.ts';
import { getProject } from './projects.ts';
import { PRIORITY_RANK, SELECT_TASK, TaskRow } from './tasks.ts';
import { Instant, readQuery } from './validate.ts';

const DEFAULT_PAGE_SIZE = 50;
const MAX_PAGE_SIZE = 100;
/** Rows of each kind in one related page. */
const RELATED_PAGE_SIZE = 100;
/** Section 8: a longer description is left out of a board and flagged; in bytes. */
const MAX_DESCRIPTION_BYTES = 64 * 1024;
/** Keeps the offset well within what SQLite takes. */
const MAX_PAGE = 1_000_000;

const PageNumber = z.coerce.number().int().min(1).max(MAX_PAGE).default(1);

const Query = z.object({
  page: PageNumber,
  relatedPage: PageNumber,
  /** More than the maximum is taken for the maximum (field notes 3). */
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .default(DEFAULT_PAGE_SIZE)
    .transform((limit) => Math.min(limit, MAX_PAGE_SIZE)),
  status: z.string().optional(),
  priority: Priority.optional(),
  assigneeId: z.string().optional(),
  dueBefore: Instant.optional(),
  dueAfter: Instant.optional(),
  sortBy: z.enum(['createdAt', 'priority', 'dueDate', 'position', 'title', 'number']).default('position'),
  sortOrder: z.enum(['asc', 'desc']).default('asc'),
});
type Query = z.infer<typeof Query>;

const ORDER: Record<Query['sortBy'], string> = {
  createdAt: 't.created_at',
  priority: PRIORITY_RANK,
  dueDate: 't.due_date',
  position: 't.position',
  title: 't.title COLLATE NOCASE',
  number: 't.number',
};

const MATCHING = `t.project_id = :projectId AND (:status IS NULL OR t.status = :status)
  AND (:priority IS NULL OR t.priority = :priority) AND (:assigneeId IS NULL OR t.user_id = :assigneeId)
  AND (:dueBefore IS NULL OR t.due_date <= :dueBefore) AND (:dueAfter IS NULL OR t.due_date >= :dueAfter)`;

export function addBoardRoute(api: LocalApi, context: LocalContext): void {
  api.get('/task/tasks/:projectId', permit('project:read', 'task:read'), (c) => {
    const project = getProject(context, c.req.param('projectId'));
    return c.json(readBoard(context, project, readQuery(c, Query)));
  });
}

function readBoard(context: LocalContext, project: ReturnType<typeof getProject>, query: Query): BoardResponse {
  const { page, limit, relatedPage } = query;
  const filter = {
    projectId: project.id,
    status: query.status ?? null,
    priority: query.priority ?? null,
    assigneeId: query.assigneeId ?? null,
    dueBefore: query.dueBefore ?? null,
    dueAfter: query.dueAfter ?? null,
  };
  const counted = context.database.get(
    z.object({ total: z.number() }),
    `SELECT count(*) AS total FROM task t WHERE ${MATCHING}`,
    filter,
  );
  const total = counted?.total ?? 0;
  const order = ORDER[query.sortBy];
  const rows = context.database.all(
    TaskRow,
    // The number ends every order: without a last word, pages would lose and repeat tasks (field notes 3).
    `${SELECT_TASK} WHERE ${MATCHING} ORDER BY ${order} IS NULL, ${order} ${query.sortOrder}, t.number
     LIMIT :limit OFFSET :offset`,
    { ...filter, limit, offset: (page - 1) * limit },
  );

  const labels = listLabelsOf(
    context,
    rows.map((row) => row.id),
  );
  const labelsHere = groupByTask(related(labels, relatedPage));
  const tasks = rows.map((row) => toBoardTask(row, labelsHere.get(row.id) ?? []));

  const columns = listColumns(context, project.id);
  const columnsHere = new Set(related(columns, relatedPage));
  const description = shorten(project.description ?? null);
  return {
    data: {
      id: project.id,
      name: project.name,
      slug: project.slug,
      icon: project.icon ?? null,
      ...description,
      isPublic: project.isPublic ?? null,
      workspaceId: project.workspaceId,
      backgroundVersion: null,
      // Each related page carries its share of the columns and those its tasks need (section 8).
      columns: columns
        .map((column) => ({ column, tasks: tasks.filter((task) => task.status === column.slug) }))
        .filter((found) => columnsHere.has(found.column) || found.tasks.length > 0)
        .map((found) => ({
          id: found.column.slug,
          slug: found.column.slug,
          name: found.column.name,
          icon: found.column.icon,
          isFinal: found.column.isFinal,
          position: found.column.position,
          tasks: found.tasks,
        })),
      archivedTasks: tasks.filter((task) => task.status === 'archived'),
      plannedTasks: tasks.filter((task) => task.status === 'planned'),
    },
    pagination: {
      total,
      page,
      pageSize: limit,
      totalPages: Math.ceil(total / limit),
      relatedPage,
      relatedPageSize: RELATED_PAGE_SIZE,
      relatedTotalPages: Math.max(1, Math.ceil(Math.max(labels.length, columns.length) / RELATED_PAGE_SIZE)),
    },
  };
}

function related<T>(all: T[], page: number): T[] {
  return all.slice((page - 1) * RELATED_PAGE_SIZE, page * RELATED_PAGE_SIZE);
}

function shorten(description: string | null): { description: string | null; descriptionDeferred?: true } {
  const isLong = description !== null && Buffer.byteLength(description) > MAX_DESCRIPTION_BYTES;
  return isLong ? { description: null, descriptionDeferred: true } : { description };
}

function toBoardTask(row: TaskRow, labels: TaskLabel[]): BoardTask {
  const { updatedAt: _, description, ...task } = row;
  // There are no task relations and no external links here yet, so their counts and lists are always empty.
  return { ...task, ...shorten(description), subtaskCounts: { completed: 0, total: 0 }, labels, externalLinks: [] };
}
