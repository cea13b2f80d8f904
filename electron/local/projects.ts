/** Routes that read projects (docs/service.md#projects). project-changes.ts has those that change them. */
import { z } from 'zod';
import { permit } from './access.ts';
import { addDefaultColumns } from './columns.ts';
import { required } from './errors.ts';
import type { LocalApi, LocalContext } from './local-context.ts';
import { checkWorkspace, getWorkspace } from './people.ts';
import { newId } from './secrets.ts';
import { columnsOf } from './table.ts';
import { readQuery } from './validate.ts';

const ProjectRow = z.object({
  id: z.string(),
  workspaceId: z.string(),
  backgroundVersion: z.string().nullable(),
  slug: z.string(),
  icon: z.string().nullable(),
  name: z.string(),
  description: z.string().nullable(),
  createdAt: z.string(),
  isPublic: z.int().transform(Boolean),
  archivedAt: z.string().nullable(),
  position: z.number(),
  lastTaskNumber: z.number(),
});
export type ProjectRow = z.infer<typeof ProjectRow>;

const SELECT = `SELECT ${columnsOf(ProjectRow.omit({ backgroundVersion: true }))}, background_id AS backgroundVersion
  FROM project`;

const StatisticsRow = z.object({
  projectId: z.string(),
  totalTasks: z.number(),
  finished: z.number(),
  dueDate: z.string().nullable(),
});

const ListQuery = z.object({ workspaceId: z.string().min(1), includeArchived: z.enum(['true', 'false']).optional() });

export function findProject(context: LocalContext, id: string): ProjectRow | undefined {
  return context.database.get(ProjectRow, `${SELECT} WHERE id = :id`, { id });
}

/** Throws the error for an unknown id. */
export function getProject(context: LocalContext, id: string): ProjectRow {
  return required(findProject(context, id));
}

/** In the order of the sidebar. */
export function listProjects(
  context: LocalContext,
  workspaceId: string,
  archived: 'with archived' | 'without archived',
): ProjectRow[] {
  const where = archived === 'with archived' ? '' : 'AND archived_at IS NULL';
  return context.database.all(
    ProjectRow,
    `${SELECT} WHERE workspace_id = :workspaceId ${where} ORDER BY position, id`,
    { workspaceId },
  );
}

/** Creates a project at the end of the sidebar, with the default columns; returns its id. */
export function createProject(
  context: LocalContext,
  project: {
    name: string;
    slug: string;
    icon?: string;
    description: string | null;
    isSample: boolean;
    /** By default the first workspace. */
    workspaceId?: string;
  },
): string {
  const id = newId();
  context.database.run(
    `INSERT INTO project (id, workspace_id, slug, icon, name, description, created_at, position, is_sample)
     VALUES (:id, :workspaceId, :slug, :icon, :name, :description, :now,
       (SELECT coalesce(max(position), -1) + 1 FROM project), :isSample)`,
    {
      workspaceId: getWorkspace(context).id,
      ...project,
      icon: project.icon ?? null,
      id,
      now: context.timestamp(),
      isSample: Number(project.isSample),
    },
  );
  addDefaultColumns(context, id);
  return id;
}

/** Ignores archived tasks. The due date is the earliest among open tasks. */
function readStatistics(context: LocalContext): Map<string, z.infer<typeof StatisticsRow>> {
  const rows = context.database.all(
    StatisticsRow,
    // Grouping by column first is faster: there are few columns.
    `WITH placed AS (
       SELECT project_id, status, count(*) AS tasks, min(due_date) AS due FROM task GROUP BY project_id, status
     )
     SELECT placed.project_id AS projectId, sum(tasks) AS totalTasks, sum(tasks * coalesce(c.is_final, 0)) AS finished,
       min(CASE WHEN coalesce(c.is_final, 0) = 0 THEN due END) AS dueDate
     FROM placed LEFT JOIN board_column c ON c.project_id = placed.project_id AND c.slug = placed.status
     WHERE placed.status <> 'archived' GROUP BY placed.project_id`,
  );
  return new Map(rows.map((row) => [row.projectId, row]));
}

export function addProjectRoutes(api: LocalApi, context: LocalContext): void {
  api.get('/project', permit('project:read'), (c) => {
    const query = readQuery(c, ListQuery);
    checkWorkspace(context, query.workspaceId, c.get('caller'));
    const projects = listProjects(
      context,
      query.workspaceId,
      query.includeArchived === 'true' ? 'with archived' : 'without archived',
    );
    const statistics = readStatistics(context);
    return c.json(
      projects.map((project) => {
        const { totalTasks, finished, dueDate } = statistics.get(project.id) ?? {
          totalTasks: 0,
          finished: 0,
          dueDate: null,
        };
        const completionPercentage = totalTasks === 0 ? 0 : Math.round((100 * finished) / totalTasks);
        return {
          ...project,
          statistics: { completionPercentage, totalTasks, dueDate },
          archivedTasks: [],
          plannedTasks: [],
          columns: [],
        };
      }),
    );
  });

  api.get('/project/:id', permit('project:read'), (c) => c.json(getProject(context, c.req.param('id'))));
}
