/** The message of a start that fails. */
import { app, dialog } from 'electron';

/** Exits when the dialog is closed, or when the app is asked to quit: an open dialog would otherwise keep it alive. */
export async function exitWithMessage(message: string, detail: string): Promise<void> {
  app.on('before-quit', () => app.exit(1));
  await app.whenReady();
  await dialog.showMessageBox({ type: 'error', title: 'Punchcard', message, detail });
  app.exit(1);
}
