/** The last thing that is said before the app ends because it cannot start. */
import { app, dialog } from 'electron';

/** Ends the app once it was read, or at once where somebody ends the app: a dialog that waits by itself would outlive that. */
export async function exitWithMessage(message: string, detail: string): Promise<void> {
  app.on('before-quit', () => app.exit(1));
  await app.whenReady();
  await dialog.showMessageBox({ type: 'error', title: 'Punchcard', message, detail });
  app.exit(1);
}
