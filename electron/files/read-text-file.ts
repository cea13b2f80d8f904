/** Reads a file that a person chose. */
import { readFile, stat } from 'node:fs/promises';
import { AppError, ValidationError } from '../../shared/errors/app-error.ts';
import { messages } from '../../shared/i18n/generated/main.ts';

/** Throws AppError if the file cannot be read or is larger than `maxBytes`. */
export async function readTextFile(path: string, maxBytes: number): Promise<string> {
  try {
    const stats = await stat(path);
    // Reading a pipe would wait for its other end.
    if (!stats.isFile()) throw cannotRead(path, 'NOT_A_FILE');
    if (stats.size > maxBytes) {
      throw new ValidationError(messages.errors.fileTooLarge({ file: path, megabytes: maxBytes / 1_000_000 }));
    }
    // Unlike readFile, this drops a byte order mark.
    return new TextDecoder().decode(await readFile(path));
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw cannotRead(path, (error as NodeJS.ErrnoException).code ?? String(error), error);
  }
}

const cannotRead = (file: string, code: string, cause?: unknown): AppError =>
  new AppError({ kind: 'internal', ...messages.errors.cannotRead({ file, code }) }, cause);
