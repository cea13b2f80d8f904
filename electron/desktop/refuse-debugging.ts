/**
 * Prevents debugging of the packaged app: a program at Chromium's debugging port could act as the signed-in person. Fuses disable Node's
 * switches (build/electron-builder.mjs); Chromium has no fuse for its own, so the app exits at once if it was started with one. Tests
 * and developers run it unpackaged.
 */
import { app, dialog } from 'electron';
import { messages } from '../../shared/i18n/main-messages.ts';
import { createLocaleSetter } from '../../shared/i18n/set-locale.ts';

export async function refuseDebugging(name: string): Promise<never> {
  const preferred = () => app.getPreferredSystemLanguages();
  await createLocaleSetter({ setting: () => 'system', preferred, onChange: () => undefined }).choose();
  // Before the app is ready, the message goes to standard error on Linux.
  dialog.showErrorBox(messages.app.cannotStart, messages.app.notDebugged({ name: `--${name}` }));
  process.exit(1);
}
