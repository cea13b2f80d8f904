/** How the desktop starts and updates Punchcard: start at login, `punchcard://` links, updates. */
import { join } from 'node:path';
import type { State } from '../../shared/contract/index.ts';
import { createUrlScheme } from '../desktop/links/url-scheme.ts';
import { createAutostart } from '../desktop/system/autostart.ts';
import { readOrigin, updaterFor } from '../desktop/updates/updater.ts';
import { createUpdates } from '../desktop/updates/updates.ts';
import { createAlarm } from '../store/alarm.ts';
import type { BaseParts } from './context.ts';
import type { Features } from './features.ts';

export type DesktopIntegration = ReturnType<typeof setUpDesktopIntegration>;

export function setUpDesktopIntegration({ featureContext, popover, out }: BaseParts, { time }: Features) {
  const { settings, steady, invalidate, showToast } = featureContext;
  const autostart = createAutostart();
  const linkHandler = createUrlScheme({
    icon: join(out, 'icons', 'app', '256x256.png'),
    isRefused: () => settings.readValue('links-refused') ?? false,
    setRefused: (refused) => settings.writeValue('links-refused', refused),
  });
  const updates = createUpdates({
    origin: readOrigin(),
    load: (kind) => updaterFor(kind, register),
    isOn: () => settings.read().updates,
    isTimerRunning: () => time.running() !== undefined,
    now: steady,
    random: Math.random,
    wake: (ring) => createAlarm(steady, ring),
    onChange: () => invalidate('system'),
    showToast(text) {
      showToast(text);
      // It was closed for the installation that failed.
      popover.show();
    },
  });

  /** Registers the current path of the program for the start at login and for links. */
  function register(): void {
    try {
      autostart.refresh();
      linkHandler.register();
    } catch (error) {
      // Its files cannot be written, or something else has their names. Punchcard works without them.
      console.error('Punchcard could not register its path with the desktop:', error);
    }
    invalidate('system');
  }

  return {
    autostart,
    linkHandler,
    updates,
    register,
    view: (): State['system'] => ({ autostart: autostart.isOn(), links: linkHandler.isOn(), updates: updates.view() }),
  };
}
