/** GET /search: finds tasks and projects by words (docs/service.md#search). */
import { z } from 'zod';
import { SearchResult } from '../service/records.ts';
import { permit } from './access.ts';
import type { LocalApi, LocalContext } from './local-context.ts';
import { checkWorkspace } from './people.ts';
import { readQuery } from './validate.ts';

const Query = z.object({
  q: z.string().trim().min(1).max(256),
  workspaceId: z.string().min(1),
  type: z.enum(['all', 'task', 'tasks', 'project', 'projects', 'workspaces', 'comments', 'activities']).default('all'),
  projectId: z.string().min(1).optional(),
  limit: z.coerce.number().int().min(1).max(50).default(20),
});

const Hit = SearchResult.extend({
  userId: z.string().nullish(),
  userName: z.string().nullish(),
  relevanceScore: z.number(),
  /** How many there are without the limit. */
  total: z.number(),
});
type Hit = z.infer<typeof Hit>;

/** Length of the excerpt of a description, in characters. */
const EXCERPT = 300;

export function addSearchRoute(api: LocalApi, context: LocalContext): void {
  api.get('/search', permit('project:read', 'task:read'), (c) => {
    const { q, workspaceId, type, projectId, limit } = readQuery(c, Query);
    checkWorkspace(context, workspaceId, c.get('caller'));
    const includes = (kind: 'task' | 'project') => type === 'all' || type.startsWith(kind);
    const found = [
      includes('task') ? findTasks(context, q, workspaceId, projectId ?? null, limit) : [],
      includes('project') ? findProjects(context, q, workspaceId, limit) : [],
    ];
    const totalCount = found.reduce((sum, [first]) => sum + (first?.total ?? 0), 0);
    const hits = found.flat().map(({ total: _, ...hit }) => ({ ...hit, workspaceId }));
    // Best match first, then newest.
    hits.sort(
      (a, b) => b.relevanceScore - a.relevanceScore || (a.createdAt ?? '').localeCompare(b.createdAt ?? '') * -1,
    );
    return c.json({ results: hits.slice(0, limit), totalCount, searchQuery: q });
  });
}

/** Whether a text contains `:text`, which is in lower case. */
const holds = (column: string) => `instr(lower_case(${column}), :text) > 0`;

/** An exact match of the identifier, such as KAN-12, ranks first. */
function findTasks(
  context: LocalContext,
  q: string,
  workspaceId: string,
  projectId: string | null,
  limit: number,
): Hit[] {
  const [, slug = null, number = null] = /^(.+)-(\d{1,15})$/.exec(q) ?? [];
  return context.database.all(
    Hit,
    `SELECT *, count(*) OVER () AS total FROM (
         SELECT 'task' AS type, t.id, t.title, substr(t.description, 1, ${EXCERPT}) AS description, t.project_id AS projectId,
           p.name AS projectName, p.slug AS projectSlug, t.number AS taskNumber, t.priority, t.status,
           t.user_id AS userId, assignee.name AS userName, t.created_at AS createdAt,
           CASE WHEN t.number = :number AND p.slug = :slug COLLATE NOCASE THEN 10
             WHEN ${holds('t.title')} THEN 3 WHEN ${holds('t.description')} THEN 2
             ELSE 0 END AS relevanceScore
         FROM task t JOIN project p ON p.id = t.project_id LEFT JOIN person assignee ON assignee.id = t.user_id
         WHERE p.workspace_id = :workspaceId AND p.archived_at IS NULL AND (:projectId IS NULL OR t.project_id = :projectId))
       WHERE relevanceScore > 0 ORDER BY relevanceScore DESC, createdAt DESC, id LIMIT :limit`,
    { text: q.toLowerCase(), slug, number: number === null ? null : Number(number), workspaceId, projectId, limit },
  );
}

function findProjects(context: LocalContext, q: string, workspaceId: string, limit: number): Hit[] {
  return context.database.all(
    Hit,
    `SELECT 'project' AS type, id, id AS projectId, name AS title, name AS projectName, substr(description, 1, ${EXCERPT}) AS description, slug AS projectSlug,
         created_at AS createdAt, CASE WHEN ${holds('name')} THEN 3 ELSE 2 END AS relevanceScore,
         count(*) OVER () AS total
       FROM project WHERE workspace_id = :workspaceId AND archived_at IS NULL
         AND (${holds('name')} OR ${holds('description')} OR slug = :q COLLATE NOCASE)
       ORDER BY relevanceScore DESC, created_at DESC, id LIMIT :limit`,
    { text: q.toLowerCase(), q, workspaceId, limit },
  );
}
