/**
 * Pictures (docs/service.md#images): requested, uploaded to an address that works like a presigned one of an object storage, and
 * finalized. The address is outside the API and needs no login.
 */
import type { Context, Hono } from 'hono';
import { z } from 'zod';
import { HttpError, notFound } from './errors.ts';
import type { LocalContext, LocalEnv } from './local-context.ts';
import { newId, newSecret } from './secrets.ts';
import { readBytes } from './validate.ts';

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
export function requestUpload(c: Context, context: LocalContext, owner: Owner, { contentType, size }: Described) {
  if (size > MAX_ASSET_BYTES) throw new HttpError(400, `The file is larger than ${MAX_ASSET_BYTES} bytes`);
  const [id, key] = [newId(), newSecret()];
  const uploadUntil = new Date(context.now() + UPLOAD_MS).toISOString();
  context.database.insert('asset', { id, ...owner, contentType, size, uploadKey: key, uploadUntil });
  const uploadUrl = `${new URL(c.req.url).origin}/upload/${key}`;
  return { id, answer: { key, uploadUrl, headers: { 'Content-Type': contentType } } };
}

/** Returns the id. Throws for a key of something else, another description, and an object that is missing. */
export function finalizeUpload(context: LocalContext, owner: Owner, file: Described & { key: string }): string {
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
export async function sendAsset(c: Context, context: LocalContext, id: string | null): Promise<Response> {
  const asset = context.database.find(ASSETS, { id, isFinal: true });
  const bytes = asset && (await context.files.read(asset.id));
  if (bytes === undefined) throw notFound('Image');
  // Any content type can be stored; nothing of it may run.
  const headers = { 'X-Content-Type-Options': 'nosniff', 'Content-Security-Policy': 'sandbox' };
  return c.body(bytes, 200, { ...headers, 'Content-Type': asset?.contentType ?? '' });
}

export const findByKey = (context: LocalContext, uploadKey: string): AssetRow | undefined =>
  context.database.find(ASSETS, { uploadKey });

/** PUT of the bytes, at the address of requestUpload(). */
export function addStorageRoute(app: Hono<LocalEnv>, context: LocalContext): void {
  app.put('/upload/:key', async (c) => {
    const asset = findByKey(context, c.req.param('key'));
    if (asset === undefined || Date.parse(asset.uploadUntil) <= context.now())
      throw new HttpError(403, 'The upload address is unknown or has expired');
    if (c.req.header('content-type') !== asset.contentType) throw new HttpError(403, 'The content type was not signed');
    const bytes = await readBytes(c.req.raw, MAX_ASSET_BYTES);
    if (bytes.length !== asset.size) throw new HttpError(400, `The file must have ${asset.size} bytes`);
    await context.files.write(asset.id, bytes);
    context.database.update('asset', { id: asset.id }, { isUploaded: true });
    return c.body(null, 200);
  });
}

/** Deletes files after the tasks, projects and uploads that they belonged to: now, and after each change that removes some. */
export function keepFilesInStep(context: LocalContext): void {
  const { database, files } = context;
  function removeFiles(): void {
    for (const { id } of database.all(z.object({ id: z.string() }), 'SELECT id FROM removed_asset')) {
      files.remove(id);
      database.delete('removed_asset', { id });
    }
  }
  database.run('DELETE FROM asset WHERE is_final = 0 AND upload_until <= :now', { now: context.timestamp() });
  removeFiles();
  context.changes.listen(({ kind }) => {
    if (kind === 'task-deleted' || kind === 'settings-changed') removeFiles();
  });
}
