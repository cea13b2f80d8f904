/** Saves a text to a file that the person chooses. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { app, dialog } from 'electron';

/** `name`: the suggested file name. Returns the path, or null if the person cancels. Throws file system errors. */
export async function saveText(name: string, text: string): Promise<string | null> {
  const { canceled, filePath } = await dialog.showSaveDialog({ defaultPath: join(app.getPath('documents'), name) });
  if (canceled || filePath === '') return null;
  await writeFile(filePath, text, 'utf8');
  return filePath;
}
