/**
 * Pictures (docs/service.md#images): requested, uploaded to an address that works like a presigned one of an object storage, and
 * finalized. The address is outside the API and needs no login.
 */

import type { Context, Hono } from 'hono';
import { z } from 'zod';
import { ProjectBackgroundFile, ProjectBackgroundStored, TaskImageFile, TaskImageStored } from '../service/records.ts';
import { permit } from './access.ts';
import { HttpError, notFound, required } from './errors.ts';
import type { LocalApi, LocalContext, LocalEnv } from './local-context.ts';
import { findProject, type ProjectRow } from './projects.ts';
import { newId, newSecret } from './secrets.ts';
import { getTask } from './tasks.ts';
import { readBody, readBytes } from './validate.ts';

/** The usual limit of servers, in bytes. */
const MAX_ASSET_BYTES = 10 * 1024 * 1024;
const UPLOAD_MS = 300_000;

const AssetRow = z.object({
  id: z.string(),
  taskId: z.string().nullable(),
  projectId: z.string().nullable(),
  contentType: z.string(),
  size: z.number(),
  uploadUntil: z.string(),
  isUploaded: z.int().transform(Boolean),
});
type AssetRow = z.infer<typeof AssetRow>;
type Owner = { taskId: string } | { projectId: string };
interface Described {
  contentType: string;
  size: number;
}

const ASSETS = { name: 'asset', row: AssetRow };

/** Returns the id, the key and where the bytes go. Throws for a file over the limit. */
function requestUpload(c: Context, context: LocalContext, owner: Owner, { contentType, size }: Described) {
  if (size > MAX_ASSET_BYTES) throw new HttpError(400, `The file is larger than ${MAX_ASSET_BYTES} bytes`);
  forgetUploads(context);
  const [id, key] = [newId(), newSecret()];
  const uploadUntil = new Date(context.now() + UPLOAD_MS).toISOString();
  context.database.insert('asset', { id, ...owner, contentType, size, uploadKey: key, uploadUntil });
  const uploadUrl = `${new URL(c.req.url).origin}/upload/${key}`;
  return { id, answer: { key, uploadUrl, headers: { 'Content-Type': contentType } } };
}

/** Returns the id. Throws for a key of something else, another description, and an object that is missing. */
function finalizeUpload(context: LocalContext, owner: Owner, file: Described & { key: string }): string {
  const asset = findByKey(context, file.key);
  const isOwn = 'taskId' in owner ? asset?.taskId === owner.taskId : asset?.projectId === owner.projectId;
  if (asset === undefined || !isOwn) throw new HttpError(400, 'The key does not belong to this upload');
  if (asset.contentType !== file.contentType || asset.size !== file.size)
    throw new HttpError(400, 'The file differs from the requested one');
  if (!asset.isUploaded) throw new HttpError(400, 'The file was not uploaded');
  context.database.update('asset', { id: asset.id }, { isFinal: true });
  return asset.id;
}

/** The picture as an answer. Throws 404 if there is none. */
async function sendAsset(c: Context, context: LocalContext, id: string | null): Promise<Response> {
  const asset = context.database.find(ASSETS, { id, isFinal: true });
  const bytes = asset && (await context.files.read(asset.id));
  if (bytes === undefined) throw notFound('Image');
  // Any content type can be stored; nothing of it may run.
  const headers = { 'X-Content-Type-Options': 'nosniff', 'Content-Security-Policy': 'sandbox' };
  return c.body(bytes, 200, { ...headers, 'Content-Type': asset?.contentType ?? '' });
}

const findByKey = (context: LocalContext, uploadKey: string): AssetRow | undefined =>
  context.database.find(ASSETS, { uploadKey });

/** Throws if the address takes no bytes, or none any more. */
function openUpload(context: LocalContext, uploadKey: string): AssetRow {
  const asset = context.database.find(ASSETS, { uploadKey, isFinal: false });
  if (asset === undefined || Date.parse(asset.uploadUntil) <= context.now())
    throw new HttpError(403, 'The upload address is unknown or has expired');
  return asset;
}

/** PUT of the bytes, at the address of requestUpload(). */
export function addStorageRoute(app: Hono<LocalEnv>, context: LocalContext): void {
  app.put('/upload/:key', async (c) => {
    const asset = openUpload(context, c.req.param('key'));
    if (c.req.header('content-type') !== asset.contentType) throw new HttpError(403, 'The content type was not signed');
    const bytes = await readBytes(c.req.raw, MAX_ASSET_BYTES);
    if (bytes.length !== asset.size) throw new HttpError(400, `The file must have ${asset.size} bytes`);
    // The task may have been deleted, or the address have expired, while the bytes arrived.
    openUpload(context, c.req.param('key'));
    await context.files.write(asset.id, bytes);
    if (context.database.update('asset', { id: asset.id }, { isUploaded: true }) === 0) context.files.remove(asset.id);
    return c.body(null, 200);
  });
}

/** Deletes files after the tasks and projects that they belonged to: now, and after each change that removes some. */
export function keepFilesInStep(context: LocalContext): void {
  forgetUploads(context);
  context.changes.listen(({ kind }) => {
    if (kind === 'task-deleted' || kind === 'settings-changed') removeFiles(context);
  });
}

/** Deletes what was not finalized in time. */
function forgetUploads(context: LocalContext): void {
  context.database.run('DELETE FROM asset WHERE is_final = 0 AND upload_until <= :now', { now: context.timestamp() });
  removeFiles(context);
}

function removeFiles({ database, files }: LocalContext): void {
  for (const { id } of database.all(z.object({ id: z.string() }), 'SELECT id FROM removed_asset')) {
    files.remove(id);
    database.delete('removed_asset', { id });
  }
}

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
