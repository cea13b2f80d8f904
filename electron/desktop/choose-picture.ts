/** Asks which picture of this computer is meant. */
import { app, dialog } from 'electron';

/** Gives its path, or null where the person cancels. */
export async function choosePicture(): Promise<string | null> {
  const { canceled, filePaths } = await dialog.showOpenDialog({
    defaultPath: app.getPath('pictures'),
    properties: ['openFile'],
    filters: [{ name: 'Pictures', extensions: ['png', 'jpg', 'jpeg', 'gif', 'webp', 'avif'] }],
  });
  return canceled ? null : (filePaths[0] ?? null);
}
