/** Boards in pages, for members and for the public (docs/service.md#boards). */

import { z } from 'zod';
import { Priority } from '../../shared/contract/task-schema.ts';
import type { Board, BoardPagination, Project } from '../service/records.ts';
import { permit } from './access.ts';
import { listColumns } from './columns.ts';
import { MAX_DESCRIPTION_BYTES } from './descriptions.ts';
import { HttpError, notFound, required } from './errors.ts';
import { listLinksOf } from './external-links.ts';
import { groupByTask, listLabelsOf } from './labels.ts';
import type { LocalApi, LocalContext } from './local-context.ts';
import { findProject, getProject } from './projects.ts';
import { countSubtasks, NO_SUBTASKS } from './relations.ts';
import { POSITION, PRIORITY_RANK, TaskRow } from './task-rows.ts';
import { Instant, readQuery } from './validate.ts';

const DEFAULT_PAGE_SIZE = 50;
const MAX_PAGE_SIZE = 100;
/** Rows of each kind in one related page. */
const RELATED_PAGE_SIZE = 100;
/** Keeps the offset within SQLite's range; no board has as many pages. */
const MAX_PAGE = 1_000_000_000;

/** A page beyond the end is empty. */
const PageNumber = z.coerce.number().int().min(1).default(1);

const BoardQuery = z.object({
  page: PageNumber,
  relatedPage: PageNumber,
  /** A larger value counts as the maximum. */
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
type BoardQuery = z.infer<typeof BoardQuery>;

/** Sort columns. Tasks without a value come last. */
const ORDER: Record<BoardQuery['sortBy'], { by: string; isNullable?: true }> = {
  createdAt: { by: 't.created_at' },
  priority: { by: PRIORITY_RANK },
  dueDate: { by: 't.due_date', isNullable: true },
  position: { by: 't.position' },
  title: { by: 't.title COLLATE NOCASE' },
  number: { by: 't.number' },
};

type Filter = 'status' | 'priority' | 'assigneeId' | 'dueBefore' | 'dueAfter';

const CONDITIONS: Record<Filter, string> = {
  status: 't.status = :status',
  priority: 't.priority = :priority',
  assigneeId: 't.user_id = :assigneeId',
  dueBefore: 't.due_date <= :dueBefore',
  dueAfter: 't.due_date >= :dueAfter',
};

/** Without long descriptions. */
const BoardRow = TaskRow.omit({ updatedAt: true }).extend({
  description: z.string().nullable(),
  isLong: z.int().transform(Boolean),
});

/** Finds the ids of the page in an index first, then reads only those tasks. */
const selectPage = (where: string, order: string) => `SELECT t.id, t.project_id AS projectId, t.number, t.title,
    CASE WHEN octet_length(t.description) <= ${MAX_DESCRIPTION_BYTES} THEN t.description END AS description,
    octet_length(t.description) > ${MAX_DESCRIPTION_BYTES} AS isLong, t.status, t.priority, t.start_date AS startDate,
    t.due_date AS dueDate, ${POSITION}, t.user_id AS userId, t.created_at AS createdAt, t.user_id AS assigneeId,
    assignee.name AS assigneeName, assignee.image AS assigneeImage
  FROM task t LEFT JOIN person assignee ON assignee.id = t.user_id
  WHERE t.rowid IN (SELECT t.rowid FROM task t WHERE ${where} ORDER BY ${order} LIMIT :limit OFFSET :offset)
  ORDER BY ${order}`;

const Count = z.object({ total: z.number() });
const Revisions = z.object({ content: z.number(), related: z.number() });

interface BoardPage {
  data: Board;
  pagination: BoardPagination;
}

export function addBoardRoute(api: LocalApi, context: LocalContext): void {
  api.get('/task/tasks/:projectId', permit('project:read', 'task:read'), (c) => {
    const project = getProject(context, c.req.param('projectId'));
    return c.json(readBoard(context, project, readQuery(c, BoardQuery), 'member'));
  });
}

/** GET /public-project/{id} needs no login. 404 for an unknown project, 403 for one that is not public. */
export function addPublicBoardRoute(api: LocalApi, context: LocalContext): void {
  api.get('/public-project/:id', (c) => {
    const project = required(findProject(context, c.req.param('id')), notFound('Project'));
    if (project.isPublic !== true) throw new HttpError(403, 'This project is not public');
    const { data, pagination } = readBoard(context, project, readQuery(c, BoardQuery), 'public');
    return c.json({ ...data, pagination });
  });
}

function readBoard(context: LocalContext, project: Project, query: BoardQuery, reader: 'member' | 'public'): BoardPage {
  const { database } = context;
  const { page, limit, relatedPage } = query;
  const filters = (Object.keys(CONDITIONS) as Filter[]).filter((name) => query[name] !== undefined);
  const values = { projectId: project.id, ...Object.fromEntries(filters.map((name) => [name, query[name] ?? null])) };
  const where = ['t.project_id = :projectId', ...filters.map((name) => CONDITIONS[name])].join(' AND ');
  const total = database.get(Count, `SELECT count(*) AS total FROM task t WHERE ${where}`, values)?.total ?? 0;
  const { by, isNullable } = ORDER[query.sortBy];
  // The number makes every order total: otherwise pages would lose and repeat tasks.
  const order = `${isNullable ? `${by} IS NULL, ` : ''}${by} ${query.sortOrder}, t.number`;
  const rows = database.all(BoardRow, selectPage(where, order), {
    ...values,
    limit,
    offset: (Math.min(page, MAX_PAGE) - 1) * limit,
  });

  const ids = rows.map((row) => row.id);
  const labels = listLabelsOf(context, ids);
  const links = listLinksOf(context, ids);
  const subtasks = countSubtasks(context, ids, reader);
  const pageLabels = groupByTask(related(labels, relatedPage));
  const pageLinks = Map.groupBy(related(links, relatedPage), (link) => link.taskId);
  const tasks = rows.map(({ isLong, ...row }) => ({
    ...row,
    ...(isLong ? { descriptionDeferred: true } : {}),
    subtaskCounts: subtasks.get(row.id) ?? NO_SUBTASKS,
    labels: pageLabels.get(row.id) ?? [],
    externalLinks: pageLinks.get(row.id) ?? [],
  }));
  const byStatus = Map.groupBy(tasks, (task) => task.status);

  const columns = listColumns(context, project.id);
  const pageColumns = new Set(related(columns, relatedPage));
  const revisions = database.get(
    Revisions,
    'SELECT content, related FROM board_revision WHERE project_id = :projectId',
    { projectId: project.id },
  );
  const relatedCount = Math.max(labels.length, links.length, columns.length);
  return {
    data: {
      id: project.id,
      name: project.name,
      slug: project.slug,
      icon: project.icon ?? null,
      ...shorten(project.description ?? null),
      isPublic: project.isPublic ?? null,
      workspaceId: project.workspaceId,
      backgroundVersion: project.backgroundVersion ?? null,
      // Each related page has its share of the columns plus those that its tasks need.
      columns: columns
        .filter((column) => pageColumns.has(column) || byStatus.has(column.slug))
        .map(({ slug, name, icon, isFinal, position }) => ({
          id: slug,
          slug,
          name,
          icon,
          isFinal,
          position,
          tasks: byStatus.get(slug) ?? [],
        })),
      archivedTasks: byStatus.get('archived') ?? [],
      plannedTasks: byStatus.get('planned') ?? [],
    },
    pagination: {
      total,
      page,
      pageSize: limit,
      totalPages: Math.ceil(total / limit),
      relatedPage,
      relatedPageSize: RELATED_PAGE_SIZE,
      relatedTotalPages: Math.max(1, Math.ceil(relatedCount / RELATED_PAGE_SIZE)),
      relatedRevision: String(revisions?.related),
      revision: String(revisions?.content),
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
