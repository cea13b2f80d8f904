/** Image uploads (docs/service.md#images), answered like a server without object storage. */
import { TaskImageFile, TaskImageStored } from '../service/records.ts';
import { permit } from './access.ts';
import { HttpError } from './errors.ts';
import type { LocalApi, LocalContext } from './local-context.ts';
import { getTask } from './tasks.ts';
import { readBody } from './validate.ts';

export function addUploadRoutes(api: LocalApi, context: LocalContext): void {
  api.put('/task/image-upload/:id', permit('task:update'), async (c) => {
    await readBody(c, TaskImageFile);
    getTask(context, c.req.param('id'));
    throw new HttpError(503, 'No object storage is configured');
  });

  api.post('/task/image-upload/:id/finalize', permit('task:update'), async (c) => {
    await readBody(c, TaskImageStored);
    getTask(context, c.req.param('id'));
    throw new HttpError(503, 'No object storage is configured');
  });
}
