/** The system's dialog to choose a picture file. */
import { app, dialog } from 'electron';

/** Returns its path, or null if the person cancels. */
export async function choosePicture(): Promise<string | null> {
  const { canceled, filePaths } = await dialog.showOpenDialog({
    defaultPath: app.getPath('pictures'),
    properties: ['openFile'],
    filters: [{ name: 'Pictures', extensions: ['png', 'jpg', 'jpeg', 'gif', 'webp', 'avif'] }],
  });
  return canceled ? null : (filePaths[0] ?? null);
}
