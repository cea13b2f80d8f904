/** Projects (docs/service.md#projects). */

import type { Context } from 'hono';
import { z } from 'zod';
import { ProjectCreate, ProjectOrder, ProjectUpdate } from '../service/records.ts';
import { checkAllowed, permit } from './access.ts';
import { addDefaultColumns } from './columns.ts';
import { HttpError, required } from './errors.ts';
import type { LocalApi, LocalContext, LocalEnv } from './local-context.ts';
import { checkWorkspace, getWorkspace, listMembers } from './people.ts';
import { newId } from './secrets.ts';
import { columnsOf } from './table.ts';
import { readBody, readQuery } from './validate.ts';

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

/** A query or a body. */
const OfWorkspace = z.object({ workspaceId: z.string().min(1) });
const ListQuery = OfWorkspace.extend({ includeArchived: z.enum(['true', 'false']).optional() });

export function findProject(context: LocalContext, id: string): ProjectRow | undefined {
  return context.database.get(ProjectRow, `${SELECT} WHERE id = :id`, { id });
}

/** Throws the error for an unknown id. */
export function getProject(context: LocalContext, id: string): ProjectRow {
  return required(findProject(context, id));
}

/** In the order of the sidebar. */
function listProjects(
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
  project: Pick<ProjectRow, 'name' | 'slug' | 'description'> & {
    icon?: string;
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

const NO_TASKS = { totalTasks: 0, finished: 0, dueDate: null };

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
  const { database } = context;

  api.get('/project', permit('project:read'), (c) => {
    const query = readQuery(c, ListQuery);
    checkWorkspace(context, query.workspaceId, c.get('caller'));
    const archived = query.includeArchived === 'true' ? 'with archived' : 'without archived';
    const projects = listProjects(context, query.workspaceId, archived);
    const statistics = readStatistics(context);
    return c.json(
      projects.map((project) => {
        const { totalTasks, finished, dueDate } = statistics.get(project.id) ?? NO_TASKS;
        const completionPercentage = totalTasks === 0 ? 0 : Math.round((100 * finished) / totalTasks);
        const empty = { archivedTasks: [], plannedTasks: [], columns: [] };
        return { ...project, statistics: { completionPercentage, totalTasks, dueDate }, ...empty };
      }),
    );
  });

  api.get('/project/:id', permit('project:read'), (c) => c.json(getProject(context, c.req.param('id'))));

  /** Slugs are unique in a workspace, ignoring case. */
  function checkSlug(slug: string, workspaceId: string, ownId: string | null): void {
    const taken = `SELECT 1 FROM project
      WHERE slug = :slug COLLATE NOCASE AND workspace_id = :workspaceId AND id IS NOT :ownId`;
    if (database.has(taken, { slug, workspaceId, ownId })) {
      throw new HttpError(409, `A project with the key "${slug}" already exists`);
    }
  }

  api.post('/project', permit('project:create'), async (c) => {
    const { workspaceId, name, icon, slug } = await readBody(c, ProjectCreate);
    checkWorkspace(context, workspaceId, c.get('caller'));
    checkSlug(slug, workspaceId, null);
    const id = database.transaction(() =>
      createProject(context, { name, slug, icon, description: null, isSample: false, workspaceId }),
    );
    return c.json(getProject(context, id));
  });

  /** Registered before `:id`, which would match "reorder". Omitted projects keep their rank; all are renumbered from 0. */
  api.put('/project/reorder', permit('project:update'), async (c) => {
    const { workspaceId } = readQuery(c, OfWorkspace);
    checkWorkspace(context, workspaceId, c.get('caller'));
    const { projects: requested } = await readBody(c, ProjectOrder);
    const existing = listProjects(context, workspaceId, 'with archived').map(({ id }) => id);
    const requestedIds = new Set(requested.map(({ id }) => id));
    if (requestedIds.size !== requested.length) throw new HttpError(400, 'A project is named twice');
    if (requested.some(({ id }) => !existing.includes(id))) {
      throw new HttpError(400, 'A project is not in this workspace');
    }
    const sorted = requested.toSorted((a, b) => a.position - b.position).map(({ id }) => id);
    // The requested projects are distributed over the positions that they already have.
    const order = existing.map((id) => (requestedIds.has(id) ? (sorted.shift() ?? id) : id));
    database.transaction(() => {
      for (const [position, id] of order.entries()) {
        database.update('project', { id }, { position });
      }
    });
    return c.json(listProjects(context, workspaceId, 'with archived'));
  });

  /** Replaces all fields. Changing the visibility needs a separate permission. */
  api.put('/project/:id', permit('project:update'), async (c) => {
    const { name, icon, slug, description, isPublic } = await readBody(c, ProjectUpdate);
    const project = getProject(context, c.req.param('id'));
    if (isPublic !== project.isPublic) checkAllowed(c.get('caller'), 'project:share');
    checkSlug(slug, project.workspaceId, project.id);
    database.update('project', { id: project.id }, { name, icon, slug, description, isPublic });
    return c.json(getProject(context, project.id));
  });

  const archive = (archivedAt: () => string | null) => (c: Context<LocalEnv, '/project/:id'>) => {
    const { id } = getProject(context, c.req.param('id'));
    database.update('project', { id }, { archivedAt: archivedAt() });
    context.changes.emit([{ kind: 'settings-changed', projectId: id }]);
    return c.json(getProject(context, id));
  };
  api.put('/project/:id/archive', permit('project:update'), archive(context.timestamp));
  api.put(
    '/project/:id/unarchive',
    permit('project:update'),
    archive(() => null),
  );

  api.delete('/project/:id', permit('project:delete'), (c) => {
    const project = getProject(context, c.req.param('id'));
    database.delete('project', { id: project.id });
    context.changes.emit([{ kind: 'settings-changed', projectId: project.id }]);
    return c.json(project);
  });

  /** Assignees who are not members there are cleared; the definitions of its labels come along. */
  api.put('/project/:id/move', permit('project:update', 'project:delete'), async (c) => {
    const { workspaceId } = await readBody(c, OfWorkspace);
    const project = getProject(context, c.req.param('id'));
    if (workspaceId === project.workspaceId) throw new HttpError(400, 'The project is already in this workspace');
    checkWorkspace(context, workspaceId, c.get('caller'));
    checkAllowed(c.get('caller'), 'project:create', 'workspace:manage_settings');
    checkSlug(project.slug, workspaceId, project.id);
    const values = { id: project.id, workspaceId };
    const OTHER_END = `SELECT 1 FROM task_relation r JOIN task s ON s.id = r.source_task_id
      JOIN task t ON t.id = r.target_task_id
      WHERE (s.project_id = :id) <> (t.project_id = :id)`;
    if (database.has(OTHER_END, { id: project.id }))
      throw new HttpError(409, 'Its tasks are related to other projects');
    const members = JSON.stringify(listMembers(context, workspaceId).map((member) => member.id));
    const unassignedTaskCount = database.transaction(() => {
      database.run('UPDATE project SET workspace_id = :workspaceId WHERE id = :id', values);
      database.run(
        `UPDATE label SET workspace_id = :workspaceId WHERE task_id IN (SELECT id FROM task WHERE project_id = :id)`,
        values,
      );
      database.run(
        `INSERT INTO label (id, workspace_id, name, color, created_at)
         SELECT min(l.id) || '-' || :workspaceId, :workspaceId, l.name, l.color, min(l.created_at)
         FROM label l JOIN task t ON t.id = l.task_id WHERE t.project_id = :id AND NOT EXISTS (SELECT 1 FROM label d
           WHERE d.workspace_id = :workspaceId AND d.task_id IS NULL AND d.name = l.name AND d.color = l.color)
         GROUP BY l.name, l.color`,
        values,
      );
      // Its calendar feeds refer to the definitions there, because those that it leaves may be deleted.
      database.run(
        `UPDATE calendar_feed SET label_ids = (SELECT json_group_array(coalesce(d.id, listed.value))
           FROM json_each(calendar_feed.label_ids) listed LEFT JOIN label l ON l.id = listed.value
           LEFT JOIN label d ON d.workspace_id = :workspaceId AND d.task_id IS NULL AND d.name = l.name AND d.color = l.color)
         WHERE project_id = :id`,
        values,
      );
      return database.run(
        `UPDATE task SET user_id = NULL WHERE project_id = :id AND user_id IS NOT NULL
         AND user_id NOT IN (SELECT value FROM json_each(:members))`,
        { id: project.id, members },
      );
    });
    return c.json({ ...getProject(context, project.id), unassignedTaskCount });
  });
}
