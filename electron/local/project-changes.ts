/** Routes that create, change, reorder and delete projects (docs/service.md#projects). */
import type { Context } from 'hono';
import { z } from 'zod';
import {
  ProjectBackgroundFile,
  ProjectBackgroundStored,
  ProjectCreate,
  ProjectOrder,
  ProjectUpdate,
} from '../service/records.ts';
import { checkAllowed, permit } from './access.ts';
import { HttpError, notFound } from './errors.ts';
import type { LocalApi, LocalContext, LocalEnv } from './local-context.ts';
import { checkWorkspace, getWorkspace } from './people.ts';
import { createProject, findProject, getProject, listProjects } from './projects.ts';
import { readBody, readQuery } from './validate.ts';

const WorkspaceQuery = z.object({ workspaceId: z.string().min(1) });
const MoveBody = z.object({ workspaceId: z.string().min(1) });

export function addProjectChangeRoutes(api: LocalApi, context: LocalContext): void {
  const { database } = context;

  /** Slugs are unique, ignoring case. */
  function checkSlug(slug: string, ownId: string | null): void {
    if (database.has('SELECT 1 FROM project WHERE slug = :slug COLLATE NOCASE AND id IS NOT :ownId', { slug, ownId })) {
      throw new HttpError(409, `A project with the key "${slug}" already exists`);
    }
  }

  api.post('/project', permit('project:create'), async (c) => {
    const { workspaceId, name, icon, slug } = await readBody(c, ProjectCreate);
    checkWorkspace(context, workspaceId);
    checkSlug(slug, null);
    const id = database.transaction(() =>
      createProject(context, { name, slug, icon, description: null, isSample: false }),
    );
    return c.json(getProject(context, id));
  });

  /** Registered before `:id`, which would match "reorder". Omitted projects keep their rank; all are renumbered from 0. */
  api.put('/project/reorder', permit('project:update'), async (c) => {
    const { workspaceId } = readQuery(c, WorkspaceQuery);
    checkWorkspace(context, workspaceId);
    const { projects: requested } = await readBody(c, ProjectOrder);
    const existing = listProjects(context, 'with archived').map(({ id }) => id);
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
        database.run('UPDATE project SET position = :position WHERE id = :id', { id, position });
      }
    });
    return c.json(listProjects(context, 'with archived'));
  });

  /** Replaces all fields. Changing the visibility needs a separate permission. */
  api.put('/project/:id', permit('project:update'), async (c) => {
    const { name, icon, slug, description, isPublic } = await readBody(c, ProjectUpdate);
    const project = getProject(context, c.req.param('id'));
    if (isPublic !== project.isPublic) checkAllowed(c.get('caller'), 'project:share');
    checkSlug(slug, project.id);
    database.run(
      `UPDATE project SET name = :name, icon = :icon, slug = :slug, description = :description, is_public = :isPublic
       WHERE id = :id`,
      { id: project.id, name, icon, slug, description, isPublic: Number(isPublic) },
    );
    return c.json(getProject(context, project.id));
  });

  const archive = (archivedAt: () => string | null) => (c: Context<LocalEnv, '/project/:id'>) => {
    const { id } = getProject(context, c.req.param('id'));
    database.run('UPDATE project SET archived_at = :archivedAt WHERE id = :id', { id, archivedAt: archivedAt() });
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
    database.run('DELETE FROM project WHERE id = :id', { id: project.id });
    context.changes.emit([{ kind: 'settings-changed', projectId: project.id }]);
    return c.json(project);
  });

  /** There is only one workspace, so a project cannot be moved. */
  api.put('/project/:id/move', permit('project:update', 'project:delete'), async (c) => {
    const { workspaceId } = await readBody(c, MoveBody);
    getProject(context, c.req.param('id'));
    if (workspaceId === getWorkspace(context).id) {
      throw new HttpError(400, 'The project is already in this workspace');
    }
    throw new HttpError(403, "You don't have access to this workspace");
  });

  const noStorage = () => new HttpError(503, 'No object storage is configured');

  function checkProject(id: string): void {
    if (findProject(context, id) === undefined) throw notFound('Project');
  }

  api.put('/project/:id/background-upload', permit('project:update'), async (c) => {
    checkProject(c.req.param('id'));
    const { contentType } = await readBody(c, ProjectBackgroundFile);
    if (!contentType.startsWith('image/')) throw new HttpError(400, 'A background must be an image');
    throw noStorage();
  });

  api.post('/project/:id/background-upload/finalize', permit('project:update'), async (c) => {
    checkProject(c.req.param('id'));
    await readBody(c, ProjectBackgroundStored);
    throw noStorage();
  });

  api.get('/project/:id/background', permit('project:read'), (c) => {
    checkProject(c.req.param('id'));
    throw notFound('Background');
  });

  /** There are no backgrounds, so removing one always succeeds. */
  api.delete('/project/:id/background', permit('project:update'), (c) => {
    checkProject(c.req.param('id'));
    return c.body(null, 204);
  });
}
