/**
 * Uploads of pictures: request an address, put the bytes into object storage, finalize (docs/service.md#images). The three steps are
 * one write because the address expires after 300 s. If they run twice, the later picture counts. The file is not copied; it is read
 * when the write is sent.
 */
import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { messages } from '../../../shared/i18n/generated/main.ts';
import { idempotentWrite } from '../../outbox/idempotent-write.ts';
import { rejectIfUnreadable, rejectOn503 } from '../../outbox/rejections.ts';
import type { WriteKind } from '../../outbox/write-kind.ts';
import { affectsTask, affectsWorkspace } from '../../service/affected-data.ts';
import { ServiceError } from '../../service/errors.ts';

/** A picture on this computer. */
export const PictureFile = z.object({
  path: z.string(),
  name: z.string().min(1),
  contentType: z.string().min(1),
  /** Size when it was chosen (bytes). */
  size: z.number().int().positive(),
});
export type PictureFile = z.infer<typeof PictureFile>;

export const BACKGROUND_SET = 'project.background-set';
export const BackgroundSetPayload = z.object({
  projectId: z.string(),
  /** Its current name, for messages. */
  projectName: z.string(),
  file: PictureFile,
});
export type BackgroundSetPayload = z.infer<typeof BackgroundSetPayload>;

/** PUT /project/{id}/background-upload, PUT of the bytes, POST …/finalize. */
export const backgroundSet = idempotentWrite<BackgroundSetPayload>({
  kind: BACKGROUND_SET,
  schema: BackgroundSetPayload,
  affects: affectsWorkspace,
  async send({ projectId, file }, client) {
    const { contentType } = file;
    const bytes = await bytesOf(file);
    const metadata = { contentType, size: bytes.length };
    const { key, version, ...target } = await rejectIfUnreadable(
      rejectOn503(client.requestBackgroundUpload(projectId, metadata)),
    );
    await client.uploadBytes(target, bytes);
    return client.finalizeBackgroundUpload(projectId, { ...metadata, key, version });
  },
  describe: ({ projectName }) => messages.outbox.project.picture({ project: projectName }),
  rejected: ({ projectName }) => messages.outbox.project.pictureRejected({ project: projectName }),
});

export const IMAGE_ATTACH = 'image.attach';
export const ImageAttachPayload = z.object({
  taskId: z.string(),
  /** `{projectSlug}-{number}`, for messages. */
  identifier: z.string(),
  file: PictureFile,
});
export type ImageAttachPayload = z.infer<typeof ImageAttachPayload>;

/** PUT /task/image-upload/{id}, PUT of the bytes, POST …/finalize. Its value is the TaskImageAsset. */
export const imageAttach: WriteKind<ImageAttachPayload> = idempotentWrite<ImageAttachPayload>({
  kind: IMAGE_ATTACH,
  schema: ImageAttachPayload,
  affects: affectsTask('task'),
  async send({ taskId, file }, client) {
    const bytes = await bytesOf(file);
    const metadata = {
      filename: file.name,
      contentType: file.contentType,
      size: bytes.length,
      surface: 'description' as const,
    };
    const { key, ...target } = await rejectIfUnreadable(rejectOn503(client.requestTaskImageUpload(taskId, metadata)));
    await client.uploadBytes(target, bytes);
    return rejectIfUnreadable(client.finalizeTaskImageUpload(taskId, { ...metadata, key }));
  },
  describe: ({ identifier, file }) => messages.outbox.task.upload({ task: identifier, file: file.name }),
  rejected: ({ identifier, file }) => messages.outbox.task.uploadRejected({ task: identifier, file: file.name }),
});

/** A missing file rejects the write before anything is sent. Throws ServiceError. */
async function bytesOf({ path, name }: PictureFile): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return new Uint8Array(await readFile(path));
  } catch (cause) {
    throw new ServiceError({ kind: 'rejected', message: messages.outbox.unreadableFile({ name }), cause });
  }
}
