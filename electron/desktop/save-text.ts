/** Writes a text where the person says. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { app, dialog } from 'electron';

/** `name`: the file name offered. Gives the path written, or null where the person cancels. Throws what the disk says. */
export async function saveText(name: string, text: string): Promise<string | null> {
  const { canceled, filePath } = await dialog.showSaveDialog({ defaultPath: join(app.getPath('documents'), name) });
  if (canceled || filePath === '') return null;
  await writeFile(filePath, text, 'utf8');
  return filePath;
}
