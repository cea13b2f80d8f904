/** Routes that create, change, reorder and delete projects (docs/service.md#projects). */
import type { Context } from 'hono';
import { z } from 'zod';
import { ProjectCreate, ProjectOrder, ProjectUpdate } from '../service/records.ts';
import { checkAllowed, permit } from './access.ts';
import { HttpError } from './errors.ts';
import type { LocalApi, LocalContext, LocalEnv } from './local-context.ts';
import { checkWorkspace, listMembers } from './people.ts';
import { createProject, getProject, listProjects } from './projects.ts';
import { readBody, readQuery } from './validate.ts';

/** A query or a body. */
const OfWorkspace = z.object({ workspaceId: z.string().min(1) });

export function addProjectChangeRoutes(api: LocalApi, context: LocalContext): void {
  const { database } = context;

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
      return database.run(
        `UPDATE task SET user_id = NULL WHERE project_id = :id AND user_id IS NOT NULL
         AND user_id NOT IN (SELECT value FROM json_each(:members))`,
        { id: project.id, members },
      );
    });
    return c.json({ ...getProject(context, project.id), unassignedTaskCount });
  });
}
