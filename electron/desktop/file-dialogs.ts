/** The system's dialogs to choose a file. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { app, dialog } from 'electron';

/** Saves a text. `name`: the suggested file name. Returns the path, or null if the person cancels. Throws file system errors. */
export async function saveText(name: string, text: string): Promise<string | null> {
  const { canceled, filePath } = await dialog.showSaveDialog({ defaultPath: join(app.getPath('documents'), name) });
  if (canceled || filePath === '') return null;
  await writeFile(filePath, text, 'utf8');
  return filePath;
}

/** Returns the path of a picture, or null if the person cancels. */
export async function choosePicture(): Promise<string | null> {
  const { canceled, filePaths } = await dialog.showOpenDialog({
    defaultPath: app.getPath('pictures'),
    properties: ['openFile'],
    filters: [{ name: 'Pictures', extensions: ['png', 'jpg', 'jpeg', 'gif', 'webp', 'avif'] }],
  });
  return canceled ? null : (filePaths[0] ?? null);
}
