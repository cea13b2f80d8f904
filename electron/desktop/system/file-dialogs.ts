/** The system's dialogs to choose a file. */
import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { app, dialog } from 'electron';
import { AppError } from '../../../shared/errors/app-error.ts';
import { messages } from '../../../shared/i18n/generated/main.ts';
import { readTextFile } from '../../files/read-text-file.ts';
import { replaceFile } from '../../files/replace-file.ts';

/**
 * `name`: the suggested file name, in `folder` if that still exists. Returns the path, or null if the person cancels. Throws AppError if
 * the file cannot be written; one that was there already then stays as it was.
 */
export async function saveFile(name: string, content: string | Uint8Array, folder?: string): Promise<string | null> {
  const { canceled, filePath } = await dialog.showSaveDialog({
    defaultPath: join(folder !== undefined && existsSync(folder) ? folder : app.getPath('documents'), name),
    // Linux replaces a file without a question otherwise.
    properties: ['showOverwriteConfirmation', 'createDirectory'],
  });
  if (canceled || filePath === '') return null;
  try {
    await replaceFile(filePath, content);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? String(error);
    throw new AppError({ kind: 'internal', ...messages.errors.cannotWrite({ file: filePath, code }) }, error);
  }
  return filePath;
}

/** Returns null if the person cancels. Throws AppError if the file cannot be read or is larger than `maxBytes`. */
export async function openTextFile(
  extension: string,
  maxBytes: number,
): Promise<{ name: string; path: string; text: string } | null> {
  const { canceled, filePaths } = await dialog.showOpenDialog({
    defaultPath: app.getPath('documents'),
    properties: ['openFile'],
    filters: [{ name: extension.toUpperCase(), extensions: [extension] }],
  });
  const [path] = filePaths;
  if (canceled || path === undefined) return null;
  return { name: basename(path), path, text: await readTextFile(path, maxBytes) };
}

/** Returns null if the person cancels. */
export const chooseFolder = (): Promise<string | null> => choose('openDirectory');
/** Returns null if the person cancels. */
export const chooseFile = (): Promise<string | null> => choose('openFile');

async function choose(what: 'openDirectory' | 'openFile'): Promise<string | null> {
  const { canceled, filePaths } = await dialog.showOpenDialog({ properties: [what] });
  return canceled ? null : (filePaths[0] ?? null);
}

export async function choosePicture(): Promise<string | null> {
  const { canceled, filePaths } = await dialog.showOpenDialog({
    defaultPath: app.getPath('pictures'),
    properties: ['openFile'],
    filters: [{ name: 'Pictures', extensions: ['png', 'jpg', 'jpeg', 'gif', 'webp', 'avif'] }],
  });
  return canceled ? null : (filePaths[0] ?? null);
}
