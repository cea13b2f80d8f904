/** Applies the settings of all windows, which are theme, zoom and language, and reports changes. */
import type { Settings } from '../../shared/contract/index.ts';
import { createEvents } from '../../shared/events.ts';
import { createLocaleSetter } from '../../shared/i18n/set-locale.ts';
import type { RunInBackground } from '../../shared/run-in-background.ts';
import type { ElectronApp } from '../desktop/system/electron-app.ts';
import { createZoom } from '../desktop/windows/zoom.ts';
import type { SettingsStore } from '../store/settings.ts';

interface SettingsEvents {
  settingsChanged: undefined;
  languageChanged: undefined;
}

export type AppSettings = Awaited<ReturnType<typeof applySettings>>;

/** Resolves once the messages are loaded in the chosen language. */
export async function applySettings(settings: SettingsStore, electron: ElectronApp, runInBackground: RunInBackground) {
  const events = createEvents<SettingsEvents>(runInBackground);
  const language = createLocaleSetter({
    setting: () => settings.read().language,
    preferred: electron.preferredLanguages,
    override: !electron.isPackaged && process.env.PUNCHCARD_LOCALE === 'qps' ? 'qps' : undefined,
    onChange: () => events.emit('languageChanged'),
  });
  electron.setTheme(settings.read().theme);
  const zoom = createZoom({ read: () => settings.read().zoom, change: (percent) => change({ zoom: percent }) });
  await language.choose();

  /** Stores settings and applies them. */
  function change(changed: Partial<Settings>): void {
    const { theme } = settings.change(changed);
    electron.setTheme(theme);
    zoom.changed();
    events.emit('settingsChanged');
    void language.choose();
  }

  return { on: events.on, change, language: language.current };
}

/** For errors that occur before the settings are read. */
export async function chooseSystemLanguage({ preferredLanguages }: ElectronApp): Promise<void> {
  await createLocaleSetter({
    setting: () => 'system',
    preferred: preferredLanguages,
    onChange: () => undefined,
  }).choose();
}
