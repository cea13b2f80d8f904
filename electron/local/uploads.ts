/** Pictures of tasks and backgrounds of projects (docs/service.md#images). */
import { ProjectBackgroundFile, ProjectBackgroundStored, TaskImageFile, TaskImageStored } from '../service/records.ts';
import { permit } from './access.ts';
import { finalizeUpload, findByKey, requestUpload, sendAsset } from './assets.ts';
import { HttpError, notFound, required } from './errors.ts';
import type { LocalApi, LocalContext } from './local-context.ts';
import { findProject, type ProjectRow } from './projects.ts';
import { getTask } from './tasks.ts';
import { readBody } from './validate.ts';

/** GET /asset/{id} of a public project needs no login; any other is passed on to the routes that need one. */
export function addPublicAssetRoute(api: LocalApi, context: LocalContext): void {
  api.get('/asset/:id', (c, next) => {
    const id = c.req.param('id');
    const isPublic = context.database.has(
      `SELECT 1 FROM asset a LEFT JOIN task t ON t.id = a.task_id
       JOIN project p ON p.id = coalesce(t.project_id, a.project_id) WHERE a.id = :id AND p.is_public = 1`,
      { id },
    );
    return isPublic ? sendAsset(c, context, id) : next();
  });
}

export function addUploadRoutes(api: LocalApi, context: LocalContext): void {
  const { database } = context;
  api.get('/asset/:id', permit('task:read'), (c) => sendAsset(c, context, c.req.param('id')));

  api.put('/task/image-upload/:id', permit('task:update'), async (c) => {
    const file = await readBody(c, TaskImageFile);
    const { id: taskId } = getTask(context, c.req.param('id'));
    return c.json(requestUpload(c, context, { taskId }, file).answer);
  });

  api.post('/task/image-upload/:id/finalize', permit('task:update'), async (c) => {
    const file = await readBody(c, TaskImageStored);
    const { id: taskId } = getTask(context, c.req.param('id'));
    const id = finalizeUpload(context, { taskId }, file);
    return c.json({ id, url: `${new URL(c.req.url).origin}/api/asset/${id}` });
  });

  function projectOf(id: string): ProjectRow {
    return required(findProject(context, id), notFound('Project'));
  }

  /** The id of the asset is also the version of the background. */
  api.put('/project/:id/background-upload', permit('project:update'), async (c) => {
    const { id: projectId } = projectOf(c.req.param('id'));
    const file = await readBody(c, ProjectBackgroundFile);
    if (!file.contentType.startsWith('image/')) throw new HttpError(400, 'A background must be an image');
    const { id: version, answer } = requestUpload(c, context, { projectId }, file);
    return c.json({ ...answer, version });
  });

  function setBackground(projectId: string, id: string | null): void {
    database.transaction(() => {
      database.update('project', { id: projectId }, { backgroundId: id });
      database.run('DELETE FROM asset WHERE project_id = :projectId AND is_final = 1 AND id IS NOT :id', {
        id,
        projectId,
      });
    });
    context.changes.emit([{ kind: 'settings-changed', projectId }]);
  }

  api.post('/project/:id/background-upload/finalize', permit('project:update'), async (c) => {
    const { id: projectId } = projectOf(c.req.param('id'));
    const { version, ...file } = await readBody(c, ProjectBackgroundStored);
    if (findByKey(context, file.key)?.id !== version)
      throw new HttpError(400, 'The version does not belong to this key');
    setBackground(projectId, finalizeUpload(context, { projectId }, file));
    return c.json({ url: `${new URL(c.req.url).origin}/api/project/${projectId}/background` });
  });

  api.get('/project/:id/background', permit('project:read'), (c) =>
    sendAsset(c, context, projectOf(c.req.param('id')).backgroundVersion),
  );

  api.delete('/project/:id/background', permit('project:update'), (c) => {
    setBackground(projectOf(c.req.param('id')).id, null);
    return c.body(null, 204);
  });
}
