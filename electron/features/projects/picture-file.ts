/** A picture file that the user chose. Its first bytes decide the format, not its name. */

import { open } from 'node:fs/promises';
import { basename } from 'node:path';
import { ValidationError } from '../../../shared/errors/app-error.ts';
import { messages } from '../../../shared/i18n/generated/main.ts';
import type { PictureFile } from './upload-writes.ts';

/** The servers' default limit (docs/service.md#images), in bytes. */
const MAX_BYTES = 10 * 1024 * 1024;

/** Throws AppError if it is not a picture or too large. */
export async function pictureAt(path: string): Promise<PictureFile> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    const { buffer } = await file.read({ buffer: Buffer.alloc(12), position: 0 });
    const contentType = contentTypeOf(buffer);
    if (contentType === undefined)
      throw new ValidationError(messages.errors.project.noPicture({ file: basename(path) }));
    if (size > MAX_BYTES) throw new ValidationError(messages.errors.project.pictureTooLarge({ file: basename(path) }));
    return { path, name: basename(path), contentType, size };
  } finally {
    await file.close();
  }
}

/** The type by the first bytes; undefined if it is not a picture. Pure. */
export function contentTypeOf(head: Buffer): string | undefined {
  const startsWith = (text: string, at = 0) => head.toString('latin1', at, at + text.length) === text;
  if (startsWith('\x89PNG\r\n')) return 'image/png';
  if (startsWith('\xff\xd8\xff')) return 'image/jpeg';
  if (startsWith('GIF8')) return 'image/gif';
  if (startsWith('RIFF') && startsWith('WEBP', 8)) return 'image/webp';
  if (startsWith('ftypavif', 4)) return 'image/avif';
  return undefined;
}
