/**
 * The packaged app is not to be debugged: whoever reads its windows through Chromium's debugging port acts as the person signed in.
 * What Node would read is cut off by fuses (build/electron-builder.mjs); Chromium has none for its switches, so the app ends at once
 * where it was started with one. Tests and developers run it unpackaged.
 */
import { app, dialog } from 'electron';
import { messages } from '../../shared/i18n/main-messages.ts';
import { createLocaleSetter } from '../../shared/i18n/set-locale.ts';

export async function refuseDebugging(name: string): Promise<never> {
  const preferred = () => app.getPreferredSystemLanguages();
  await createLocaleSetter({ setting: () => 'system', preferred, onChange: () => undefined }).choose();
  // Before the app is ready, Linux gets it on standard error.
  dialog.showErrorBox(messages.app.cannotStart, messages.app.notDebugged(`--${name}`));
  process.exit(1);
}
