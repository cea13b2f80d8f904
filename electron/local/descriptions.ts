/** Long descriptions in pages (docs/service.md#descriptions). */
import type { Context } from 'hono';
import { z } from 'zod';
import type { TaskDescriptionPage } from '../service/records.ts';
import { permit } from './access.ts';
import { HttpError, notFound, required } from './errors.ts';
import type { LocalApi, LocalContext, LocalEnv } from './local-context.ts';
import { getProject } from './projects.ts';
import { readQuery } from './validate.ts';

/** Boards omit a longer description and set `descriptionDeferred` (bytes). */
export const MAX_DESCRIPTION_BYTES = 64 * 1024;

/** Length of a page in code points. */
const PAGE_LENGTH = 32_768;
const MATCHES_PER_PAGE = 100;
const MAX_OFFSET = 2_000_000_000;

const PageQuery = z.object({
  offset: z.coerce.number().int().min(0).max(MAX_OFFSET).default(0),
  version: z
    .string()
    .regex(/^\d{1,10}$/)
    .optional(),
});
type PageQuery = z.infer<typeof PageQuery>;

const MatchQuery = z.object({ query: z.string().min(1).max(256), after: z.string().max(128).optional() });

/** substr() of SQLite counts code points. */
const PAGE = `description_version AS version, length(description) AS length,
  substr(description, :offset + 1, ${PAGE_LENGTH}) AS content`;

const PageRow = z.object({
  version: z.number(),
  length: z.number().nullable(),
  content: z.string().nullable(),
});

const LongRow = z.object({ id: z.string(), description: z.string() });

const changedError = () => new HttpError(409, 'The description has changed: read it again from the start');

function toPage(row: z.infer<typeof PageRow>, { offset, version }: PageQuery): TaskDescriptionPage {
  if (version !== undefined && version !== String(row.version)) throw changedError();
  const end = offset + PAGE_LENGTH;
  return {
    content: row.content ?? '',
    version: String(row.version),
    nextOffset: end < (row.length ?? 0) ? end : null,
  };
}

export function addDescriptionRoutes(api: LocalApi, context: LocalContext): void {
  const { database } = context;

  /** Searches only the descriptions that boards omit. */
  api.get('/task/description-matches/:projectId', permit('task:read'), (c) => {
    const { id: projectId } = getProject(context, c.req.param('projectId'));
    const { query, after = '' } = readQuery(c, MatchQuery);
    const text = query.toLowerCase();
    const found = database
      .all(
        LongRow,
        `SELECT id, description FROM task
         WHERE project_id = :projectId AND octet_length(description) > 65536 AND id > :after ORDER BY id`,
        { projectId, after },
      )
      .filter(({ description }) => description.toLowerCase().includes(text))
      .map(({ id }) => id);
    const ids = found.slice(0, MATCHES_PER_PAGE);
    return c.json({ ids, nextCursor: found.length > ids.length ? (ids.at(-1) ?? null) : null });
  });

  api.get(
    '/task/:id/description',
    permit('task:read'),
    pageOf(context, 'task WHERE id = :id', () => notFound('Task')),
  );
}

/** For public projects. A later page of a project that is no longer public counts as changed (409). */
export function addPublicDescriptionRoutes(api: LocalApi, context: LocalContext): void {
  const missing =
    (what: string) =>
    ({ version }: PageQuery) =>
      version === undefined ? notFound(what) : changedError();
  const project = 'project WHERE id = :id AND is_public = 1';
  const task = `task WHERE id = :taskId AND project_id = (SELECT id FROM ${project})`;
  api.get('/public-project/:id/description', pageOf(context, project, missing('Project')));
  api.get('/public-project/:id/task/:taskId/description', pageOf(context, task, missing('Task')));
}

/** Answers with a page of a description. `from`: its row, by the parameters of the path. */
function pageOf(context: LocalContext, from: string, missing: (query: PageQuery) => HttpError) {
  return (c: Context<LocalEnv>) => {
    const query = readQuery(c, PageQuery);
    const values = { ...c.req.param(), offset: query.offset };
    const row = context.database.get(PageRow, `SELECT ${PAGE} FROM ${from}`, values);
    return c.json(toPage(required(row, missing(query)), query));
  };
}
