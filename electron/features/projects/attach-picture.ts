/** Uploads a picture for a task's description and builds the markdown that shows it. */

import { randomUUID } from 'node:crypto';
import type { WriteResult } from '../../../shared/contract/command.ts';
import type { AwaitWrite } from '../../outbox/await-write.ts';
import { TaskImageAsset } from '../../service/records.ts';
import { IMAGE_ATTACH, type ImageAttachPayload, type PictureFile } from './upload-writes.ts';

/** Returns the line of markdown. */
export function attachPicture(
  write: AwaitWrite,
  accountId: string,
  task: { id: string; identifier: string },
  file: PictureFile,
): Promise<WriteResult<string>> {
  const payload: ImageAttachPayload = { taskId: task.id, identifier: task.identifier, file };
  const subject = `image:${task.id}:${randomUUID()}`;
  return write({ accountId, kind: IMAGE_ATTACH, subject, payload }, (value) =>
    markdownOf(file.name, TaskImageAsset.parse(value).url),
  );
}

/** Escapes characters of a file name that would end the link. Pure. */
export function markdownOf(name: string, url: string): string {
  const address = url
    .replaceAll(/[\s<>()]/g, encodeURIComponent)
    .replaceAll('(', '%28')
    .replaceAll(')', '%29');
  return `![${name.replaceAll(/[[\]\\]/g, ' ').trim()}](${address})`;
}
