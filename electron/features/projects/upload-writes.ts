/**
 * Uploads of pictures: request an address, put the bytes into object storage, finalize (docs/service.md#images). The three steps are
 * one write because the address expires after 300 s. If they run twice, the later picture counts. The file is not copied; it is read
 * when the write is sent.
 */
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { messages } from '../../../shared/i18n/generated/main.ts';
import { rejectIfUnreadable, rejectOn503 } from '../../outbox/answers.ts';
import { idempotentWrite } from '../../outbox/idempotent-write.ts';
import { affectsTask } from '../../service/affected-data.ts';
import { ServiceError } from '../../service/errors.ts';
import { TaskImageAsset } from '../../service/records.ts';
import { OfProject, type ProjectWrite, projectChange } from './project-write.ts';

/** A picture on this computer. */
export const PictureFile = z.object({
  path: z.string(),
  name: z.string().min(1),
  contentType: z.string().min(1),
  /** Size when it was chosen (bytes). */
  size: z.number().int().positive(),
});
export type PictureFile = z.infer<typeof PictureFile>;

/** PUT /project/{id}/background-upload, PUT of the bytes, POST …/finalize. */
export const backgroundSet = projectChange({
  kind: 'project.background-set',
  schema: OfProject.extend({ file: PictureFile }),
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

const ImageAttachPayload = z.object({
  taskId: z.string(),
  /** `{projectSlug}-{number}`, for messages. */
  identifier: z.string(),
  file: PictureFile,
});

/** PUT /task/image-upload/{id}, PUT of the bytes, POST …/finalize. The page gets the markdown that shows it. */
export const imageAttach: ProjectWrite<z.infer<typeof ImageAttachPayload>, string> = {
  ...idempotentWrite({
    kind: 'image.attach',
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
  }),
  subject: ({ taskId }) => `image:${taskId}:${randomUUID()}`,
  result: (value, { file }) => markdownOf(file.name, TaskImageAsset.parse(value).url),
};

/** Escapes characters of a file name that would end the link. Pure. */
export function markdownOf(name: string, url: string): string {
  const address = url
    .replaceAll(/[\s<>()]/g, encodeURIComponent)
    .replaceAll('(', '%28')
    .replaceAll(')', '%29');
  return `![${name.replaceAll(/[[\]\\]/g, ' ').trim()}](${address})`;
}

/** A missing file rejects the write before anything is sent. Throws ServiceError. */
async function bytesOf({ path, name }: PictureFile): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return new Uint8Array(await readFile(path));
  } catch (cause) {
    throw new ServiceError({ kind: 'rejected', message: messages.outbox.unreadableFile({ name }), cause });
  }
}
